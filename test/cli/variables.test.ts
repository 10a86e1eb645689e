import { expect, test } from 'vitest';
import { misspeltVariables } from '../../src/cli/variables.ts';
import { commandOptions } from '../../src/cli/settings.ts';
import { runCommand, startCommand } from './support/command.ts';

test.each([
  ['PET_CATALOG_PET', 'PET_CATALOG_PETS'],
  ['PET_CATALOG_API_KEY', 'PET_CATALOG_API_KEYS'],
  ['PET_CATALOG_DELAYS', 'PET_CATALOG_DELAY'],
  ['PET_CATALOG_CONFIG_FILE', 'PET_CATALOG_CONFIG'],
  ['PET_CATALOG_CONFGI', 'PET_CATALOG_CONFIG'],
  ['PET_CATALOG_pets', undefined],
  ['PET_CATALOG_SERVICE_ADDRESS', undefined],
  ['PET_CATALOG_WACTH', 'PET_CATALOG_WATCH'],
  // What `run` gives its command.
  ['PET_CATALOG_URL', undefined],
  ['PET_CATALOG_PORT', undefined],
  ['PET_CATALOG_RUN', undefined],
  ['PET_CATALOG_', undefined],
  ['PET_CATALOGUE_PETS', undefined],
])('%s was probably meant to be %s', (name, meant) => {
  expect(misspeltVariables({ [name]: 'x' })).toEqual(
    meant === undefined
      ? []
      : [`${name} is no variable of pet-catalog-mock; did you mean ${meant}?`],
  );
});

test('the variables of the command, and those that are empty, are right', () => {
  const right = [...commandOptions.map(({ variable }) => variable!), 'PET_CATALOG_CONFIG'];
  const env = Object.fromEntries(right.map((name) => [name, 'x']));
  expect(misspeltVariables({ ...env, PET_CATALOG_PET: '' })).toEqual([]);
});

test('a misspelt variable is a warning on standard error, and shows no value', async () => {
  const env = { PET_CATALOG_ADMIN_TOKN: 'secret' };
  const warning =
    'pet-catalog-mock: PET_CATALOG_ADMIN_TOKN is no variable of pet-catalog-mock; did you mean PET_CATALOG_ADMIN_TOKEN?\n';

  const command = await startCommand([], { env });
  expect(await command.stop()).toMatchObject({ code: 0, stderr: warning });
  expect(await runCommand(['run', '--', 'true'], { env })).toMatchObject({
    code: 0,
    stderr: warning,
  });
});
