import { expect, test } from 'vitest';
import { builtInScenarios, defineConfig } from '../../src/index.ts';
import { folderWith, startCommand } from './support/command.ts';
import { runHere, startHere } from './support/in-process.ts';
import { helloHandlers, loadsTypeScript } from './support/scripts.ts';

const name = 'pet-catalog-mock.config';
const rex = { name: 'Rex', id: 'rex' };

test.each([
  [`${name}.json`, '{"pets": 2}'],
  [`${name}.mjs`, 'export default { pets: 2, seed: undefined };'],
  [`${name}.js`, 'export default { pets: 2 };'],
  [`${name}.js`, 'module.exports = { pets: 2 };'],
])('%s in the current folder is found by itself: %s', async (file, content) => {
  const cwd = await folderWith({ [file]: content });
  const { call } = await startHere([], { cwd });
  expect(await (await call('/pets')).json()).toHaveLength(2);
});

test.each([
  ['three.json', 3],
  ['', 2],
])('a variable that names another one goes before it: %j', async (file, count) => {
  const cwd = await folderWith({ [`${name}.json`]: { pets: 2 }, 'three.json': { pets: 3 } });
  const { call } = await startHere([], { cwd, env: { PET_CATALOG_CONFIG: file } });
  expect(await (await call('/pets')).json()).toHaveLength(count);
});

test('"wait" and the help do not read it', async () => {
  const cwd = await folderWith({ [`${name}.json`]: '{', [`${name}.mjs`]: 'throw 1;' });
  const { url } = await startHere();

  expect((await runHere(['wait', '--url', url], { cwd })).code).toBe(0);
  expect((await runHere(['--help'], { cwd })).code).toBe(0);
});

test('a config module may contain fixtures, scenarios, operations and handlers', async () => {
  const cwd = await folderWith({
    [`${name}.mjs`]: `${helloHandlers("new Response('hello')").replace('export default', 'const handlers =')}
      const fixtures = [${JSON.stringify(rex)}];
      const scenarios = { monday: { delay: 1 } };
      const dialect = { missingTag: 'absent' };
      export default { dialect, fixtures, scenarios, scenario: 'monday', handlers, delay: '0-1' };`,
  });
  const { call } = await startHere([], { cwd });

  expect(await (await call('/pets')).json()).toEqual([rex]);
  expect(await (await call('/hello')).text()).toBe('hello');
});

test.runIf(loadsTypeScript)(
  'a config file may be in TypeScript where Node loads that',
  async () => {
    const cwd = await folderWith({ 'mock.ts': 'export default { pets: 3 as number };' });
    const { call } = await startCommand(['--config', 'mock.ts'], { cwd });

    expect(await (await call('/pets')).json()).toHaveLength(3);
  },
);

test('defineConfig gives what it gets, and has types for values and for paths', () => {
  const config = { pets: 3, delay: '100-300' };
  expect(defineConfig(config)).toBe(config);
  defineConfig({ fixtures: [rex], scenarios: { ...builtInScenarios, monday: { pets: 3 } } });
  defineConfig({ fixtures: 'pets.json', scenarios: './scenarios.mjs', handlers: './handlers.mjs' });
  defineConfig({ handlers: [], tls: { cert: 'cert.pem', key: 'key.pem' }, cors: false });
  // @ts-expect-error This option does not exist.
  defineConfig({ petz: 3 });
  // @ts-expect-error A number, not a text.
  defineConfig({ port: '4020' });
});

test('fixtures and scenarios may have the fields that a dialect keeps', async () => {
  const fixtures = [{ name: 'Rex', tag: '', colour: 'red', id: 'rex' }];
  const cwd = await folderWith({
    'dialect.json': { unknownFields: 'keep' },
    'pets.json': fixtures,
    'week.cjs': `module.exports = ${JSON.stringify({ monday: { fixtures } })};`,
  });
  const files = ['--fixtures', 'pets.json', '--scenarios', 'week.cjs', '--scenario', 'monday'];
  const { call } = await startHere(['--dialect', 'dialect.json', ...files], { cwd });
  expect(await (await call('/pets')).json()).toEqual(fixtures);
});
