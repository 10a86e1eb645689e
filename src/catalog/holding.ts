import { InvalidInputError, show } from '../contract/errors.ts';
import { itemPlaceInput, type ItemPlace } from '../controls/state.ts';
import type { ListOptions } from './collection.ts';
import { type Ids, following, seedFor } from './random.ts';
import { CapacityError, type Items } from './items.ts';
import type { Fields, ItemKind, StoredItem } from './kinds.ts';
import type { Seeded } from './seed.ts';
import { createStore, type Store } from './store.ts';

/** All items of one kind in a catalog: its pets, or the items of a collection. */
export interface Holding<Item = StoredItem, New = object, Changes = object> {
  readonly store: Store<Item>;
  readonly items: Items<New, Item, Changes>;
  /** The position of the next id. */
  readonly nextId: number;
  /** Adds an item that was checked. Returns `undefined` if there is no room. */
  add(item: Fields, place?: ItemPlace): Item | undefined;
  /** @param by The number of the request that removes it, if there is one. */
  remove(id: string, by?: number): boolean;
  /** Replaces all items. */
  replace(seeded: Seeded<Item>): void;
}

interface HoldingRules {
  readonly maxPets: number;
  readonly ids: Ids;
  /** Returns the seed of the catalog. */
  seed(): number;
  onChange(): void;
  onRemove?(id: string, by?: number): void;
}

/** @param start The items of the initial state. */
export function createHolding<Item extends StoredItem, New, Changes>(
  kind: ItemKind<Item>,
  start: Seeded<Item>,
  { maxPets, ids, seed, onChange, onRemove }: HoldingRules,
): Holding<Item, New, Changes> {
  const store = createStore(start.items, onChange);
  let { nextId } = start;

  /** Returns the next id that no item has. There are more ids than items. */
  function freeId(): string {
    for (;;) {
      const id = ids.at(seedFor(kind.name, seed()), nextId);
      nextId = following(nextId);
      if (!store.isTaken(id)) return id;
    }
  }

  function add(fields: Fields, { id }: ItemPlace = {}): Item | undefined {
    if (id !== undefined && store.has(id)) {
      throw new InvalidInputError(`Another ${kind.noun} already has the id ${show(id)}`);
    }
    if (store.size >= maxPets) return undefined;
    const item = kind.shape.toItem(fields, id ?? freeId());
    store.create(item);
    // A copy, because an item may have parts of what was given.
    return store.get(item.id);
  }

  function remove(id: string, by?: number): boolean {
    const isRemoved = store.remove(id);
    if (isRemoved) onRemove?.(id, by);
    return isRemoved;
  }

  return {
    store,
    get nextId() {
      return nextId;
    },
    add,
    remove,
    replace(seeded) {
      store.replace(seeded.items);
      ({ nextId } = seeded);
    },
    items: {
      create(item, place = {}) {
        const created = add(kind.check(item), itemPlaceInput.check(place));
        if (created) return created;
        const what = kind.name === 'pets' ? 'The catalog' : `The collection "${kind.name}"`;
        const items = kind.name === 'pets' ? 'pets' : 'items';
        throw new CapacityError(
          `${what} is full: it holds ${maxPets} ${items}, the limit of "maxPets"`,
        );
      },
      get: (id) => store.get(id),
      list(options = {}) {
        checkListOptions(options, kind.noun);
        return store.list(options);
      },
      count: () => store.size,
      update(id, changes) {
        const before = store.get(id);
        const changed = kind.change(before, changes);
        if (!before) return undefined;
        const item = kind.shape.toItem(changed, id);
        if (JSON.stringify(item) !== JSON.stringify(before)) store.update(item);
        return store.get(id);
      },
      remove: (id) => remove(id),
    },
  };
}

function checkListOptions<Item>(
  { limit = Infinity, where }: ListOptions<Item>,
  noun: string,
): void {
  if (limit !== Infinity && !(Number.isInteger(limit) && limit >= 0)) {
    throw new InvalidInputError(
      `"limit" must be a whole number of at least 0, not ${String(limit)}`,
    );
  }
  if (where !== undefined && typeof where !== 'function') {
    throw new InvalidInputError(`"where" must be a function of a ${noun}, not ${show(where)}`);
  }
}
