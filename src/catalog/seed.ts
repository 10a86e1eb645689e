import type { PetShapes, SeedOptions } from '../contract/state.ts';
import { InvalidInputError } from '../contract/errors.ts';
import { generatePets } from '../fixtures/generate.ts';
import { toPet, type Pet } from '../contract/pet.ts';
import { isSnapshot, readFixtures } from '../fixtures/read.ts';
import type { Ids } from './ids.ts';
import { createPetMap, type PetMap } from './store.ts';

/** What a catalog starts with, and what `reset` restores. */
export interface InitialState {
  readonly pets: PetMap;
  readonly seed: number;
  /** The position of the next id: that of the first pet to be created. */
  readonly nextId: number;
}

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
): InitialState {
  const pets = createPetMap();
  let nextId = 0;
  if (fixtures === undefined) {
    refuseTooMany(count, maxPets, '"pets"');
    for (const pet of generatePets(count, seed, petNames)) {
      let id = ids.at(seed, nextId++);
      while (isReserved(id)) id = ids.at(seed, nextId++);
      pets.set(id, toPet(pet, id));
    }
    return { pets, seed, nextId };
  }
  const exact = readFixtures(fixtures, undefined, shapes);
  if (isSnapshot(exact)) {
    refuseTooMany(exact.pets.length, maxPets, '"fixtures"');
    return { pets: storedPets(exact.pets), seed: exact.seed, nextId: exact.nextId };
  }
  refuseTooMany(exact.length, maxPets, '"fixtures"');
  const hasAll = exact.every(({ id }) => id !== undefined);
  const brought = hasAll ? pets : new Set(exact.map(({ id }) => id));
  const skipTaken = () => {
    let id = ids.at(seed, nextId);
    while (brought.has(id) || isReserved(id)) id = ids.at(seed, ++nextId);
    return id;
  };
  for (const pet of exact) {
    let { id } = pet;
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
