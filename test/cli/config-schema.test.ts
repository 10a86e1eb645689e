import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { readConfigFile } from '../../src/cli/config-file.ts';
import { createConfigSchema } from '../../src/cli/config-schema.ts';
import { chooseSettings, commandOptions } from '../../src/cli/settings.ts';
import { serverOptions, type Option } from '../../src/controls/options.ts';
import { serverDefaults } from '../../src/server/options.ts';
import { documents, read } from '../docs/support/documents.ts';
import { folderWith } from './support/command.ts';

const schema = createConfigSchema() as {
  properties: Record<string, { description?: string; default?: unknown }>;
};
const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

/** Whether the command takes a config file, before it reads the files that it names. */
async function isTaken(content: unknown): Promise<boolean> {
  const folder = await folderWith({ 'mock.json': content });
  return readConfigFile(`${folder}/mock.json`)
    .then((settings) => chooseSettings([], settings))
    .then(() => true)
    .catch(() => false);
}

/** For each option, values that are good, values that are not, and those that the command alone refuses. */
const values: Record<string, { good: unknown[]; bad: unknown[]; late?: unknown[] }> = {
  pets: { good: [0, 25, 1_000_000], bad: [-1, 1.5, 1_000_001, '25', null] },
  seed: { good: [0, 2 ** 53 - 1], bad: [-1, '1'] },
  fixtures: { good: ['pets.json', [], [{ name: 'Rex' }], {}], bad: ['', 5, null] },
  maxPets: { good: [0, 5], bad: [-1, '5'] },
  apiKeys: { good: [['a'], ['a', ' b ']], bad: [[], [''], [' \u00a0'], 'a', [1]] },
  isolate: {
    good: [true, false, 'X-Test-Id', 'yes-1'],
    bad: [1],
    late: ['yes', 'TRUE', 'oFf', '', 'X Test'],
  },
  scenarios: { good: ['scenarios.json', 'scenarios.mjs', { monday: {} }], bad: ['', [], null] },
  operations: { good: ['operations.js'], bad: ['', []] },
  collections: { good: [[]], bad: ['photos', {}] },
  fields: { good: [{}], bad: [], late: ['breed', []] },
  dialect: { good: ['dialect.json', {}, { createStatus: 200 }], bad: ['', [], null] },
  scenario: { good: ['slow', 'my own'], bad: ['', 1, null] },
  delay: {
    good: [0, 250, '250', ' 100 - 300 ', { min: 1, max: 2 }, { p50: 2, p99: 2 }, ' p99 = 3,p50=1 '],
    bad: [{ p50: 1 }, { p50: 0, p99: 1 }, -1, { min: 1 }, { min: 1, max: 2, mean: 1 }, true],
    late: ['', '1-', 'p50=1', 'p50=1,p50=2', 'p50=1,p99='],
  },
  journalSize: { good: [0, 1000], bad: [-1, 1_000_001] },
  maxBodyBytes: { good: [0, 2 ** 28], bad: [2 ** 28 + 1, '1'] },
  baseUrl: {
    good: ['/v2', '/', '/a/b/', '*/v2', '*', 'HTTP://pets.example:80', '/..a'],
    bad: [1],
    late: ['', 'v2', '/v2?x', '/v2#x', '/v2*?', 'a*/v2', '/a//b', '/a b', 'ftp://x', 'http://'],
  },
  locale: {
    good: ['en', 'de', 'pt-BR', 'pt_BR', 'PT-br', 'de-AT', 'zh-Hant-TW'],
    bad: [1, null],
    late: ['', 'xx', 'german', 'de.UTF-8'],
  },
  port: { good: [0, 65535], bad: [-1, 65536, '80', 1.5] },
  host: { good: ['localhost', '::1'], bad: ['', 1] },
  tls: {
    good: [{}, { cert: 'c' }, { cert: 'c', key: 'k' }],
    bad: ['c', [], { ca: 'c' }, { cert: '' }],
  },
  cors: {
    good: ['*', 'http://[::1]:5173', ['https://a.example', '*'], ['ws://a', 'ftp://a'], false],
    bad: ['app', '', [], true, 'https://app.example/', 'HTTPS://app.example', ['x'], 'mailto:a'],
  },
  handlers: { good: ['handlers.js'], bad: ['', []] },
  log: { good: ['pretty', 'json', 'none'], bad: ['xml', true] },
  admin: { good: [true, false], bad: ['false', 0] },
  adminToken: { good: ['secret'], bad: ['', 'a b', 'a\u007F', 'ü', 1] },
};

test('the values below are of each option', () => {
  expect(Object.keys(values)).toEqual(Object.keys(serverOptions));
});

const cases = Object.entries(values).flatMap(([name, lists]) =>
  Object.entries(lists).flatMap(([kind, all]) =>
    all.map((value) => ({
      content: { [name]: value },
      schema: kind !== 'bad',
      command: kind === 'good',
    })),
  ),
);

test.each([
  ...cases,
  { content: {}, schema: true, command: true },
  { content: { $schema: './config.schema.json', pets: 3 }, schema: true, command: true },
  { content: { prot: 1 }, schema: false, command: false },
  { content: { portFile: 'port' }, schema: false, command: false },
  { content: [], schema: false, command: false },
])('the schema agrees with the command about $content', async ({ content, ...taken }) => {
  expect({ schema: validate(content), command: await isTaken(content) }).toEqual(taken);
});

test('the schema describes dialects, fixtures and scenarios', () => {
  const bad = [
    { dialect: { createStatus: 202 } },
    { dialect: { status: 200 } },
    { fixtures: ['Rex'] },
    { scenarios: { monday: 3 } },
  ];
  expect(bad.filter((content) => validate(content))).toEqual([]);
});

test('each option has a description, and a default if that is a value', () => {
  const defaults = { ...serverDefaults, log: undefined };
  for (const [name, { description }] of Object.entries<Option>(serverOptions)) {
    expect(schema.properties[name]).toMatchObject({ description });
    expect(schema.properties[name]!.default).toEqual(defaults[name as keyof typeof defaults]);
  }
});

test('the package has it as a file', async () => {
  expect(JSON.parse(await readFile('dist/config.schema.json', 'utf8'))).toEqual(schema);
});

test('the config files in the documents and in the help fit it', () => {
  const text = [...documents(), 'src/cli/help.ts'].map(read).join('\n');
  const texts = text.matchAll(/(?<=^ {2}|`)\{"[a-zA-Z]+": .*\}(?=`|$)/gm);
  const names = new Set(commandOptions.map(({ name }) => name.split('.')[0]));
  const configs = [...texts]
    .map(([example]) => JSON.parse(example) as Record<string, unknown>)
    .filter((config) => Object.keys(config).every((key) => names.has(key)));
  expect(configs.length).toBeGreaterThan(0);
  expect(configs.filter((config) => !validate(config))).toEqual([]);
});
