import {
  resolveCatalogOptions,
  type CatalogSettings,
  type PetCatalogOptions,
} from '../catalog/options.ts';
import { uuid } from '../catalog/random.ts';
import { OptionError } from '../contract/errors.ts';
import { findLocale } from '../contract/locales.ts';
import { toPet, type PetFields } from '../contract/pet.ts';
import { generatePets } from '../fixtures/generate.ts';
import { loadPetNames } from '../fixtures/pet-names.ts';
import { serverDefaults, type ServerOptions } from '../server/options.ts';
import { UsageError } from './errors.ts';
import { print } from './print.ts';
import { chooseSettings, nameOf, type Setting, type Settings } from './settings.ts';

/** How many pets are written at a time. */
const batch = 1000;

/** Prints the pets that a server with these settings begins with: a JSON array, one pet a line. */
export async function printFixtures(given: readonly Setting[]): Promise<void> {
  const settings = chooseSettings(given, []);
  const { locale = serverDefaults.locale, ...options } = Object.fromEntries(
    Array.from(settings, ([name, { value }]) => [name, value]),
  ) as Pick<ServerOptions, 'locale' | 'maxPets' | 'pets' | 'seed'>;
  const { pets: count, seed } = resolve(options, settings);
  const names = await loadPetNames(findLocale(locale)!);

  for (const text of lines(generatePets(count, seed, names), seed)) {
    if (!(await print(text))) return;
  }
}

/** As the server does. @throws UsageError */
function resolve(options: PetCatalogOptions, settings: Settings): CatalogSettings {
  try {
    return resolveCatalogOptions(options);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new UsageError(error.explain((name) => nameOf(name, settings)));
  }
}

function* lines(pets: Iterable<PetFields>, seed: number): Generator<string> {
  let text = '[';
  let position = 0;
  for (const fields of pets) {
    if (position > 0 && position % batch === 0) {
      yield text;
      text = '';
    }
    const pet = JSON.stringify(toPet(fields, uuid(seed, position)));
    text += `${position === 0 ? '' : ','}\n  ${pet}`;
    position++;
  }
  yield `${text}${position === 0 ? '' : '\n'}]\n`;
}
