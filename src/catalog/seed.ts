import type { SeedOptions } from '../contract/state.ts';
import { InvalidInputError } from '../contract/errors.ts';
import { generatePets } from '../fixtures/generate.ts';
import type { Pet } from '../contract/pet.ts';
import { fixturesInSteps, isSnapshot } from '../fixtures/read.ts';
import { inSteps, type Steps } from '../fixtures/steps.ts';
import { uuid } from './random.ts';
import { createSeededSet } from './seeded-set.ts';
import { createPetSet, toRecord, type PetSet } from './store.ts';

/** What a catalog starts with, and what `reset` restores. */
export interface InitialState {
  readonly pets: PetSet;
  readonly seed: number;
  /** The position of the next id: that of the first pet to be created. */
  readonly nextId: number;
  /** Whether some pets brought their ids: a later id of the seed may be among them. */
  readonly hasForeignIds: boolean;
}

interface Seeding extends Pick<SeedOptions, 'fixtures'> {
  pets: number;
  seed: number;
  /** Those that pets are given. Default: English names of pets. */
  petNames: readonly string[] | undefined;
}

/**
 * @param onProgress Told how many are made, every 50,000.
 * @param isReserved Whether an id must not be given. Ids that fixtures bring are not asked about.
 */
export function* initialStateInSteps(
  { pets: count, seed, fixtures, petNames }: Seeding,
  maxPets: number,
  onProgress?: (made: number, of: number) => void,
  isReserved?: (id: string) => boolean,
): Steps<InitialState> {
  if (fixtures === undefined) {
    refuseTooMany(count, maxPets, '"pets"');
    return yield* seededInSteps(count, seed, petNames, onProgress, isReserved);
  }
  const exact = yield* fixturesInSteps(fixtures);
  if (isSnapshot(exact)) {
    refuseTooMany(exact.pets.length, maxPets, '"fixtures"');
    return {
      pets: yield* recordsInSteps(exact.pets),
      seed: exact.seed,
      nextId: exact.nextId,
      hasForeignIds: true,
    };
  }
  refuseTooMany(exact.length, maxPets, '"fixtures"');
  const pets = createPetSet();
  const { records } = pets;
  const taken = new Set<string>();
  yield* inSteps(exact, ({ id }) => void (id !== undefined && taken.add(id)));
  let nextId = 0;
  /** Skips ids that are taken: for a list that was saved, that may be all of them. */
  function* nextFree(): Steps<string> {
    for (;;) {
      const id = uuid(seed, nextId);
      if (!taken.has(id) && !isReserved?.(id)) return id;
      nextId++;
      if (nextId % 1000 === 0) yield;
    }
  }
  for (const { name, tag = '', id } of exact) {
    let own = id;
    if (own === undefined) {
      own = yield* nextFree();
      nextId++;
    }
    records.set(own, toRecord({ name, tag, id: own }));
    if (records.size % 1000 === 0) yield;
  }
  // Skipped here once, and not by the first create after each reset.
  yield* nextFree();
  return { pets, seed, nextId, hasForeignIds: true };
}

function* seededInSteps(
  count: number,
  seed: number,
  petNames: Seeding['petNames'],
  onProgress: ((made: number, of: number) => void) | undefined,
  isReserved: ((id: string) => boolean) | undefined,
): Steps<InitialState> {
  const names: string[] = [];
  const tags: string[] = [];
  yield* inSteps(generatePets(count, seed, petNames), ({ name, tag }) => {
    names.push(name);
    const made = tags.push(tag);
    if (onProgress && made % 50_000 === 0) onProgress(made, count);
  });
  const petAt = (index: number) => ({ name: names[index]!, tag: tags[index]! });
  if (!isReserved) {
    const pets = createSeededSet(seed, count, petAt);
    return { pets, seed, nextId: count, hasForeignIds: false };
  }
  const pets = createPetSet();
  let position = 0;
  for (let index = 0; index < count; index++) {
    let id = uuid(seed, position++);
    while (isReserved(id)) id = uuid(seed, position++);
    pets.records.set(id, toRecord({ ...petAt(index), id }));
  }
  return { pets, seed, nextId: position, hasForeignIds: false };
}

export function* recordsInSteps(pets: readonly Pet[]): Steps<PetSet> {
  const set = createPetSet();
  yield* inSteps(pets, (pet) => void set.records.set(pet.id, toRecord(pet)));
  return set;
}

export function refuseTooMany(count: number, maxPets: number, source: string): void {
  if (count > maxPets) {
    throw new InvalidInputError(
      `${source} must be at most "maxPets" (${maxPets}) pets, not ${count}`,
    );
  }
}
