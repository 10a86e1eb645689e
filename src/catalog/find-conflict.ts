import { OptionError, type Explain } from '../contract/errors.ts';
import type { SeedOptions } from '../contract/state.ts';

/** What is wrong with options that have no effect beside the fixtures. */
export function findConflict({ pets, seed, fixtures }: SeedOptions): OptionError | undefined {
  // What is no fixture is refused elsewhere.
  if (typeof fixtures !== 'object' || fixtures === null) return undefined;
  const refuse = (option: string, value: number, beside: string, explain: Explain) =>
    new OptionError({ option, value, expected: `left out beside ${beside}`, explain });
  if (pets !== undefined) {
    return refuse(
      'pets',
      pets,
      'fixtures',
      (nameOf) =>
        `${nameOf('pets')} must not be given beside ${nameOf('fixtures')}, which are all the pets there are`,
    );
  }
  if (seed === undefined || !('seed' in fixtures) || fixtures.seed === seed) return undefined;
  return refuse(
    'seed',
    seed,
    'a snapshot',
    (nameOf) =>
      `${nameOf('seed')} must not be given beside a snapshot as ${nameOf('fixtures')}, which has a seed of its own`,
  );
}
