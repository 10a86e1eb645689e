import { InvalidInputError, OptionError } from '../contract/errors.ts';
import type { SeedOptions } from '../contract/state.ts';

/** What is wrong with options that have no effect beside the fixtures. */
export function findConflict({ pets, seed, fixtures }: SeedOptions): OptionError | undefined {
  // What is no fixture is refused elsewhere.
  if (typeof fixtures !== 'object' || fixtures === null) return undefined;
  const refuse = (option: string, value: number, as: string) =>
    new OptionError({
      option,
      value,
      expected: `left out beside ${as}fixtures`,
      explain: (nameOf) => `${nameOf(option)} must not be given beside ${as}${nameOf('fixtures')}`,
    });
  if (pets !== undefined) return refuse('pets', pets, '');
  if (seed === undefined || !('seed' in fixtures) || fixtures.seed === seed) return undefined;
  return refuse('seed', seed, 'a snapshot as ');
}

/** @param subject What the options are of: "A seed", say. @throws InvalidInputError */
export function refuseConflict(given: SeedOptions, subject: string): void {
  const words = findConflict(given)?.explain((name) => `"${name}"`);
  if (words !== undefined) throw new InvalidInputError(`${subject}: ${words}`);
}
