import { factory, primaryKey } from '@mswjs/data';

/** Items with an id, in the order in which they were created. */
export interface Collection<Item> {
  /** The number of items. */
  readonly size: number;
  /** Returns whether an item has that id. */
  has(id: string): boolean;
  /** Returns a copy of the item with that id, or `undefined`. */
  get(id: string): Item | undefined;
  /** Returns copies, oldest first: all items, or at most `limit` of those for which `where` is true. */
  list(options?: ListOptions<Item>): Item[];
  /** Returns the first `limit` items as a JSON array. The last text is kept until it is wrong. */
  listJson(limit?: number): string;
  /** Adds an item at the end. Its id must be new and not empty. */
  create(item: Item): void;
  /** Replaces the item with the same id, which must exist; it keeps its place. */
  update(item: Item): void;
  /** Removes an item. Returns `false` if no item has that id. */
  remove(id: string): boolean;
  /** Returns another collection with the same items. */
  copy(): Collection<Item>;
}

export interface ListOptions<Item> {
  /** The most items to return: a whole number. Default: all. */
  limit?: number | undefined;
  /** Chooses items. It gets copies. Default: all items. */
  where?: ((item: Item) => boolean) | undefined;
}

/** Describes how the items of a collection are stored. */
export interface ItemShape<Item> {
  /** The names of the fields that each item has and that are text. */
  readonly texts: readonly string[];
  /** Makes an item of the fields that are not all text, in the order of its JSON. */
  toItem(fields: Readonly<Record<string, unknown>>, id: string): Item;
}

/** A record of a model. It has the texts of its item, too, which the types of a model do not show. */
interface StoredRecord {
  readonly id: string;
  /** The other fields as JSON text, or `''`. A string needs no copying, and absent fields stay absent. */
  readonly rest: string;
}

/** Longer texts of lists are not kept, as a server may have a thousand catalogs. In code units. */
const longestKept = 128 * 1024;

/**
 * Creates a database with these items. The index is only for gets by id, because the queries of a
 * model walk all records.
 */
export function createCollection<Item extends { id: string }>(
  shape: ItemShape<Item>,
  items: Iterable<Item> = [],
): Collection<Item> {
  const texts: Record<string, StringConstructor> = Object.fromEntries(
    shape.texts.map((name) => [name, String]),
  );
  const { item: model } = factory({ item: { ...texts, id: primaryKey(String), rest: String } });
  const { toRecord, toItem } = codecOf(shape);
  const index = new Map<string, StoredRecord>();
  let kept: { count: number; json: string } | undefined;

  const byId = (id: string) => ({ where: { id: { equals: id } } });

  function list({ limit = Infinity, where }: ListOptions<Item> = {}): Item[] {
    const records = model.getAll();
    if (!where) return records.slice(0, limit).map(toItem);
    const found: Item[] = [];
    for (const record of records) {
      if (found.length >= limit) break;
      const item = toItem(record);
      // The function may change the copy.
      if (where(item)) found.push(toItem(record));
    }
    return found;
  }

  function create(item: Item): void {
    index.set(item.id, model.create(toRecord(item)));
  }

  for (const item of items) create(item);
  return {
    get size() {
      return model.count();
    },
    has: (id) => index.has(id),
    get(id) {
      const record = index.get(id);
      return record && toItem(record);
    },
    list,
    listJson(limit = Infinity) {
      const count = Math.min(limit, model.count());
      if (kept?.count === count) return kept.json;
      const json = JSON.stringify(list({ limit }));
      kept = json.length <= longestKept ? { count, json } : undefined;
      return json;
    },
    create,
    update(item) {
      kept = undefined;
      // The model replaces the object.
      const record = model.update({ ...byId(item.id), data: toRecord(item) });
      if (record) index.set(item.id, record);
    },
    remove(id) {
      if (!index.delete(id)) return false;
      kept = undefined;
      model.delete(byId(id));
      return true;
    },
    copy: () => createCollection(shape, list()),
  };
}

/** Returns the two functions between an item and its record. */
function codecOf<Item extends { id: string }>({ texts, toItem }: ItemShape<Item>) {
  const own = new Set([...texts, 'id']);

  function restOf(item: Item): string {
    // Most pets have only these fields.
    if (Object.keys(item).length === own.size) return '';
    const others = Object.entries(item).filter(([name]) => !own.has(name));
    return JSON.stringify(Object.fromEntries(others));
  }

  return {
    toRecord(item: Item): StoredRecord {
      const record: StoredRecord & Record<string, unknown> = { id: item.id, rest: restOf(item) };
      for (const name of texts) record[name] = item[name as keyof Item];
      return record;
    },
    toItem(record: StoredRecord): Item {
      const fields: Record<string, unknown> = {};
      const values = record as unknown as Readonly<Record<string, unknown>>;
      for (const name of texts) fields[name] = values[name];
      if (record.rest === '') return toItem(fields, record.id);
      return toItem({ ...fields, ...(JSON.parse(record.rest) as object) }, record.id);
    },
  };
}
