import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { banner } from '../../src/cli/serve.ts';
import { noteOnSnapshot } from '../../src/cli/server-options.ts';
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

test('the log says which parts of a snapshot are not used as fixtures', async () => {
  const faults = [{ id: 'fault-1', status: 503, calls: 0, hits: 0 }];
  const plain = { version: 1, seed: 1, nextId: 0, pets: [], calls: 0, faults: [], nextFault: 1 };
  const cwd = await folderWith({ 'demo.json': { ...plain, faults, delay: 5 } });
  const command = await startCommand(['--fixtures', 'demo.json'], { cwd });
  const message =
    'demo.json is used without its 1 fault, delay: PUT /__admin/snapshot restores all';
  expect(linesOf((await command.stop()).stderr)).toMatchObject([{ level: 'info', message }]);
  const setting = createSetting(optionOf('fixtures'), '--fixtures', 'demo.json');
  expect(noteOnSnapshot(plain, setting)).toBeUndefined();
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
])('another file in the place of the port file stays: %s', async (_what, replace) => {
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

/** Returns the banner of a server with these options. */
async function bannerOf(options: ServerOptions, config?: string, colours = false) {
  const server = await start({ ...options, port: 0 });
  onTestFinished(() => server.close());
  const given = Object.entries(options).map(([name, value]) =>
    createSetting(optionOf(name), name, value, ''),
  );
  return banner({ server, settings: chooseSettings([given], []), config }, colours);
}

test('the banner shows addresses and a call to try, in colours on request', async () => {
  const text = await bannerOf({ seed: 7 });
  expect(text).toMatch(
    /^\n {2}Pet Catalog Mock [\d.]+\n\n {2}Base URL {3}http:\/\/127\.0\.0\.1:\d+\/v2 /,
  );
  expect(text).toMatch(/25, seed 7\n/);
  expect(text).toMatch(/Dashboard {2}http:\/\/127\.0\.0\.1:\d+\/\n.* \S+\/docs\n/);
  expect(text).toMatch(/curl -H "X-API-Key: test" "http:\/\/127\.0\.0\.1:\d+\/v2\/pets\?limit=3"/);
  for (const part of ['\x1b', 'Scenario', 'Config']) expect(text).not.toContain(part);
  expect(await bannerOf({}, undefined, true)).toContain('\x1b[1m');
});

test.each<[ServerOptions, RegExp, config?: string]>([
  [{ scenario: 'shelter' }, /from the scenario\n {2}Scenario {3}shelter: A shelter with 200 pets/m],
  [{}, /^ {2}Config {5}mock\.config\.mjs$/m, 'mock.config.mjs'],
  [{ admin: false }, /^(?![^]*Dashboard)/],
  [{ apiKeys: ['secret'] }, /X-API-Key: YOUR_KEY/],
  [{ isolate: true }, /25, seed \d+, for each X-API-Key\n/i],
])('the banner shows special settings: %j', async (options, expected, config) => {
  expect(await bannerOf(options, config)).toMatch(expected);
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

// The bundler leaves out a call with an unused result, although it may throw.
test('an id that cannot be decoded is no pet to the control plane', async () => {
  const { url } = await startCommand([]);
  const response = await fetch(new URL('/__admin/pets/%zz', url));
  expect([response.status, await response.json()]).toEqual([
    404,
    { error: 'There is no pet with that id' },
  ]);
});
