import { resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { commands, runArguments } from '../../src/cli/arguments.ts';
import { readConfigFile } from '../../src/cli/config-file.ts';
import { chooseSettings, commandOptions, type Setting } from '../../src/cli/settings.ts';
import { folderWith } from '../support/folder.ts';
import { startHere } from './support/in-process.ts';

afterEach(() => vi.unstubAllEnvs());

/** An option as a flag, as a variable and in a config file, and what the first two make of it. */
type Case = [
  option: string,
  flag: string[],
  variable: string,
  config: unknown,
  fromFlag: unknown,
  fromVariable: unknown,
  /** Where it is not the value in the file itself. */
  fromConfig?: (folder: string) => unknown,
];

const files = ['fixtures', 'scenarios', 'dialect', 'handlers', 'operations', 'tls.cert', 'tls.key'];
const ofA = 'https://a.example';
const ofBoth = [ofA, 'https://b.example'];

const cases: Case[] = [
  ['pets', ['--pets', '11'], 'PET_CATALOG_PETS=12', 13, 11, 12],
  ['seed', ['--seed', '11'], 'PET_CATALOG_SEED=12', 13, 11, 12],
  ['journalSize', ['--journal-size', '11'], 'PET_CATALOG_JOURNAL_SIZE=12', 13, 11, 12],
  ['maxPets', ['--max-pets', '11'], 'PET_CATALOG_MAX_PETS=12', 13, 11, 12],
  ['maxBodyBytes', ['--max-body-bytes', '11'], 'PET_CATALOG_MAX_BODY_BYTES=12', 13, 11, 12],
  ['port', ['--port', '4011'], 'PORT=4012', 4013, 4011, 4012],
  ['port', ['-p', '4011'], 'PORT=4012', 4013, 4011, 4012],
  ['locale', ['--locale', 'de'], 'PET_CATALOG_LOCALE=ja', 'pt-BR', 'de', 'ja'],
  ['host', ['--host', 'localhost'], 'HOST=::1', '127.0.0.2', 'localhost', '::1'],
  ['baseUrl', ['--base-path', '/a'], 'PET_CATALOG_BASE_PATH=/b', '/c', '/a', '/b'],
  ['log', ['--log', 'none'], 'PET_CATALOG_LOG=json', 'pretty', 'none', 'json'],
  ['adminToken', ['--admin-token', 'a'], 'PET_CATALOG_ADMIN_TOKEN=b', 'c', 'a', 'b'],
  ['scenario', ['--scenario', 'empty'], 'PET_CATALOG_SCENARIO=down', 'my own', 'empty', 'down'],
  [
    'delay',
    ['--delay', '100-300'],
    'PET_CATALOG_DELAY=250',
    '1-2',
    { min: 100, max: 300 },
    250,
    () => ({ min: 1, max: 2 }),
  ],
  [
    'delay',
    ['--delay', 'p50=300,p99=3000'],
    'PET_CATALOG_DELAY= p99 = 30 , p50 = 3 ',
    'p50=1,p99=2',
    { p50: 300, p99: 3000 },
    { p50: 3, p99: 30 },
    () => ({ p50: 1, p99: 2 }),
  ],
  [
    'apiKeys',
    ['--api-key', 'a', '--api-key', 'b,c'],
    'PET_CATALOG_API_KEYS=d, e,',
    ['f'],
    ['a', 'b,c'],
    ['d', 'e'],
  ],
  ['isolate', ['--isolate'], 'PET_CATALOG_ISOLATE=false', true, true, false],
  ['isolate', ['--isolate', 'X-A'], 'PET_CATALOG_ISOLATE=X-B', 'X-C', 'X-A', 'X-B'],
  ['admin', ['--no-admin'], 'PET_CATALOG_ADMIN=1', false, false, true],
  [
    'cors',
    ['--cors-origin', ofBoth.join(', ')],
    'PET_CATALOG_CORS_ORIGIN=false',
    '*',
    ofBoth,
    false,
  ],
  ['cors', ['--no-cors'], `PET_CATALOG_CORS_ORIGIN=${ofA}`, '*', false, ofA],
  ...files.map((option): Case => [
    option,
    [`--${option.replace('.', '-')}`, 'a/flag'],
    `PET_CATALOG_${option.replace('.', '_').toUpperCase()}=/a/variable`,
    './config',
    resolve('a/flag'),
    '/a/variable',
    (folder) => resolve(folder, 'config'),
  ]),
];

test.each(cases)(
  '%s: %j goes before %s, and that before the config file',
  async (option, flag, variable, value, fromFlag, fromVariable, fromConfig = () => value) => {
    const [name, part] = option.split('.') as [string, string?];
    const folder = await folderWith({
      'mock.json': { [name]: part === undefined ? value : { [part]: value } },
    });
    const config = await readConfigFile(`${folder}/mock.json`);
    const [, key, text] = /^(\w+)=(.*)$/.exec(variable)!;
    const env = { [key!]: text! };
    const valueOf = async (args: string[], variables: Record<string, string>, inFile: Setting[]) =>
      chooseSettings(await settingsOf(args, variables), inFile).get(option)?.value;

    expect(await valueOf(flag, env, config)).toEqual(fromFlag);
    expect(await valueOf([], env, config)).toEqual(fromVariable);
    expect(await valueOf([], {}, config)).toEqual(fromConfig(folder));
    expect(await valueOf([], {}, [])).toBeUndefined();
    expect(await valueOf([], { [key!]: '' }, config)).toEqual(fromConfig(folder));
  },
);

test('every flag is in the cases above', () => {
  const tested = cases.map(([, [flag]]) => flag);
  const names = commandOptions.flatMap(
    ({ flag = '', off }) => `${flag} ${off?.flag ?? ''}`.match(/--?[a-z-]+/g) ?? [],
  );
  expect(names.toSorted()).toEqual([...new Set(tested)].toSorted());
});

test('a value that another overrules is not looked at', async () => {
  const given = await settingsOf(['--pets', '3'], { PET_CATALOG_PETS: 'many' });
  expect(chooseSettings(given, []).get('pets')?.value).toBe(3);
});

const pets = ['--pets', '3'];
const fixtures = ['--fixtures', 'f.json'];
const petsVariable = { PET_CATALOG_PETS: '4' };
const fixturesVariable = { PET_CATALOG_FIXTURES: 'v.json' };

test.each<[string, string[], Record<string, string>, object, string[]]>([
  ['a flag over a variable', pets, fixturesVariable, {}, ['pets']],
  ['a flag over both', fixtures, petsVariable, { pets: 5 }, ['fixtures']],
  ['a variable over a config file', [], petsVariable, { fixtures: 'c.json' }, ['pets']],
  ['both as flags', [...pets, ...fixtures], {}, {}, ['pets', 'fixtures']],
  ['both as variables', [], { ...petsVariable, ...fixturesVariable }, {}, ['pets', 'fixtures']],
  ['both in a config file', [], {}, { pets: 5, fixtures: 'c.json' }, ['pets', 'fixtures']],
])(
  'of pets and fixtures the strongest source decides: %s',
  async (_what, args, env, inFile, names) => {
    const folder = await folderWith({ 'mock.json': inFile });
    const config = await readConfigFile(`${folder}/mock.json`);

    expect([...chooseSettings(await settingsOf(args, env), config).keys()]).toEqual(names);
  },
);

test('the command does as flag, variable and config file say, in that order', async () => {
  const folder = await folderWith({
    'mock.json': { seed: 1, baseUrl: '/config', fixtures: 'pets.json' },
    'pets.json': [{ name: 'Rex', id: 'rex' }],
  });
  const command = await startHere(['--base-path', '/flag', '--config', `${folder}/mock.json`], {
    env: { PET_CATALOG_BASE_PATH: '/variable', PET_CATALOG_CONFIG: '/nowhere.json' },
  });

  expect(new URL(command.url).pathname).toBe('/flag');
  expect(await (await command.call('/pets')).json()).toEqual([{ name: 'Rex', tag: '', id: 'rex' }]);
});

/** What the command reads from flags and variables. */
async function settingsOf(args: string[], env: Record<string, string> = {}) {
  for (const { variable } of commandOptions) vi.stubEnv(variable!, env[variable!]);
  const serve = vi.fn<typeof commands.serve>(async () => {});
  await runArguments(args, () => {}, { ...commands, serve });
  return serve.mock.calls[0]![0].settings;
}
