import { resolveCatalogOptions } from '../catalog/options.ts';
import { uuid } from '../catalog/random.ts';
import { findLocale } from '../controls/locales.ts';
import { generatePets } from '../fixtures/generate.ts';
import { loadPetNames } from '../fixtures/pet-names.ts';
import { serverCatalogOptions, serverDefaults } from '../server/options.ts';
import { print } from './errors.ts';
import type { ServerArguments } from './serve.ts';
import { readOptions } from './server-options.ts';
import { chooseSettings } from './settings.ts';

export type FixtureArguments = Pick<ServerArguments, 'settings'>;

/** Prints the pets that a server with these settings starts with, as a JSON array with one pet on each line. */
export async function printFixtures(given: FixtureArguments): Promise<void> {
  const options = await readOptions(chooseSettings(given.settings, []));
  const names = await loadPetNames(findLocale(options.locale ?? serverDefaults.locale)!);
  const { pets: count, seed, model } = resolveCatalogOptions(serverCatalogOptions(options));
  const lines = Array.from(generatePets(model, count, seed, names), (fields, position) => {
    const pet = model.toPet(fields, uuid(seed, position));
    return `\n  ${JSON.stringify(pet)}`;
  });
  await print(`[${lines.join(',')}${count === 0 ? '' : '\n'}]\n`);
}
