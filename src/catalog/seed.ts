import type { SeedOptions } from '../contract/state.ts';
import { InvalidInputError, OptionError } from '../contract/errors.ts';
import { generatePets } from '../fixtures/generate.ts';
import { toPet, type FixturePet, type Pet, type PetShapes } from '../contract/pet.ts';
import { isSnapshot, readFixtures } from '../fixtures/read.ts';
import type { Ids } from './ids.ts';
import { createPetMap, type PetMap } from './store.ts';

/** What a catalog starts with, and what `reset` restores. */
export type InitialState = ReturnType<typeof initialState>;

export interface PetRules {
  readonly maxPets: number;
  readonly petNames: readonly string[] | undefined;
  readonly ids: Ids;
  readonly shapes: PetShapes;
}

/** @param isReserved Whether an id must not be given to a pet that brings none. */
export function initialState(
  { pets: count, seed, fixtures }: SeedOptions & { pets: number; seed: number },
  { maxPets, petNames, ids, shapes }: PetRules,
  isReserved: (id: string) => boolean = () => false,
) {
  const given = fixtures === undefined ? undefined : readFixtures(fixtures, undefined, shapes);
  const exact: readonly FixturePet[] | undefined = given && isSnapshot(given) ? given.pets : given;
  refuseTooMany(exact?.length ?? count, maxPets, exact ? '"fixtures"' : '"pets"');
  if (given && isSnapshot(given)) {
    return { pets: storedPets(given.pets), seed: given.seed, nextId: given.nextId };
  }
  const pets = createPetMap();
  const brought = new Set(exact?.map(({ id }) => id));
  /** The position of the next id. */
  let nextId = 0;
  const skipTaken = () => {
    let id = ids.at(seed, nextId);
    while (brought.has(id) || isReserved(id)) id = ids.at(seed, ++nextId);
    return id;
  };
  for (const pet of exact ?? generatePets(count, seed, petNames)) {
    let { id } = pet as FixturePet;
    if (id === undefined) {
      id = skipTaken();
      nextId++;
    }
    pets.set(id, toPet(pet, id));
  }
  // Here once, and not by the first create after each reset.
  skipTaken();
  return { pets, seed, nextId };
}

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

export function storedPets(pets: readonly Pet[]): PetMap {
  return createPetMap(pets.map((pet) => toPet(pet, pet.id)));
}

export function refuseTooMany(count: number, maxPets: number, source: string): void {
  if (count > maxPets) {
    throw new InvalidInputError(
      `${source} must be at most "maxPets" (${maxPets}) pets, not ${count}`,
    );
  }
}
