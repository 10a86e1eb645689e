import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { banner } from '../../src/cli/serve.ts';
import { chooseSettings, createSetting, optionOf } from '../../src/cli/settings.ts';
import { createProgress } from '../../src/cli/verify.ts';
import type { ServerOptions } from '../../src/server/options.ts';
import { start } from '../../src/server/start.ts';
import { folderWith, startCommand } from './support/command.ts';
import { runHere } from './support/in-process.ts';
import { linesOf } from './support/scripts.ts';

test('the ready line is all on standard output, and requests are logged in JSON if there is no terminal', async () => {
  const command = await startCommand([]);
  await command.call('/pets?limit=2');
  await command.call('/pets/none', { headers: { Prefer: 'code=503, delay=1' } });
  const { stdout, stderr } = await command.stop();

  expect(stdout).toBe(`ready on http://127.0.0.1:${command.port}/v2\n`);
  expect(linesOf(stderr)).toMatchObject([
    { path: '/v2/pets', query: 'limit=2', status: 200, apiKey: 'te…01' },
    {
      path: '/v2/pets/none',
      status: 503,
      operation: 'getPet',
      fault: 'prefer',
      reason: expect.any(String) as string,
    },
  ]);
});

test('the port file of a server stays when another start fails, and goes with it alone', async () => {
  const folder = await folderWith({});
  const file = join(folder, 'port');
  const first = await startCommand(['--port-file', file]);
  const failing = async (...args: string[]) =>
    (await runHere(['--port-file', file, ...args])).stderr;
  expect(await failing('--port', String(first.port))).toContain('is in use');
  expect(await failing('--scenario', 'nope')).toContain('nope');
  expect(fs.readFileSync(file, 'utf8')).toBe(`${first.port}\n`);

  // It is not the first one's any more, though the port is the same.
  const second = await startCommand(['--port-file', file, '--host', '::1', '-p', `${first.port}`]);
  await first.stop();
  expect(fs.readFileSync(file, 'utf8')).toBe(`${second.port}\n`);
  await second.stop();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test.each([
  ['other text', (file: string) => fs.writeFileSync(file, 'mine')],
  [
    'a link',
    (file: string) => {
      fs.renameSync(file, `${file}-2`);
      fs.symlinkSync('port-2', file);
    },
  ],
])('what somebody else has put in the place of the port file stays: %s', async (_what, replace) => {
  const folder = await folderWith({});
  const file = join(folder, 'port');
  const command = await startCommand(['--port-file', file]);
  replace(file);
  const files = fs.readdirSync(folder);
  const text = fs.readFileSync(file, 'utf8');
  await command.stop();

  expect(fs.readdirSync(folder)).toEqual(files);
  expect(fs.readFileSync(file, 'utf8')).toBe(text);
});

/** What the banner says of a server with these options, each of which somebody has set. */
async function bannerOf(options: ServerOptions, colours = false) {
  const server = await start({ ...options, port: 0 });
  onTestFinished(() => server.close());
  const given = Object.entries(options).map(([name, value]) =>
    createSetting(optionOf(name), name, value, ''),
  );
  return banner({ server, settings: chooseSettings([given], []) }, colours);
}

test.each<[ServerOptions, RegExp]>([
  [{}, /^\n {2}Pet Catalog Mock [\d.]+\n\n {2}Base URL {3}http:\/\/127\.0\.0\.1:\d+\/v2 /],
  [{}, /Dashboard {2}http:\/\/127\.0\.0\.1:\d+\/\n.* \S+\/docs\n.*Pets {7}25\n/],
  [{}, /curl -H "X-API-Key: test" "http:\/\/127\.0\.0\.1:\d+\/v2\/pets\?limit=3"/],
  [{}, /^(?![^]*Scenario)/],
  [{ scenario: 'shelter' }, /Scenario {3}shelter: A shelter with 200 pets/],
  [{ admin: false }, /^(?![^]*Dashboard)/],
  [{ apiKeys: ['secret'] }, /X-API-Key: YOUR_KEY/],
  [{ isolate: true }, /25, for each X-API-Key\n/i],
])('the banner tells where to look and what to try: %j', async (options, expected) => {
  expect(await bannerOf(options)).toMatch(expected);
});

test('the banner has colours where they are wanted', async () => {
  expect(await bannerOf({}, true)).toContain('\x1b[1m');
});

test('progress is shown on a terminal alone, and leaves nothing behind', () => {
  const shown = (isTTY: boolean) => {
    let text = '';
    const stream = { isTTY, write: (part: unknown) => Boolean((text += part)) };
    const progress = createProgress(stream);
    progress.show(50_000, 200_000);
    progress.end();
    return text;
  };

  expect(shown(true)).toBe('\r\x1b[KAsked 50,000 of 200,000 cases\r\x1b[K');
  expect(shown(false)).toBe('');
});

// The bundler leaves out a call whose result nobody uses, though what it throws may be wanted.
test('an id that cannot be decoded is no pet to the control plane', async () => {
  const { url } = await startCommand([]);
  const response = await fetch(new URL('/__admin/pets/%zz', url));
  expect([response.status, await response.json()]).toEqual([
    404,
    { error: 'There is no pet of that id' },
  ]);
});
