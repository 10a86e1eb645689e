import { InvalidInputError, show } from '../contract/errors.ts';
import { toPet, type NewPet, type Pet, type PetChanges } from '../contract/pet.ts';
import { petPlaceInput, type PetPlace } from '../contract/state.ts';
import { withoutUndefined } from '../contract/without-undefined.ts';
import type { Past } from './past.ts';
import type { PetRules } from './seed.ts';
import type { PetStore, StoredPet } from './store.ts';

/** The pets as a test uses them: without HTTP, so without a key, a fault or a journal entry. */
export interface Pets {
  /**
   * Adds a pet; with an id of its own, one that was removed comes back.
   * @throws InvalidInputError that names the field; CapacityError when the catalog is full.
   */
  create(newPet: NewPet, place?: PetPlace): Pet;
  /** The pet of that id, if there is one. */
  get(id: string): Pet | undefined;
  /** The pets as created, oldest first: all, or at most `limit`. */
  list(options?: { limit?: number | undefined }): Pet[];
  count(): number;
  /**
   * Changes a pet, which keeps its place; what is left out stays. `undefined` when there is none of
   * that id.
   * @throws InvalidInputError that names the field.
   */
  update(id: string, changes: PetChanges): Pet | undefined;
  /** Removes a pet; `false` when there is none of that id. An id that the catalog gave is not given again. */
  remove(id: string): boolean;
}

/** The catalog holds as many pets as it may. */
export class CapacityError extends Error {
  override readonly name = 'CapacityError';
}

/** @param freeId Gives the next id that no pet has. @internal */
export function createPets(
  store: PetStore,
  past: Past,
  { maxPets, shapes }: PetRules,
  freeId: () => string,
) {
  /** Stores a new pet, unless the catalog is full (`undefined`). */
  function add(newPet: NewPet, { id, before }: PetPlace = {}): StoredPet | undefined {
    if (id !== undefined && store.get(id)) {
      throw new InvalidInputError(`The id ${show(id)} is that of another pet already`);
    }
    if (store.size >= maxPets) return undefined;
    const pet = toPet(newPet, id ?? freeId());
    store.insert(pet, before);
    return pet;
  }

  function remove(id: string, by?: number): boolean {
    const isRemoved = store.remove(id);
    if (isRemoved) past.remove(id, by);
    return isRemoved;
  }

  const pets: Pets = {
    create(newPet, place = {}) {
      const pet = add(shapes.added.check(newPet), petPlaceInput.check(place));
      if (!pet) {
        throw new CapacityError(`The catalog is full: it holds ${maxPets} pets, its "maxPets"`);
      }
      return copyOf(pet);
    },
    get(id) {
      const pet = store.get(id);
      return pet && copyOf(pet);
    },
    list({ limit = Infinity } = {}) {
      if (limit !== Infinity && !(Number.isInteger(limit) && limit >= 0)) {
        throw new InvalidInputError(
          `"limit" must be a whole number of at least 0, not ${String(limit)}`,
        );
      }
      return store.first(limit).map(copyOf);
    },
    count: () => store.size,
    update(id, changes) {
      const checked = shapes.changes.check(changes);
      const before = store.get(id);
      if (!before) return undefined;
      const pet = toPet({ ...before, ...withoutUndefined(checked) }, id);
      if (JSON.stringify(pet) !== JSON.stringify(before)) store.set(pet);
      return copyOf(pet);
    },
    remove: (id) => remove(id),
  };
  return { add, remove, pets };
}

/** For the caller, who may change it. */
function copyOf(pet: StoredPet): Pet {
  return toPet(pet, pet.id);
}
