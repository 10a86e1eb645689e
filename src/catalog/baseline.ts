import type { SeedOptions } from '../contract/control.ts';
import { InvalidInputError } from '../contract/option-error.ts';
import { generatePets } from '../fixtures/generate.ts';
import { isSnapshot, readFixtures } from '../fixtures/read.ts';
import { uuid } from './random.ts';
import { createPetSet, toRecord, type PetSet } from './store.ts';

/** Where a catalog starts, and where `reset` brings it back to. */
export interface Baseline {
  readonly pets: PetSet;
  readonly seed: number;
  /** The position of the next id: that of the first pet to be created. */
  readonly nextId: number;
  /** Whether some pets brought their ids: one that is drawn later may be among them. */
  readonly hasForeignIds: boolean;
}

export interface Seeding extends SeedOptions {
  pets: number;
  seed: number;
}

/**
 * Makes the pets that a catalog starts with.
 *
 * @param onProgress Told how many are made, every 50,000.
 * @throws InvalidInputError when there are more than `maxPets`, or a fixture is not well-formed.
 */
export function createBaseline(
  { pets: count, seed, fixtures }: Seeding,
  maxPets: number,
  onProgress?: (made: number, of: number) => void,
): Baseline {
  const pets = createPetSet();
  const { records } = pets;
  if (fixtures === undefined) {
    refuseTooMany(count, maxPets, 'pets');
    for (const { name, tag } of generatePets(count, seed)) {
      const id = uuid(seed, records.size);
      records.set(id, toRecord({ name, tag, id }));
      if (onProgress && records.size % 50_000 === 0) onProgress(records.size, count);
    }
    return { pets, seed, nextId: count, hasForeignIds: false };
  }
  const exact = readFixtures(fixtures);
  if (isSnapshot(exact)) {
    refuseTooMany(exact.pets.length, maxPets, 'fixtures');
    for (const pet of exact.pets) records.set(pet.id, toRecord(pet));
    return {
      pets,
      seed: exact.seed,
      nextId: exact.nextId,
      hasForeignIds: true,
    };
  }
  refuseTooMany(exact.length, maxPets, 'fixtures');
  const taken = new Set(exact.map(({ id }) => id));
  let nextId = 0;
  for (const { name, tag = '', id } of exact) {
    let own = id;
    while (own === undefined) {
      const drawn = uuid(seed, nextId++);
      if (!taken.has(drawn)) own = drawn;
    }
    records.set(own, toRecord({ name, tag, id: own }));
  }
  // Skipped here, they are not skipped again by the first create after each reset.
  while (taken.has(uuid(seed, nextId))) nextId++;
  return { pets, seed, nextId, hasForeignIds: true };
}

export function refuseTooMany(count: number, maxPets: number, source: string): void {
  if (count > maxPets) {
    throw new InvalidInputError(
      `"${source}" must be at most "maxPets" (${maxPets}) pets, not ${count}`,
    );
  }
}
