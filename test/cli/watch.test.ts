import { appendFileSync, unwatchFile, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createControl } from '../../src/client/index.ts';
import { post } from '../../src/verify/cases/case.ts';
import { patience } from '../support/patience.ts';
import { sendFetch } from '../support/send-http.ts';
import { folderWith, startCommand } from './support/command.ts';
import { startHere } from './support/in-process.ts';
import { helloHandlers } from './support/scripts.ts';

const twoPets = [
  { name: 'Rex', tag: 'dog', id: 'rex' },
  { name: 'Misty', tag: 'cat', id: 'misty' },
];

/** A server in this process that watches files; its log is `notes`. */
async function watched(files: Record<string, unknown>, args: readonly string[]) {
  const folder = await folderWith(files);
  const path = (name: string) => join(folder, name);
  const notes: { level: string; message: string }[] = [];
  const { server, url, call, stderr } = await startHere(args, { cwd: folder });
  onTestFinished(() => Object.keys(files).forEach((name) => unwatchFile(path(name))));
  vi.spyOn(server.log, 'note').mockImplementation(
    (level, message) => void notes.push({ level, message }),
  );
  const noted = (pattern: RegExp) =>
    vi.waitUntil(() => notes.find(({ message }) => pattern.test(message)), patience);
  return {
    call,
    notes,
    noted,
    stderr,
    path,
    /** Saves a file, and waits for what is logged then. */
    async save(name: string, content: unknown, logged: RegExp) {
      await writeFile(path(name), typeof content === 'string' ? content : JSON.stringify(content));
      return noted(logged);
    },
    async names() {
      const pets = (await (await call('/pets?limit=100')).json()) as { name: string }[];
      return pets.map(({ name }) => name);
    },
    create: (name: string, headers = {}) =>
      sendFetch(new URL(url).origin, { ...post(JSON.stringify({ name })), headers }),
    control: createControl({ url }),
    hello: async () => (await fetch(new URL('/hello', url))).text(),
  };
}

const watchFixtures = ['--fixtures', 'pets.json', '--watch'];
const hello = (text: string) => helloHandlers(`new Response(${JSON.stringify(text)})`);
const watchHandlers = ['--handlers', 'handlers.mjs', '--watch'];

test('changed fixtures replace the pets, and nothing else', async () => {
  const { create, control, save, names } = await watched({ 'pets.json': twoPets }, watchFixtures);
  await create('Created');
  await control.faults.add({ delay: 1 });
  const note = await save('pets.json', [...twoPets, { name: 'Third' }], /reloaded pets\.json/);

  expect(note).toEqual({ level: 'info', message: 'reloaded pets.json: 3 pets' });
  expect(await names()).toEqual(['Rex', 'Misty', 'Third']);
  expect(await control.requests.count({ operation: 'createPet' })).toBe(1);
  expect(await control.faults.list()).toMatchObject([{ delay: 1 }]);
});

test('the last good file stays in use if a file breaks, and the log says where it is broken', async () => {
  const { save, names } = await watched({ 'pets.json': twoPets }, watchFixtures);
  const note = await save('pets.json', '[\n  {"name": "Rex",}\n]', /not valid JSON/);
  expect(note).toEqual({
    level: 'warn',
    message:
      'Cannot read the fixtures pets.json: it is not valid JSON: line 2, column 18: property name expected, not "}"; the last good one stays',
  });
  const unknown = [{ name: 'Rex', colour: 'red' }];
  await save(
    'pets.json',
    unknown,
    /--fixtures: pets\.json\[0\] has an unknown field .*; the last good one stays/,
  );
  expect(await names()).toEqual(['Rex', 'Misty']);

  await save('pets.json', [{ name: 'Whole' }], /reloaded pets\.json: 1 pet$/);
  expect(await names()).toEqual(['Whole']);
});

test('a broken file is told of in "info", with an event, until it is mended', async () => {
  const { control, save } = await watched({ 'pets.json': twoPets }, watchFixtures);
  const events: string[] = [];
  onTestFinished(control.subscribe(({ type }) => events.push(type)));
  await expect.poll(() => events).toContain('open');
  expect((await control.info()).problems).toEqual([]);

  await save('pets.json', '[', /not valid JSON/);
  const broken =
    'Cannot read the fixtures pets.json: it is not valid JSON: line 1, column 2: close bracket expected, not the end of the file; the last good one stays';
  await expect.poll(async () => (await control.info()).problems).toEqual([broken]);
  await expect.poll(() => events).toContain('state');

  await save('pets.json', twoPets, /reloaded pets\.json/);
  await expect.poll(async () => (await control.info()).problems).toEqual([]);
});

test('a file that an editor replaces, or that goes, is watched on', async () => {
  const { save, path, names, noted } = await watched({ 'pets.json': twoPets }, watchFixtures);
  await writeFile(path('draft'), '[{"name":"Renamed"}]');
  await rename(path('draft'), path('pets.json'));
  await noted(/reloaded pets\.json: 1 pet/);
  expect(await names()).toEqual(['Renamed']);

  await rm(path('pets.json'));
  await noted(/no such file or folder; the last good one stays/);
  expect(await names()).toEqual(['Renamed']);
  await save('pets.json', twoPets, /reloaded pets\.json: 2 pets/);
});

test('a file that changes while the server starts is read again', async () => {
  // The start has read the fixtures when it loads the handlers.
  const handlers = `import { writeFileSync } from 'node:fs';
    writeFileSync('pets.json', '[{"name":"Later"}]');
    await new Promise((resolve) => setTimeout(resolve, 500));
    export default [];`;
  const files = { 'pets.json': twoPets, 'handlers.mjs': handlers };
  const { noted, names } = await watched(files, [...watchFixtures, '--handlers', 'handlers.mjs']);
  await noted(/reloaded pets\.json: 1 pet/);
  expect(await names()).toEqual(['Later']);
});

test('a file that is written in parts is read once it is whole', async () => {
  const { path, notes, noted } = await watched({ 'pets.json': twoPets }, watchFixtures);
  const end = performance.now() + 1000;
  writeFileSync(path('pets.json'), '[');
  while (performance.now() < end) appendFileSync(path('pets.json'), ' ');
  appendFileSync(path('pets.json'), '{"name":"Whole"}]');
  await noted(/reloaded pets\.json: 1 pet/);
  // A machine may halt who writes, and then it looks whole.
  expect(notes.filter(({ level }) => level === 'warn').length).toBeLessThan(3);
});

test.each(['handlers.mjs', 'handlers.cjs'])(
  'changed handlers in %s answer from then on, and pets stay',
  async (file) => {
    const module = (text: string) =>
      hello(text).replace('export default', file.endsWith('.cjs') ? 'module.exports =' : '$&');
    const args = ['--handlers', file, '--watch'];
    const dev = await watched({ [file]: module('one') }, args);
    await dev.create('Created');
    expect(await dev.hello()).toBe('one');

    await dev.save(file, module('two'), /reloaded handlers\.[mc]js: 1 handler$/);
    expect(await dev.hello()).toBe('two');
    expect(await dev.names()).toContain('Created');
  },
);

test('handlers that fail later leave the server running', async () => {
  const cwd = await folderWith({ 'handlers.mjs': hello('one') });
  const { url, until } = await startCommand(['--log', 'json', ...watchHandlers], { cwd });
  const late = `Promise.reject(new Error('too late'));\n${hello('two')}`;
  await writeFile(join(cwd, 'handlers.mjs'), late);
  await until('stderr', /"Error: too late".*handlers\.mjs/);
  expect(await (await fetch(new URL('/hello', url))).text()).toBe('two');
});

const count = (name: string) => `export default [{
  name: ${JSON.stringify(name)}, method: 'GET', path: '/count/${name}',
  run: ({ pets }) => ({ status: 200, body: pets.count() }),
}];`;
const operations = ['--operations', 'operations.mjs'];

test('changed operations replace the routes, and broken ones leave the last good ones', async () => {
  const files = { 'operations.mjs': count('one') };
  const { create, call, control, save } = await watched(files, [...operations, '--watch']);
  const ask = async (name: string) => {
    const response = await call(`/count/${name}`);
    return response.ok ? await response.json() : response.status;
  };
  await create('Created');
  await control.faults.add({ operation: 'one', delay: 1 });
  expect([await ask('one'), await ask('two')]).toEqual([26, 404]);

  const told = /reloaded operations\.mjs: 1 operation; removed 1 fault of gone operations$/;
  await save('operations.mjs', count('two'), told);
  expect([await ask('one'), await ask('two')]).toEqual([404, 26]);

  await save(
    'operations.mjs',
    count('t-w-o'),
    /Operation .*t-w-o.*: .*name.*the last good one stays/,
  );
  expect(await ask('two')).toBe(26);
});

test('a renamed operation and the fault that names it are used once both are saved', async () => {
  const scenariosOf = (operation: string) => ({ slow: { faults: [{ operation, delay: 1 }] } });
  const files = { 'operations.mjs': count('one'), 'scenarios.json': scenariosOf('one') };
  const flags = [...operations, '--scenarios', 'scenarios.json', '--watch'];
  const { call, save } = await watched(files, flags);
  await save('operations.mjs', count('two'), /faults\[0\]\.operation.* the last good one stays/);
  await save('scenarios.json', '{', /not valid JSON.* the last good one stays/);
  expect((await call('/count/one')).status).toBe(200);
  const told = /reloaded scenarios\.json: 1 scenario, and the operations that were refused before$/;
  await save('scenarios.json', scenariosOf('two'), told);
  expect((await call('/count/two')).status).toBe(200);

  await save('scenarios.json', scenariosOf('three'), /three"; the last good one stays/);
  const both = /reloaded operations\.mjs: 1 operation, and the scenarios that were refused before$/;
  await save('operations.mjs', count('three'), both);
  expect((await call('/count/three')).status).toBe(200);
});

test('with --isolate, the catalogs of all keys get the new pets', async () => {
  const { create, save, names } = await watched({ 'pets.json': twoPets }, [
    ...watchFixtures,
    '--isolate',
  ]);
  for (const key of ['key-one', 'key-other']) await create(`Of ${key}`, { 'X-API-Key': key });
  const { message } = await save('pets.json', [{ name: 'New' }], /reloaded pets/);
  expect(message).toContain('1 pet in each of 3 catalogs');
  expect(await names()).toEqual(['New']);
});

test('--watch says at the start that it watches neither the config file nor the dialect', async () => {
  const files = {
    'pets.json': twoPets,
    'dialect.json': { createStatus: 200 },
    'mock.json': { fixtures: 'pets.json' },
  };
  const flags = ['--config', 'mock.json', '--dialect', 'dialect.json', '--watch'];
  const { stderr } = await watched(files, flags);
  for (const file of ['the config file mock.json', 'the dialect dialect.json']) {
    const words = `--watch does not watch ${file}: a change of it needs a new start\n`;
    expect(stderr).toContain(words);
  }
});
