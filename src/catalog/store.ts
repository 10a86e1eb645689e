import { factory } from '@mswjs/data';
import { storedTexts, toPet, type Pet } from '../contract/pet.ts';
import { createCollection, modelOf, type Collection, type ItemShape } from './collection.ts';

/** The pets of one catalog. */
export interface PetStore extends Collection<Pet> {
  /** Counts the changes. */
  readonly changes: number;
  /** Returns whether a pet has that id, or a pet of the initial state had it. */
  isTaken(id: string): boolean;
  /** Replaces all pets by the pets of an initial state, which must not change any more. */
  replace(initial: Collection<Pet>): void;
}

/** How pets are stored: a model with the texts that each pet has. */
const petShape: ItemShape<Pet> = {
  texts: storedTexts,
  toItem: (fields, id) => toPet(fields as Omit<Pet, 'id'>, id),
};

/** Creates a database with these pets. */
export function createPetCollection(pets: Iterable<Pet> = []): Collection<Pet> {
  const database = factory({ pet: modelOf(petShape) });
  const collection = createCollection(database.pet, petShape);
  for (const pet of pets) collection.create(pet);
  return collection;
}

/**
 * Creates the store of one catalog. It shares the database of its initial state with other catalogs
 * until its first change: then it copies it.
 *
 * @param onChange Called before each change.
 */
export function createPetStore(start: Collection<Pet>, onChange = () => {}): PetStore {
  let initial = start;
  let pets = start;
  let changes = 0;

  function touch(): void {
    changes++;
    onChange();
  }

  /** Returns the catalog's own pets, which may change. */
  function own(): Collection<Pet> {
    touch();
    if (pets === initial) pets = createPetCollection(initial.list());
    return pets;
  }

  return {
    get size() {
      return pets.size;
    },
    get changes() {
      return changes;
    },
    has: (id) => pets.has(id),
    get: (id) => pets.get(id),
    list: (options) => pets.list(options),
    listJson: (limit) => pets.listJson(limit),
    isTaken: (id) => pets.has(id) || initial.has(id),
    create: (pet) => own().create(pet),
    update: (pet) => own().update(pet),
    remove: (id) => pets.has(id) && own().remove(id),
    replace(next) {
      touch();
      initial = pets = next;
    },
  };
}
