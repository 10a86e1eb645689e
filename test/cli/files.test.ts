import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { folderWith, startCommand, type ReadyCommand } from './support/command.ts';

const monday = {
  description: 'One pet.',
  fixtures: [{ name: 'Rex', id: 'rex' }],
  faults: [{ operation: 'getPet', status: 503 }],
};
const control = async ({ url }: ReadyCommand, path: string) =>
  (await fetch(new URL(`/__admin/${path}`, url))).json() as Promise<unknown>;

test.each([
  ['week.json', JSON.stringify({ monday })],
  ['week.mjs', `const monday = ${JSON.stringify(monday)};\nexport default { monday };`],
  ['week.cjs', `module.exports = ${JSON.stringify({ monday })};`],
])('scenarios come from %s, and the command starts with one', async (file, content) => {
  const cwd = await folderWith({ [file]: content });
  const command = await startCommand(['--scenarios', file, '--scenario', 'monday'], { cwd });
  expect(await (await command.call('/pets')).json()).toMatchObject(monday.fixtures);
  expect((await command.call('/pets/rex')).status).toBe(503);
  expect(await control(command, 'scenarios')).toEqual({
    scenarios: [
      ...createPetCatalog().scenarios.list(),
      { name: 'monday', description: 'One pet.' },
    ],
    current: 'monday',
  });
});

test('fixtures and scenarios may have the fields that a dialect keeps', async () => {
  const fixtures = [{ name: 'Rex', tag: '', colour: 'red', id: 'rex' }];
  const cwd = await folderWith({
    'dialect.json': { unknownFields: 'keep' },
    'pets.json': fixtures,
    'week.json': { monday: { fixtures } },
  });
  const files = ['--fixtures', 'pets.json', '--scenarios', 'week.json', '--scenario', 'monday'];
  const command = await startCommand(['--dialect', 'dialect.json', ...files], { cwd });
  expect(await (await command.call('/pets')).json()).toEqual(fixtures);
});
