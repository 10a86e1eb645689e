import type { SeedOptions, Snapshot } from '../controls/state.ts';
import { InvalidInputError, OptionError } from '../contract/errors.ts';
import { generatePets } from '../fixtures/generate.ts';
import type { FixturePet, Pet, PetModel } from '../contract/pet.ts';
import { isSnapshot, readFixtures } from '../fixtures/read.ts';
import { createCollection, type Collection } from './collection.ts';
import type { Ids } from './ids.ts';

/** What a seed replaces: the pets, and where the ids continue. */
export interface SeededPets {
  /** Shared by all catalogs that begin with them. */
  readonly pets: Collection<Pet>;
  /** The seed of ids, delays and faults. */
  readonly seed: number;
  /** The position of the next id. */
  readonly nextId: number;
}

/** What the pets of a catalog are bound to. */
export interface PetRules {
  /** How many pets a catalog may hold. */
  readonly maxPets: number;
  /** The names that generated pets get. Default: English names of pets. */
  readonly petNames: readonly string[] | undefined;
  /** The ids that pets get. */
  readonly ids: Ids;
  /** What a pet is in the service. */
  readonly model: PetModel;
}

/** Makes the pets of a seed. @throws InvalidInputError */
export function seedPets(
  { pets: count, seed, fixtures }: SeedOptions & { pets: number; seed: number },
  { maxPets, petNames, ids, model }: PetRules,
): SeededPets {
  const given = fixtures === undefined ? undefined : readFixtures(fixtures, undefined, model);
  const exact: readonly FixturePet[] | undefined = given && isSnapshot(given) ? given.pets : given;
  refuseTooMany(exact?.length ?? count, maxPets, exact ? '"fixtures"' : '"pets"');
  if (given && isSnapshot(given)) return restorePets(given, model);
  const brought = new Set(exact?.map(({ id }) => id));
  let nextId = 0;
  const freeId = () => {
    let id = ids.at(seed, nextId);
    while (brought.has(id)) id = ids.at(seed, ++nextId);
    return id;
  };
  function* withIds(pets: Iterable<Omit<FixturePet, 'id'> & { id?: string | undefined }>) {
    for (const pet of pets) {
      yield model.toPet(pet, pet.id ?? freeId());
      if (pet.id === undefined) nextId++;
    }
  }
  const pets = collectionOf(model, withIds(exact ?? generatePets(model, count, seed, petNames)));
  // Skips ids that were brought here once, and not in the first create after each reset.
  freeId();
  return { pets, seed, nextId };
}

/** Creates a collection of pets. Each pet has a name and a tag, which are texts. */
const collectionOf = ({ toPet }: PetModel, pets: Iterable<Pet>): Collection<Pet> =>
  createCollection({ texts: ['name', 'tag'], toItem: toPet }, pets);

/** Makes the pets of a snapshot that was checked. */
export function restorePets({ pets, seed, nextId }: Snapshot, model: PetModel): SeededPets {
  return { pets: collectionOf(model, pets), seed, nextId };
}

/** Finds an option that has no effect together with the fixtures. */
export function findConflict({ pets, seed, fixtures }: SeedOptions): OptionError | undefined {
  // Other wrong fixtures are refused elsewhere.
  if (typeof fixtures !== 'object' || fixtures === null) return undefined;
  const createConflict = (option: string, value: number, as: string) =>
    new OptionError({
      option,
      value,
      expected: `left out beside ${as}fixtures`,
      explain: (nameOf) => `${nameOf(option)} must not be given beside ${as}${nameOf('fixtures')}`,
    });
  if (pets !== undefined) return createConflict('pets', pets, '');
  if (seed === undefined || !('seed' in fixtures) || fixtures.seed === seed) return undefined;
  return createConflict('seed', seed, 'a snapshot as ');
}

/** @param subject What the options are of: "A seed", say. @throws InvalidInputError */
export function refuseConflict(given: SeedOptions, subject: string): void {
  const words = findConflict(given)?.explain((name) => `"${name}"`);
  if (words !== undefined) throw new InvalidInputError(`${subject}: ${words}`);
}

/** @throws InvalidInputError if `count` is more than a catalog may hold. */
export function refuseTooMany(count: number, maxPets: number, source: string): void {
  if (count > maxPets) {
    throw new InvalidInputError(
      `${source} must be at most "maxPets" (${maxPets}) pets, not ${count}`,
    );
  }
}
