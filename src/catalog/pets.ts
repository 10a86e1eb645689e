import { InvalidInputError, show } from '../contract/errors.ts';
import type { NewPet, Pet, PetChanges } from '../contract/pet.ts';
import { petPlaceInput, type PetPlace } from '../controls/state.ts';
import { withoutUndefined } from '../contract/without-undefined.ts';
import type { ListOptions } from './collection.ts';
import type { Past } from './past.ts';
import type { PetRules } from './seed.ts';
import type { Store } from './store.ts';

/** The pets as a test uses them: without HTTP, so without a key, a fault or a journal entry. */
export interface Pets {
  /**
   * Adds a pet at the end, with the catalog's next id or the id that is given.
   * @throws InvalidInputError that names the field; CapacityError when the catalog is full.
   */
  create(newPet: NewPet, place?: PetPlace): Pet;
  /** Returns the pet with that id, or `undefined`. */
  get(id: string): Pet | undefined;
  /** Returns the pets, oldest first: all, or at most `limit` of those for which `where` is true. */
  list(options?: ListOptions<Pet>): Pet[];
  /** Returns how many pets there are. */
  count(): number;
  /**
   * Changes a pet, which keeps its place. Fields that are left out stay. Returns `undefined` if no
   * pet has that id.
   * @throws InvalidInputError that names the field.
   */
  update(id: string, changes: PetChanges): Pet | undefined;
  /** Removes a pet. Returns `false` if no pet has that id. The catalog does not give its id again. */
  remove(id: string): boolean;
}

/** The catalog holds as many pets as it may. */
export class CapacityError extends Error {
  override readonly name = 'CapacityError';
}

/** @param freeId Gives the next id that no pet has. @internal */
export function createPets(
  store: Store<Pet>,
  past: Past,
  { maxPets, model }: PetRules,
  freeId: () => string,
) {
  /** Stores a new pet. Returns `undefined` if the catalog is full. */
  function add(newPet: NewPet, { id }: PetPlace = {}): Pet | undefined {
    if (id !== undefined && store.has(id)) {
      throw new InvalidInputError(`The id ${show(id)} is that of another pet already`);
    }
    if (store.size >= maxPets) return undefined;
    const pet = model.toPet(newPet, id ?? freeId());
    store.create(pet);
    return pet;
  }

  /** @param by The number of the request that removes it, if there is one. */
  function remove(id: string, by?: number): boolean {
    const isRemoved = store.remove(id);
    if (isRemoved) past.remove(id, by);
    return isRemoved;
  }

  const pets: Pets = {
    create(newPet, place = {}) {
      const pet = add(model.added.check(newPet), petPlaceInput.check(place));
      if (!pet) {
        throw new CapacityError(`The catalog is full: it holds ${maxPets} pets, its "maxPets"`);
      }
      return pet;
    },
    get: (id) => store.get(id),
    list(options = {}) {
      checkListOptions(options);
      return store.list(options);
    },
    count: () => store.size,
    update(id, changes) {
      const checked = model.changes.check(changes);
      const before = store.get(id);
      if (!before) return undefined;
      const pet = model.toPet({ ...before, ...withoutUndefined(checked) }, id);
      if (JSON.stringify(pet) !== JSON.stringify(before)) store.update(pet);
      return pet;
    },
    remove: (id) => remove(id),
  };
  return { add, remove, pets };
}

function checkListOptions({ limit = Infinity, where }: ListOptions<Pet>): void {
  if (limit !== Infinity && !(Number.isInteger(limit) && limit >= 0)) {
    throw new InvalidInputError(
      `"limit" must be a whole number of at least 0, not ${String(limit)}`,
    );
  }
  if (where !== undefined && typeof where !== 'function') {
    throw new InvalidInputError(`"where" must be a function of a pet, not ${show(where)}`);
  }
}
