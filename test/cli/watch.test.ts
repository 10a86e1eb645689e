import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, startCommand, type ReadyCommand } from './support/command.ts';

const twoPets = [
  { name: 'Rex', tag: 'dog', id: 'rex' },
  { name: 'Misty', tag: 'cat', id: 'misty' },
];

/** A handlers file without msw, which is not installed beside it, that answers `/hello`. */
const hello = (text: string) => `export default [{
  info: {}, isUsed: false, parse: async () => ({}),
  test: async ({ request }) => request.url.endsWith('/hello'),
  predicate: async ({ request }) => request.url.endsWith('/hello'),
  run: async ({ request }) =>
    request.url.endsWith('/hello') ? { response: new Response(${JSON.stringify(text)}) } : null,
}];`;

async function watched(files: Record<string, unknown>, args: readonly string[]) {
  const folder = await folderWith(files);
  const command = await startCommand(['--log', 'json', ...args], { cwd: folder });
  return {
    command,
    save: (name: string, content: unknown) =>
      writeFile(
        join(folder, name),
        typeof content === 'string' ? content : JSON.stringify(content),
      ),
    path: (name: string) => join(folder, name),
  };
}

async function namesOf(command: ReadyCommand, headers = {}): Promise<string[]> {
  const response = await command.call('/pets?limit=100', { headers });
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
}

const create = async (command: ReadyCommand, pet: object, headers = {}) => {
  const response = await command.call('/pets', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(pet),
  });
  return (await response.json()) as { id: string; name: string };
};

const control = (command: ReadyCommand, path: string, method = 'GET', body?: object) =>
  fetch(`http://127.0.0.1:${command.port}/__admin${path}`, {
    method,
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });

const watchFixtures = ['--fixtures', 'pets.json', '--watch'];

test('--watch takes changed fixtures as the new start, and resets to it', async () => {
  const { command, save } = await watched({ 'pets.json': twoPets }, watchFixtures);
  await create(command, { name: 'Created' });
  await control(command, '/faults', 'POST', { status: 503, operation: 'getPet' });

  await save('pets.json', [...twoPets, { name: 'Third' }]);
  const [line] = await command.until('stderr', /.*reloaded pets\.json.*\n/);

  expect(JSON.parse(line)).toEqual({
    time: expect.any(String),
    level: 'info',
    message: 'reloaded pets.json: 3 pets, reset (dropped: 1 created)',
  });
  expect(await namesOf(command)).toEqual(['Rex', 'Misty', 'Third']);
  expect(await (await control(command, '/faults')).json()).toEqual({ faults: [] });
  expect(await (await control(command, '/requests/count?method=POST')).json()).toEqual({
    count: 0,
  });
});

test('--watch keep keeps what was created, changed and removed, faults and journal', async () => {
  const { command, save } = await watched({ 'pets.json': twoPets }, [...watchFixtures, 'keep']);
  const created = await create(command, { name: 'Created' });
  await control(command, '/pets/rex', 'PATCH', { name: 'Rexie' });
  await control(command, '/pets/misty', 'DELETE');
  await control(command, '/faults', 'POST', { status: 503, operation: 'getPet' });

  await save('pets.json', [{ name: 'First' }, ...twoPets, { name: 'Last' }]);
  await command.until(
    'stderr',
    /reloaded pets\.json: 4 pets \(kept: 1 created, 1 changed, 1 removed\)/,
  );

  expect(await namesOf(command)).toEqual(['First', 'Rexie', 'Last', 'Created']);
  expect((await command.call(`/pets/${created.id}`)).status).toBe(503);
  expect(await (await control(command, '/requests/count?method=POST')).json()).toEqual({
    count: 1,
  });

  await control(command, '/reset', 'POST');
  expect(await namesOf(command)).toEqual(['First', 'Rex', 'Misty', 'Last']);
});

test('a broken file keeps the last good one, and the log says where it is broken', async () => {
  const { command, save } = await watched({ 'pets.json': twoPets }, watchFixtures);

  await save('pets.json', '[\n  {"name": "Rex",}\n]');
  const [line] = await command.until('stderr', /.*not valid JSON.*\n/);
  expect(JSON.parse(line)).toMatchObject({
    level: 'warn',
    message:
      'pets.json is not valid JSON: line 2, column 18: expected a key, not "}"; the last good one stays',
  });
  expect(await namesOf(command)).toEqual(['Rex', 'Misty']);

  await save('pets.json', [{ name: 'Rex', colour: 'red' }]);
  await command.until('stderr', /pets\.json\[0\] has no field .*; the last good one stays/);

  await save('pets.json', [{ name: 'Whole' }]);
  await command.until('stderr', /reloaded pets\.json: 1 pet, reset/);
  expect(await namesOf(command)).toEqual(['Whole']);
});

test('a file that an editor replaces, or that goes and comes back, is watched on', async () => {
  const { command, save, path } = await watched({ 'pets.json': twoPets }, watchFixtures);

  await save('draft', [{ name: 'Renamed' }]);
  await rename(path('draft'), path('pets.json'));
  await command.until('stderr', /reloaded pets\.json: 1 pet/);
  expect(await namesOf(command)).toEqual(['Renamed']);

  await rm(path('pets.json'));
  await command.until('stderr', /no such file or folder; the last good one stays/);
  expect(await namesOf(command)).toEqual(['Renamed']);

  await save('pets.json', twoPets);
  await command.until('stderr', /reloaded pets\.json: 2 pets/);
  expect(await namesOf(command)).toEqual(['Rex', 'Misty']);
});

test.each(['handlers.mjs', 'handlers.cjs'])(
  'changed handlers in %s answer from then on, and pets stay',
  async (file) => {
    const module = (text: string) =>
      file.endsWith('.cjs')
        ? hello(text).replace('export default', 'module.exports =')
        : hello(text);
    const { command, save } = await watched({ [file]: module('one') }, [
      '--handlers',
      file,
      '--watch',
    ]);
    const ask = async () => (await fetch(`http://127.0.0.1:${command.port}/hello`)).text();
    const created = await create(command, { name: 'Created' });
    expect(await ask()).toBe('one');

    await save(file, module('two'));
    await command.until('stderr', /reloaded handlers\.[mc]js: 1 handler"/);

    expect(await ask()).toBe('two');
    expect((await command.call(`/pets/${created.id}`)).status).toBe(200);
  },
);

test('a request in flight is answered by the handlers that it began with', async () => {
  const { command, save } = await watched(
    {
      'handlers.mjs': hello('one')
        .replace(
          '? { response',
          '? (await new Promise((go) => (globalThis.release = go)), { response',
        )
        .replace(') } : null', ') }) : null'),
    },
    ['--handlers', 'handlers.mjs', '--watch'],
  );
  const held = fetch(`http://127.0.0.1:${command.port}/hello`);
  await control(command, '/requests/wait?path=/hello&timeout=60000');

  await save(
    'handlers.mjs',
    `while (!globalThis.release) await new Promise(setImmediate);\nglobalThis.release();\n${hello('two')}`,
  );
  await command.until('stderr', /reloaded handlers\.mjs: 1 handler"/);

  expect(await (await held).text()).toBe('one');
  expect(await (await fetch(`http://127.0.0.1:${command.port}/hello`)).text()).toBe('two');
});

const count = (name: string) => `export default [{
  name: ${JSON.stringify(name)}, method: 'GET', path: '/count/${name}',
  run: ({ pets }) => ({ status: 200, body: pets.count() }),
}];`;
const watchOperations = ['--operations', 'operations.mjs', '--watch'];

test('changed operations answer from then on and reset, and broken ones keep the last good ones', async () => {
  const { command, save } = await watched({ 'operations.mjs': count('one') }, watchOperations);
  const ask = async (name: string) => {
    const response = await command.call(`/count/${name}`);
    return response.ok ? await response.json() : response.status;
  };
  await create(command, { name: 'Created' });
  expect([await ask('one'), await ask('two')]).toEqual([26, 404]);

  await save('operations.mjs', count('two'));
  await command.until(
    'stderr',
    /reloaded operations\.mjs: 1 operation, reset \(dropped: 1 created\)"/,
  );
  expect([await ask('one'), await ask('two')]).toEqual([404, 25]);

  await save('operations.mjs', count('t-w-o'));
  await command.until('stderr', /Operation .*t-w-o.*: .*name.*the last good one stays/);
  expect(await ask('two')).toBe(25);
});

test('handlers that fail later leave the server running, and those that never load are told of', async () => {
  const { command, save } = await watched({ 'handlers.mjs': hello('one') }, [
    '--handlers',
    'handlers.mjs',
    '--watch',
  ]);
  const ask = async () => (await fetch(`http://127.0.0.1:${command.port}/hello`)).text();

  await save('handlers.mjs', `Promise.reject(new Error('too late'));\n${hello('two')}`);
  await command.until('stderr', /"Error: too late".*handlers\.mjs/);
  expect(await ask()).toBe('two');

  await save('handlers.mjs', `await new Promise(() => {});\n${hello('three')}`);
  await command.until(
    'stderr',
    /handlers\.mjs is still loading: it awaits something; the last good one stays until then/,
  );
  expect(await ask()).toBe('two');

  await save('handlers.mjs', hello('four'));
  await command.until('stderr', /reloaded handlers\.mjs: 1 handler"[^]*reloaded handlers\.mjs/);
  expect(await ask()).toBe('four');
});

test('a file is watched on when a folder has been in its place', async () => {
  const { command, save, path } = await watched({ 'pets.json': twoPets }, watchFixtures);

  await rm(path('pets.json'));
  await mkdir(path('pets.json'));
  await command.until(
    'stderr',
    /(?:it is a folder|no such file or folder); the last good one stays/,
  );
  await rm(path('pets.json'), { recursive: true });
  await save('pets.json', [{ name: 'New' }]);
  await command.until('stderr', /reloaded pets\.json: 1 pet, reset/);

  await save('pets.json', twoPets);
  await command.until('stderr', /reloaded pets\.json: 2 pets, reset/);
  expect(await namesOf(command)).toEqual(['Rex', 'Misty']);
});

test('what is kept, and what goes, is said', async () => {
  const files = {
    'pets.json': twoPets,
    'week.json': { tom: { fixtures: [{ name: 'Tom' }] } },
    'operations.mjs': count('one'),
  };
  const args = [
    ...watchFixtures,
    'keep',
    '--scenarios',
    'week.json',
    ...watchOperations.slice(0, 2),
  ];
  const { command, save } = await watched(files, args);
  await control(command, '/seed', 'POST', { fixtures: [{ name: 'Seeded' }] });
  await save('pets.json', [{ name: 'New' }]);
  await command.until('stderr', /1 pet; pets that were seeded or restored stay until a reset/);

  await control(command, '/scenarios/current', 'PUT', { name: 'tom' });
  await save('week.json', { other: {} });
  await command.until('stderr', /the scenario .{1,2}tom.{1,2} is gone, what it brought stays/);

  await control(command, '/faults', 'POST', { operation: 'one', hold: true });
  await save('operations.mjs', count('two'));
  await command.until('stderr', /1 operation; .*removed 1 fault of operations that are gone"/);
  expect(await (await control(command, '/faults')).json()).toEqual({ faults: [] });
});

test('with --isolate, the catalogs of all keys get the new start', async () => {
  const { command, save } = await watched({ 'pets.json': twoPets }, [
    ...watchFixtures,
    'keep',
    '--isolate',
  ]);
  const [one, other] = [{ 'X-API-Key': 'key-one' }, { 'X-API-Key': 'key-other' }];
  await create(command, { name: 'Of one' }, one);
  await create(command, { name: 'Of other' }, other);

  await save('pets.json', [{ name: 'New' }]);
  await command.until('stderr', /1 pet in 3 catalogs \(kept: 2 created\)/);

  expect(await namesOf(command, one)).toEqual(['New', 'Of one']);
  expect(await namesOf(command, other)).toEqual(['New', 'Of other']);
  expect(await namesOf(command, { 'X-API-Key': 'key-third' })).toEqual(['New']);
});

test('--watch says at the start that it does not watch the config file', async () => {
  const { command } = await watched(
    { 'pets.json': twoPets, 'mock.json': { fixtures: 'pets.json' } },
    ['--config', 'mock.json', '--watch'],
  );

  expect(command.output().stderr).toContain(
    '--watch does not watch the config file mock.json: a change of it needs a new start\n',
  );
});
