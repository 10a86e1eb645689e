import { InvalidInputError } from '../contract/errors.ts';
import type { NewPet, Pet } from '../contract/pet.ts';
import {
  newPetInput,
  petChangesInput,
  putPetInput,
  type PetChanges,
  type PutPet,
} from '../contract/state.ts';
import { toRecord, type PetRecord, type PetStore } from './store.ts';

/** The pets as a test uses them: without HTTP, so without a key, a fault or a journal entry. */
export interface Pets {
  /**
   * Adds a pet.
   * @throws InvalidInputError that names the field; CapacityError when the catalog is full.
   */
  create(newPet: NewPet): Pet;
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
  /**
   * Puts a pet with its id: in the place of the one that has it, or else before the one whose id is
   * `before`, or at the end. So one that was removed comes back.
   * @throws InvalidInputError that names the field; CapacityError when the catalog is full.
   */
  put(id: string, pet: PutPet): Pet;
  /** Removes a pet; `false` when there is none of that id. The id is not given again. */
  remove(id: string): boolean;
}

/** The catalog holds as many pets as it may. */
export class CapacityError extends Error {
  override readonly name = 'CapacityError';
}

/**
 * @param add Stores a new pet; `undefined` when the catalog is full.
 * @param put Stores a pet with its id; `false` when it is new and the catalog is full.
 * @param maxPets How many pets it may hold, for the error.
 */
export function createPets(
  store: PetStore,
  add: (newPet: NewPet) => PetRecord | undefined,
  put: (pet: PetRecord, before: string | undefined) => boolean,
  maxPets: number,
): Pets {
  const full = () =>
    new CapacityError(`The catalog is full: it holds ${maxPets} pets, its "maxPets"`);
  return {
    create(newPet) {
      const pet = add(newPetInput.check(newPet));
      if (!pet) throw full();
      return parse(pet.json);
    },
    get(id) {
      const pet = store.get(id);
      return pet && parse(pet.json);
    },
    list({ limit = Infinity } = {}) {
      if (limit !== Infinity && !(Number.isInteger(limit) && limit >= 0)) {
        throw new InvalidInputError(
          `"limit" must be a whole number of at least 0, not ${String(limit)}`,
        );
      }
      return store.first(limit).map(parse);
    },
    count: () => store.size,
    update(id, changes) {
      const { name, tag } = petChangesInput.check(changes);
      const before = store.get(id);
      if (!before) return undefined;
      const pet = toRecord({ id, name: name ?? before.name, tag: tag ?? before.tag });
      if (pet.json !== before.json) store.put(pet);
      return parse(pet.json);
    },
    put(id, given) {
      if (id === '') throw new InvalidInputError('The id of a pet must not be empty');
      const { name, tag = '', before } = putPetInput.check(given);
      const pet = toRecord({ id, name, tag });
      if (!put(pet, before)) throw full();
      return parse(pet.json);
    },
    remove: (id) => store.remove(id),
  };
}

/** A copy for the caller, who may change it. */
function parse(json: string): Pet {
  return JSON.parse(json) as Pet;
}
