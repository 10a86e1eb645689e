import type { Collection } from './collection.ts';

/** The items of one kind in one catalog: its pets, for example. */
export interface Store<Item> extends Omit<Collection<Item>, 'copy'> {
  /** Counts the changes. */
  readonly changes: number;
  /** Returns whether an item has that id, or an item of the initial state had it. */
  isTaken(id: string): boolean;
  /** Replaces all items by the items of an initial state, which must not change any more. */
  replace(initial: Collection<Item>): void;
}

/**
 * Creates a store. It shares the collection of the initial state with other catalogs until its first
 * change: then it copies it.
 *
 * @param onChange Called before each change.
 */
export function createStore<Item>(start: Collection<Item>, onChange = () => {}): Store<Item> {
  let initial = start;
  let items = start;
  let changes = 0;

  function touch(): void {
    changes++;
    onChange();
  }

  /** Returns the store's own items, which may change. */
  function own(): Collection<Item> {
    touch();
    if (items === initial) items = initial.copy();
    return items;
  }

  return {
    get size() {
      return items.size;
    },
    get changes() {
      return changes;
    },
    has: (id) => items.has(id),
    get: (id) => items.get(id),
    list: (options) => items.list(options),
    listJson: (limit) => items.listJson(limit),
    isTaken: (id) => items.has(id) || initial.has(id),
    create: (item) => own().create(item),
    update: (item) => own().update(item),
    remove: (id) => items.has(id) && own().remove(id),
    replace(next) {
      touch();
      initial = items = next;
    },
  };
}
