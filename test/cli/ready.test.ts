import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { banner, seedingProgress } from '../../src/cli/terminal.ts';
import { folderWith, startCommand } from './support/command.ts';

test('the ready line is all that is printed on standard output, and then it answers', async () => {
  const command = await startCommand();

  expect(command.output().stdout).toBe(`ready on http://127.0.0.1:${command.port}/v2\n`);
  expect((await command.call('/pets')).status).toBe(200);
  expect((await command.stop()).stdout).toBe(`ready on http://127.0.0.1:${command.port}/v2\n`);
});

test('requests are logged on standard error, one JSON object a line where it is no terminal', async () => {
  const command = await startCommand();
  await command.call('/pets?limit=2');
  await command.call('/pets/none');
  const { stderr } = await command.stop();

  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      method: 'GET',
      path: '/v2/pets',
      query: 'limit=2',
      status: 200,
      durationMs: expect.any(Number),
      operation: 'listPets',
      apiKey: 'te…01',
    },
    expect.objectContaining({ path: '/v2/pets/none', status: 404, operation: 'getPet' }),
  ]);
});

test('--log pretty is a line a request, with no colours where it is no terminal', async () => {
  const command = await startCommand(['--log', 'pretty']);
  await command.call('/pets?limit=2');
  const { stderr } = await command.stop();

  expect(stderr).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} 200 GET +[\d.]+ ms {2}\/v2\/pets\?limit=2 {2}listPets, te…01\n$/,
  );
});

test('--log none logs no request', async () => {
  const command = await startCommand(['--log', 'none']);
  await command.call('/pets');
  expect((await command.stop()).stderr).toBe('');
});

test('the stack of a handler that throws is logged, and not answered', async () => {
  const folder = await folderWith({
    'handlers.mjs': `export default [{
      info: {}, isUsed: false, parse: async () => ({}), predicate: async () => true,
      run: async () => { throw new Error('boom'); },
    }];`,
  });
  const command = await startCommand(['--handlers', join(folder, 'handlers.mjs')]);
  const response = await command.call('/pets');

  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('boom');
  const { stderr } = await command.stop();
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { stack?: string });
  expect(lines.find(({ stack }) => stack)?.stack).toMatch(/^Error: boom\n +at .*handlers\.mjs/);
});

test('the port file holds the port once it answers, and goes at the end', async () => {
  // What an earlier run left must not be read for the port of this one.
  const folder = await folderWith({ port: '1\n' });
  const command = await startCommand(['--port-file', join(folder, 'port')]);

  expect(readFileSync(join(folder, 'port'), 'utf8')).toBe(`${command.port}\n`);
  expect(readdirSync(folder)).toEqual(['port']);
  await command.stop();
  expect(existsSync(join(folder, 'port'))).toBe(false);
});

test('a start that fails leaves no port file, not even that of an earlier run', async () => {
  const folder = await folderWith({ port: '1\n' });
  const { port } = await startCommand();
  const command = startCommand(['--port', String(port), '--port-file', join(folder, 'port')]);

  await expect(command).rejects.toThrow('is taken');
  expect(readdirSync(folder)).toEqual([]);
});

test('the port file of a server that runs stays when another start fails, or ends later', async () => {
  const folder = await folderWith({});
  const file = join(folder, 'port');
  const first = await startCommand(['--port-file', file]);
  const failing = startCommand(['--port', String(first.port), '--port-file', file]);
  await expect(failing).rejects.toThrow('is taken');
  expect(readFileSync(file, 'utf8')).toBe(`${first.port}\n`);

  const second = await startCommand(['--port-file', file]);
  await first.stop();
  expect(readFileSync(file, 'utf8')).toBe(`${second.port}\n`);
});

test('a port file that another server has written meanwhile stays, also with the same port', async () => {
  const folder = await folderWith({});
  const file = join(folder, 'port');
  const first = await startCommand(['--port-file', file]);
  const second = await startCommand([
    '--host',
    '::1',
    '--port',
    String(first.port),
    '--port-file',
    file,
  ]);
  await first.stop();

  expect(readFileSync(file, 'utf8')).toBe(`${second.port}\n`);
  await second.stop();
  expect(readdirSync(folder)).toEqual([]);
});

test('a server removes its port file at the end, also one that another start has put back', async () => {
  const folder = await folderWith({});
  const file = join(folder, 'port');
  const first = await startCommand(['--port-file', file]);
  await expect(startCommand(['--port', String(first.port), '--port-file', file])).rejects.toThrow(
    'is taken',
  );
  expect(readdirSync(folder)).toEqual(['port']);
  await first.stop();

  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['other text', (file: string) => writeFileSync(file, 'mine')],
  ['the same text', (file: string) => utimesSync(file, 1, 1)],
  [
    'a link',
    (file: string) => {
      renameSync(file, `${file}-2`);
      symlinkSync('port-2', file);
    },
  ],
])('what somebody else has put in the place of the port file stays: %s', async (_what, replace) => {
  const folder = await folderWith({});
  const file = join(folder, 'port');
  const command = await startCommand(['--port-file', file]);
  replace(file);
  const files = readdirSync(folder);
  const text = readFileSync(file, 'utf8');
  await command.stop();

  expect(readdirSync(folder)).toEqual(files);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('two processes with one seed have the same pets and give the same ids', async () => {
  const outcome = async (seed: string) => {
    const command = await startCommand(['--seed', seed, '--pets', '40']);
    const headers = { 'Content-Type': 'application/json' };
    const create = (name: string) =>
      command.call('/pets', { method: 'POST', headers, body: JSON.stringify({ name }) });
    const created = [await (await create('Rex')).text(), await (await create('Max')).text()];
    return { created, pets: await (await command.call('/pets')).text() };
  };

  const [one, same, other] = [await outcome('7'), await outcome('7'), await outcome('8')];
  expect(same).toEqual(one);
  expect(other.pets).not.toBe(one.pets);
  expect(other.created).not.toEqual(one.created);
});

const facts = {
  url: 'http://127.0.0.1:4020/v2',
  pets: 25,
  from: 'seed 7',
  scenario: undefined,
  isolate: undefined,
  config: undefined,
  admin: true,
  hasKeys: false,
};

test('the banner tells where to look and what to try', () => {
  const text = banner(facts, false);

  expect(text).toContain('25 from seed 7');
  expect(text).toContain('curl -H "X-API-Key: test" "http://127.0.0.1:4020/v2/pets?limit=3"');
  expect(text).toContain('http://127.0.0.1:4020/docs');
  expect(text).not.toContain('\x1b');
  expect(banner(facts, true)).toContain('\x1b[1m');
});

test('the banner names the scenario of the start, where there is one', () => {
  expect(banner(facts, false)).not.toContain('Scenario');
  const text = banner({ ...facts, from: 'the scenario', scenario: 'shelter' }, false);
  expect(text).toContain('25 from the scenario');
  expect(text).toMatch(/^ {2}Scenario {3}shelter$/m);
});

test('the banner names the config file, where there is one', () => {
  expect(banner(facts, false)).not.toContain('Config');
  const text = banner({ ...facts, config: 'pet-catalog-mock.config.mjs' }, false);
  expect(text).toMatch(/^ {2}Config {5}pet-catalog-mock\.config\.mjs$/m);
});

test('the banner speaks of no dashboard where there is none, and of no key', () => {
  const text = banner({ ...facts, admin: false, hasKeys: true }, false);

  expect(text).not.toContain('Dashboard');
  expect(text).toContain('X-API-Key: YOUR_KEY');
});

test('progress is shown on a terminal alone, for many pets, and leaves nothing behind', () => {
  const shown = (isTTY: boolean, of: number) => {
    let text = '';
    const progress = seedingProgress({ isTTY, write: (part: unknown) => Boolean((text += part)) });
    progress.show(50_000, of);
    progress.end();
    return text;
  };

  expect(shown(true, 200_000)).toBe('\r\x1b[KSeeding pets: 50,000 of 200,000\r\x1b[K');
  expect(shown(false, 200_000)).toBe('');
  expect(shown(true, 60_000)).toBe('');
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
