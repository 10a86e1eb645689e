import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtInScenarios, defineConfig } from '../../src/index.ts';
import { folderWith, runCommand, spawnCommand, startCommand } from './support/command.ts';
import { loadsTypeScript } from './support/scripts.ts';

const name = 'pet-catalog-mock.config';
const rex = { name: 'Rex', tag: 'dog', id: 'rex' };

test.each([
  [`${name}.json`, '{"pets": 2}'],
  [`${name}.mjs`, 'export default { pets: 2, seed: undefined };'],
  [`${name}.js`, 'export default { pets: 2 };'],
  [`${name}.js`, 'module.exports = { pets: 2 };'],
])('%s in the current folder is found by itself: %s', async (file, content) => {
  const cwd = await folderWith({ [file]: content });
  const command = await startCommand(['--log', 'none'], { cwd });

  expect(await (await command.call('/pets')).json()).toHaveLength(2);
  expect(await command.stop()).toMatchObject({
    stdout: `ready on ${command.url}\n`,
    code: 0,
  });
});

test('a flag and a variable that name another one go before it', async () => {
  const cwd = await folderWith({ [`${name}.json`]: { pets: 2 }, 'three.json': { pets: 3 } });
  for (const [args, env] of [
    [['--config', 'three.json'], {}],
    [[], { PET_CATALOG_CONFIG: 'three.json' }],
  ] as const) {
    const { call } = await startCommand(args, { cwd, env });
    expect(await (await call('/pets')).json()).toHaveLength(3);
  }
  const { call } = await startCommand([], { cwd, env: { PET_CATALOG_CONFIG: '' } });
  expect(await (await call('/pets')).json()).toHaveLength(2);
});

test('two of them are wrong usage, and one that is named is not', async () => {
  const cwd = await folderWith({
    [`${name}.json`]: {},
    [`${name}.mjs`]: 'export default { pets: 3 };',
  });

  expect(await runCommand(['--port', '0'], { cwd })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(
      `There is more than one config file here: ${name}.mjs and ${name}.json. Keep one of them, or name one with --config FILE`,
    ) as string,
  });
  const { call } = await startCommand(['--config', `${name}.mjs`], { cwd });
  expect(await (await call('/pets')).json()).toHaveLength(3);
});

test('"wait" and the help do not read it', async () => {
  const cwd = await folderWith({ [`${name}.json`]: '{', [`${name}.mjs`]: 'throw 1;' });
  const { url } = await startCommand();

  expect((await runCommand(['wait', '--url', url], { cwd })).code).toBe(0);
  expect((await runCommand(['--help'], { cwd })).code).toBe(0);
});

test('a module may hold what is otherwise in files of its own', async () => {
  const cwd = await folderWith({
    [`${name}.mjs`]: `import { http, HttpResponse } from 'msw';
      export default {
        fixtures: [${JSON.stringify(rex)}],
        scenarios: { monday: { delay: 1 } },
        scenario: 'monday',
        handlers: [http.get('/v2/hello', () => HttpResponse.text('hello'))],
        delay: '0-1',
      };`,
  });
  await symlink(join(process.cwd(), 'node_modules'), join(cwd, 'node_modules'));
  const { call } = await startCommand(['--log', 'none'], { cwd });

  expect(await (await call('/pets')).json()).toEqual([rex]);
  expect(await (await call('/hello')).text()).toBe('hello');
});

test('a module may name files, which are found from its own folder', async () => {
  const folder = await folderWith({
    'mock.mjs': `export default { fixtures: 'pets.json', scenarios: './scenarios.mjs', scenario: 'one' };`,
    'scenarios.mjs': 'export default { one: {} };',
    'pets.json': [rex],
  });
  const { call } = await startCommand(['--config', join(folder, 'mock.mjs')]);

  expect(await (await call('/pets')).json()).toEqual([rex]);
});

const wrong: [content: string, code: number, message: string][] = [
  ['export default 5;', 2, 'mock.mjs must have an object with the options by their names as its'],
  ['export default () => ({});', 2, 'mock.mjs must have an object with the options'],
  ['export const pets = 3;', 2, 'mock.mjs must have an object with the options'],
  ['export default { fixture: [] };', 2, 'unknown key "fixture" (did you mean "fixtures"?)'],
  [
    'export default { fixtures: 5 };',
    2,
    '"fixtures" in mock.mjs must be the path of a file, or an array of pets or a snapshot, not 5',
  ],
  [
    'export default { fixtures: [{ tag: "dog" }] };',
    1,
    '"fixtures" in mock.mjs: fixtures[0] lacks the field "name"',
  ],
  [
    'export default { scenarios: [] };',
    2,
    '"scenarios" in mock.mjs must be the path of a file, or an object of scenarios by their names',
  ],
  ['export default { scenarios: { a: { pet: 1 } } };', 1, '"scenarios" in mock.mjs: '],
  [
    'export default { handlers: [{}] };',
    2,
    '"handlers" in mock.mjs: item 0 is not an msw request handler',
  ],
  [
    'export default { pets: 3, fixtures: [] };',
    2,
    '"pets" in mock.mjs must not be given beside "fixtures" in mock.mjs',
  ],
  ['export default { pets: "3" };', 2, '"pets" in mock.mjs must be a whole number from 0'],
  ['export default { tls: { cert: 1 } };', 2, '"tls.cert" in mock.mjs must be the path of a file'],
  ['export default {', 1, 'Cannot load the config file mock.mjs: Unexpected end of input'],
  ['throw new Error("not today");', 1, 'Cannot load the config file mock.mjs: not today'],
  ['await new Promise(() => {});', 1, 'mock.mjs: it awaits something that never comes'],
  [
    'export default { baseUrl: "/docs/v2" };',
    2,
    '"baseUrl" in mock.mjs must be a path that is not at or below /docs, which is taken, not "/docs/v2"',
  ],
  ['throw null;', 1, 'Cannot load the config file mock.mjs: it threw null'],
  [
    'export default { get pets() { throw new Error("not today"); } };',
    1,
    'Cannot use the config file mock.mjs: not today (',
  ],
  [
    'export default { get pets() { throw null; } };',
    1,
    'Cannot use the config file mock.mjs: it threw null',
  ],
];

test.each(wrong)(
  'the config module "%s" is refused with a message',
  async (content, code, message) => {
    const cwd = await folderWith({ 'mock.mjs': content });
    const ended = await runCommand(['--config', 'mock.mjs', '--port', '0'], { cwd });

    expect(ended.stderr).toContain(message);
    expect(ended).toMatchObject({ code, stdout: '' });
  },
);

test('a config module that does not finish loading is said to be so, and ends at a signal', async () => {
  const cwd = await folderWith({
    'mock.mjs': 'setInterval(() => {}, 1000);\nawait new Promise(() => {});',
  });
  const command = spawnCommand(['--config', 'mock.mjs'], { cwd });
  await command.until(
    'stderr',
    /the config file mock\.mjs is still loading: it awaits something\n/,
  );
  command.child.kill('SIGTERM');

  expect(await command.ended).toMatchObject({ code: 0, signal: null });
});

const typed = { 'mock.ts': 'export default { pets: 3 as number };' };

test.runIf(loadsTypeScript)(
  'a config file may be in TypeScript where Node loads that',
  async () => {
    const cwd = await folderWith(typed);
    const { call } = await startCommand(['--config', 'mock.ts'], { cwd });

    expect(await (await call('/pets')).json()).toHaveLength(3);
  },
);

test.skipIf(loadsTypeScript)('a config file in TypeScript needs a Node that loads it', async () => {
  const cwd = await folderWith(typed);
  const { stderr, code } = await runCommand(['--config', 'mock.ts', '--port', '0'], { cwd });

  expect(code).toBe(1);
  const { node: version } = process.versions;
  expect(stderr).toContain(
    `Cannot load the config file mock.ts: Node ${version} does not load TypeScript`,
  );
});

test('defineConfig gives what it gets, and has types for values and for paths', () => {
  const config = { pets: 3, delay: '100-300' };
  expect(defineConfig(config)).toBe(config);
  defineConfig({ fixtures: [rex], scenarios: { ...builtInScenarios, monday: { pets: 3 } } });
  defineConfig({ fixtures: 'pets.json', scenarios: './scenarios.mjs', handlers: './handlers.mjs' });
  defineConfig({ handlers: [], tls: { cert: 'cert.pem', key: 'key.pem' }, cors: false });
  // @ts-expect-error There is no such option.
  defineConfig({ petz: 3 });
  // @ts-expect-error A number is no text.
  defineConfig({ port: '4020' });
});
