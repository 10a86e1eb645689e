import type { NewPet, Pet, PetChanges } from '../contract/pet.ts';
import type { ItemPlace } from '../controls/state.ts';
import type { ListOptions } from './collection.ts';

/** The pets or the items of a collection as a test uses them: without HTTP, a key, a fault or a journal entry. */
export interface Items<New, Item, Changes> {
  /**
   * Adds an item at the end, with the catalog's next id or the id that is given.
   * @throws InvalidInputError that names the field; CapacityError if there are `maxPets` already.
   */
  create(item: New, place?: ItemPlace): Item;
  /** Returns the item with that id, or `undefined`. */
  get(id: string): Item | undefined;
  /** Returns the items, oldest first: all, or at most `limit` of those for which `where` is true. */
  list(options?: ListOptions<Item>): Item[];
  /** Returns how many items there are. */
  count(): number;
  /**
   * Changes an item, which keeps its place. Fields that are left out stay. Returns `undefined` if no
   * item has that id.
   * @throws InvalidInputError that names the field.
   */
  update(id: string, changes: Changes): Item | undefined;
  /** Removes an item. Returns `false` if no item has that id. The catalog does not give its id again. */
  remove(id: string): boolean;
}

/** The pets as a test uses them. */
export type Pets = Items<NewPet, Pet, PetChanges>;

/** The catalog, or a collection, is full. */
export class CapacityError extends Error {
  override readonly name = 'CapacityError';
}
