import { resolveCatalogOptions } from '../catalog/options.ts';
import { uuid } from '../catalog/random.ts';
import { findLocale } from '../controls/locales.ts';
import { generatePets } from '../fixtures/generate.ts';
import { loadPetNames } from '../fixtures/pet-names.ts';
import { serverCatalogOptions, serverDefaults } from '../server/options.ts';
import { print } from './output.ts';
import type { ServerArguments } from './serve.ts';
import { readOptions } from './server-options.ts';
import { chooseSettings } from './settings.ts';

/** How many characters are written at a time. */
const batch = 2 ** 16;

export type FixtureArguments = Pick<ServerArguments, 'settings'>;

/** Prints the pets that a server with these settings starts with, as a JSON array with one pet on each line. */
export async function printFixtures(given: FixtureArguments): Promise<void> {
  const options = await readOptions(chooseSettings(given.settings, []));
  const names = await loadPetNames(findLocale(options.locale ?? serverDefaults.locale)!);
  const { pets: count, seed, model } = resolveCatalogOptions(serverCatalogOptions(options));

  let position = 0;
  let text = '[';
  for (const fields of generatePets(model, count, seed, names)) {
    if (text.length >= batch) {
      if (!(await print(text))) return;
      text = '';
    }
    const pet = JSON.stringify(model.toPet(fields, uuid(seed, position)));
    text += `${position === 0 ? '' : ','}\n  ${pet}`;
    position++;
  }
  await print(`${text}${count === 0 ? '' : '\n'}]\n`);
}
