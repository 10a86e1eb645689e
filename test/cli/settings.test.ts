import { resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readArguments } from '../../src/cli/arguments.ts';
import { readConfigFile } from '../../src/cli/config-file.ts';
import { chooseSettings, commandOptions, type Setting } from '../../src/cli/settings.ts';
import { folderWith, startCommand } from './support/command.ts';

afterEach(() => vi.unstubAllEnvs());

/** For each option: as a flag, as a variable, in a config file, and what each makes of it. */
const cases: {
  option: string;
  flag: string[];
  variable: [string, string];
  config: unknown;
  fromFlag: unknown;
  fromVariable: unknown;
  /** Where it is not the value in the file itself. */
  fromConfig?: (folder: string) => unknown;
}[] = [
  number('pets', '--pets', 'PET_CATALOG_PETS'),
  number('seed', '--seed', 'PET_CATALOG_SEED'),
  number('journalSize', '--journal-size', 'PET_CATALOG_JOURNAL_SIZE'),
  number('maxPets', '--max-pets', 'PET_CATALOG_MAX_PETS'),
  number('maxBodyBytes', '--max-body-bytes', 'PET_CATALOG_MAX_BODY_BYTES'),
  number('port', '--port', 'PORT'),
  number('port', '-p', 'PORT'),
  text('locale', '--locale', 'PET_CATALOG_LOCALE', ['de', 'ja', 'pt-BR']),
  text('host', '--host', 'HOST', ['localhost', '::1', '127.0.0.2']),
  text('baseUrl', '--base-path', 'PET_CATALOG_BASE_PATH', ['/a', '/b', '/c']),
  text('log', '--log', 'PET_CATALOG_LOG', ['none', 'json', 'pretty']),
  text('adminToken', '--admin-token', 'PET_CATALOG_ADMIN_TOKEN', ['one', 'two', 'three']),
  {
    option: 'delay',
    flag: ['--delay', '100-300'],
    variable: ['PET_CATALOG_DELAY', '250'],
    config: '1-2',
    fromConfig: () => ({ min: 1, max: 2 }),
    fromFlag: { min: 100, max: 300 },
    fromVariable: 250,
  },
  {
    option: 'delay',
    flag: ['--delay', 'p50=300,p99=3000'],
    variable: ['PET_CATALOG_DELAY', ' p99 = 30 , p50 = 3 '],
    config: 'p50=1,p99=2',
    fromConfig: () => ({ p50: 1, p99: 2 }),
    fromFlag: { p50: 300, p99: 3000 },
    fromVariable: { p50: 3, p99: 30 },
  },
  text('scenario', '--scenario', 'PET_CATALOG_SCENARIO', ['empty', 'down', 'my own']),
  {
    option: 'apiKeys',
    flag: ['--api-key', 'a', '--api-key', 'b,c'],
    variable: ['PET_CATALOG_API_KEYS', 'd, e,'],
    config: ['f'],
    fromFlag: ['a', 'b,c'],
    fromVariable: ['d', 'e'],
  },
  {
    option: 'isolate',
    flag: ['--isolate'],
    variable: ['PET_CATALOG_ISOLATE', 'false'],
    config: true,
    fromFlag: true,
    fromVariable: false,
  },
  {
    option: 'isolate',
    flag: ['--isolate', 'X-Test-Id'],
    variable: ['PET_CATALOG_ISOLATE', 'X-Worker'],
    config: 'X-Suite',
    fromFlag: 'X-Test-Id',
    fromVariable: 'X-Worker',
  },
  {
    option: 'admin',
    flag: ['--no-admin'],
    variable: ['PET_CATALOG_ADMIN', '1'],
    config: false,
    fromFlag: false,
    fromVariable: true,
  },
  {
    option: 'fastLane',
    flag: ['--no-fast-lane'],
    variable: ['PET_CATALOG_FAST_LANE', 'TRUE'],
    config: false,
    fromFlag: false,
    fromVariable: true,
  },
  {
    option: 'cors',
    flag: ['--cors-origin', 'https://a.example, https://b.example'],
    variable: ['PET_CATALOG_CORS_ORIGIN', 'false'],
    config: '*',
    fromFlag: ['https://a.example', 'https://b.example'],
    fromVariable: false,
  },
  {
    option: 'cors',
    flag: ['--no-cors'],
    variable: ['PET_CATALOG_CORS_ORIGIN', 'https://a.example'],
    config: '*',
    fromFlag: false,
    fromVariable: 'https://a.example',
  },
  file('fixtures', '--fixtures', 'PET_CATALOG_FIXTURES'),
  file('scenarios', '--scenarios', 'PET_CATALOG_SCENARIOS'),
  file('dialect', '--dialect', 'PET_CATALOG_DIALECT'),
  file('handlers', '--handlers', 'PET_CATALOG_HANDLERS'),
  file('operations', '--operations', 'PET_CATALOG_OPERATIONS'),
  file('tls.cert', '--tls-cert', 'PET_CATALOG_TLS_CERT'),
  file('tls.key', '--tls-key', 'PET_CATALOG_TLS_KEY'),
];

test.each(cases)(
  '$option: $flag goes before its variable, and that before the config file',
  async (one) => {
    const [name, part] = one.option.split('.') as [string, string?];
    const folder = await folderWith({
      'mock.json': { [name]: part === undefined ? one.config : { [part]: one.config } },
    });
    const config = await readConfigFile(`${folder}/mock.json`);
    const [variable] = one.variable;
    const env = Object.fromEntries([one.variable]);
    const valueOf = (args: string[], variables: Record<string, string>, inFile: Setting[]) =>
      chooseSettings(settingsOf(args, variables), inFile).get(one.option)?.value;

    expect(valueOf(one.flag, env, config)).toEqual(one.fromFlag);
    expect(valueOf([], env, config)).toEqual(one.fromVariable);
    const inConfig = valueOf([], {}, config);
    expect(inConfig).toEqual(one.fromConfig?.(folder) ?? one.config);
    expect(valueOf([], {}, [])).toBeUndefined();
    expect(valueOf([], { [variable]: '' }, config)).toEqual(inConfig);
  },
);

test('every flag is in the cases above', () => {
  const tested = cases.map(({ flag }) => flag[0]);
  const names = commandOptions.flatMap(({ flag = '', off }) =>
    `${flag} ${off?.flag ?? ''}`.match(/--?[a-z-]+/g),
  );
  expect(names.toSorted()).toEqual([...new Set(tested)].toSorted());
});

test('a value that another overrules is not looked at', () => {
  const settings = chooseSettings(settingsOf(['--pets', '3'], { PET_CATALOG_PETS: 'many' }), []);
  expect(settings.get('pets')?.value).toBe(3);
});

test('the last of a flag given twice counts', () => {
  const settings = chooseSettings(settingsOf(['--pets', '3', '--pets', '4']), []);
  expect(settings.get('pets')?.value).toBe(4);
});

test('half of a pair may come from elsewhere', () => {
  const settings = chooseSettings(
    settingsOf(['--tls-cert', 'c'], { PET_CATALOG_TLS_KEY: 'k' }),
    [],
  );
  expect(settings.get('tls.cert')?.value).toBe(resolve('c'));
  expect(settings.get('tls.key')?.value).toBe(resolve('k'));
});

const pets = ['--pets', '3'];
const fixtures = ['--fixtures', 'f.json'];
const petsVariable = { PET_CATALOG_PETS: '4' };
const fixturesVariable = { PET_CATALOG_FIXTURES: 'v.json' };

test.each<[string, string[], Record<string, string>, object, string[]]>([
  ['a flag over a variable', pets, fixturesVariable, {}, ['pets']],
  ['a flag over a config file', pets, {}, { fixtures: 'c.json' }, ['pets']],
  ['a flag over both', fixtures, petsVariable, { pets: 5 }, ['fixtures']],
  ['a variable over a config file', [], petsVariable, { fixtures: 'c.json' }, ['pets']],
  ['the other way', [], fixturesVariable, { pets: 5 }, ['fixtures']],
  ['both as flags', [...pets, ...fixtures], {}, {}, ['pets', 'fixtures']],
  ['both as variables', [], { ...petsVariable, ...fixturesVariable }, {}, ['pets', 'fixtures']],
  ['both in a config file', [], {}, { pets: 5, fixtures: 'c.json' }, ['pets', 'fixtures']],
])(
  'of pets and fixtures the strongest source decides: %s',
  async (_what, args, env, inFile, names) => {
    const folder = await folderWith({ 'mock.json': inFile });
    const config = await readConfigFile(`${folder}/mock.json`);

    expect([...chooseSettings(settingsOf(args, env), config).keys()]).toEqual(names);
  },
);

test('the command does as flag, variable and config file say, in that order', async () => {
  const folder = await folderWith({
    'mock.json': { seed: 1, baseUrl: '/config', fixtures: 'pets.json' },
    'pets.json': [{ name: 'Rex', id: 'rex' }],
  });
  const command = await startCommand(['--base-path', '/flag', '--config', `${folder}/mock.json`], {
    env: { PET_CATALOG_BASE_PATH: '/variable', PET_CATALOG_CONFIG: '/nowhere.json' },
  });

  expect(new URL(command.url).pathname).toBe('/flag');
  expect(await (await command.call('/pets')).json()).toEqual([{ name: 'Rex', tag: '', id: 'rex' }]);
});

/** What the command reads from flags and variables. */
function settingsOf(args: string[], env: Record<string, string> = {}) {
  for (const { variable } of commandOptions) vi.stubEnv(variable!, env[variable!]);
  const request = readArguments(args, () => {});
  if (request.do !== 'serve') throw new Error('The arguments ask for something else');
  return request.settings;
}

function number(option: string, flag: string, variable: string) {
  return {
    option,
    flag: [flag, '11'],
    variable: [variable, '12'] as [string, string],
    config: 13,
    fromFlag: 11,
    fromVariable: 12,
  };
}

function text(option: string, flag: string, variable: string, values: [string, string, string]) {
  return {
    option,
    flag: [flag, values[0]],
    variable: [variable, values[1]] as [string, string],
    config: values[2],
    fromFlag: values[0],
    fromVariable: values[1],
  };
}

function file(option: string, flag: string, variable: string) {
  return {
    option,
    flag: [flag, 'a/flag'],
    variable: [variable, '/a/variable'] as [string, string],
    config: './config',
    fromConfig: (folder: string) => resolve(folder, 'config'),
    fromFlag: resolve('a/flag'),
    fromVariable: '/a/variable',
  };
}
