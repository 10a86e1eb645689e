import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { folderWith, runCommand, startCommand, type ReadyCommand } from './support/command.ts';

const monday = {
  description: 'One pet.',
  fixtures: [{ name: 'Rex', id: 'rex' }],
  faults: [{ operation: 'getPet', status: 503 }],
};
const listed = async (command: ReadyCommand) =>
  (await fetch(new URL('/__admin/scenarios', command.url))).json() as Promise<unknown>;

test.each<[string, string]>([
  ['week.json', JSON.stringify({ monday })],
  ['week.mjs', `const monday = ${JSON.stringify(monday)};\nexport default { monday };`],
  ['week.cjs', `module.exports = ${JSON.stringify({ monday })};`],
])(
  'scenarios come from %s, and the command starts with the one that is named',
  async (file, content) => {
    const cwd = await folderWith({ [file]: content });
    const command = await startCommand(['--scenarios', file, '--scenario', 'monday'], { cwd });
    expect(await (await command.call('/pets')).json()).toEqual([
      { name: 'Rex', tag: '', id: 'rex' },
    ]);
    expect((await command.call('/pets/rex')).status).toBe(503);
    expect(await listed(command)).toEqual({
      scenarios: [
        ...createPetCatalog().scenarios.list(),
        { name: 'monday', description: 'One pet.' },
      ],
      current: 'monday',
    });
  },
);

test('a config file names them from its own folder', async () => {
  const folder = await folderWith({
    'mock.json': { scenarios: 'week.json', scenario: 'monday', pets: 7 },
    'week.json': { monday, tuesday: {} },
  });
  const command = await startCommand(['--config', `${folder}/mock.json`], {
    env: { PET_CATALOG_SCENARIO: 'tuesday' },
  });
  expect(await (await command.call('/pets')).json()).toHaveLength(7);
});

test('a built-in one needs no file', async () => {
  const command = await startCommand([], { env: { PET_CATALOG_SCENARIO: 'down' } });
  const response = await command.call('/pets');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
});

const bad: [file: string, content: unknown, code: number, message: string][] = [
  [
    'week.json',
    { good: {}, monday: { faults: [{ status: 99 }] } },
    1,
    'week.json: Scenario "monday": "faults[0].status" must be a whole number from 400 to 599, not 99',
  ],
  [
    'week.json',
    { monday: { fixtures: [{}] } },
    1,
    'Scenario "monday": fixtures[0] lacks the field',
  ],
  ['week.json', [], 1, 'week.json: The scenarios must be an object of scenarios by their names'],
  ['week.json', '{"monday": {}', 1, 'week.json is not valid JSON: line 1, column 14'],
  ['week.mjs', 'export const monday = {};', 1, 'week.mjs: The scenarios must be an object'],
  ['week.mjs', 'throw new Error("broken inside")', 1, 'Cannot load the scenarios week.mjs: broken'],
  ['week.mjs', 'throw null', 1, 'Cannot load the scenarios week.mjs: it threw null'],
  [
    'week.mjs',
    'await new Promise(() => {});',
    1,
    'Cannot load the scenarios week.mjs: it awaits something that never comes',
  ],
  ['week.json', { monday: { pets: 9 } }, 2, 'Scenario "monday": "pets" must be at most "maxPets"'],
  ['week.json', { monday: {} }, 2, '"full", "monday", not "friday"'],
];

test.each(bad)('%s with %j ends it with status %i', async (file, content, code, message) => {
  const cwd = await folderWith({ [file]: content });
  const args = ['--scenarios', file, '--scenario', 'friday', '--max-pets', '8', '-p', '0'];
  const ended = await runCommand(args, { cwd });
  expect(ended.stderr).toContain(message);
  expect(ended).toMatchObject({ code, stdout: '' });
});

test.each(['week.json', 'week.mjs'])('%s that is not there ends it with status 1', async (file) => {
  const ended = await runCommand(['--scenarios', file, '-p', '0'], { cwd: await folderWith() });
  expect(ended.stderr).toContain(`Cannot read the scenarios ${file}: there is no such file`);
  expect(ended).toMatchObject({ code: 1, stdout: '' });
});
