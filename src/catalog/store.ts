import { factory, primaryKey } from '@mswjs/data';
import { DATABASE_INSTANCE, ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js';
import type { Pet } from '../contract/pet.ts';

/** A pet as it is stored; it never changes. */
export interface PetRecord extends Readonly<Pet> {
  /** Its JSON, with its fields in the order of the service's document. */
  readonly json: string;
}

/**
 * Pets by their ids, in the order in which they were added. Those that a catalog starts with are
 * shared by all that start with the same, and never change.
 */
export interface PetSet {
  readonly size: number;
  get(id: string): PetRecord | undefined;
  has(id: string): boolean;
  ids(): Iterable<string>;
  /** From the one at a position on. Default: from the first. */
  values(from?: number): Iterable<PetRecord>;
  /** The last list that ended among these. */
  listed: { readonly count: number; readonly json: string };
}

/** A set of pets that are all there: the `Map` of an @mswjs/data model. */
export interface ModelSet extends PetSet {
  readonly records: Map<string, PetRecord>;
}

/** How many pets of a catalog are not as it began with them. */
export interface Touched {
  created: number;
  changed: number;
  removed: number;
}

/** The pets of one catalog, in the order in which they were created. */
export interface PetStore {
  readonly size: number;
  /** How often the pets have changed. */
  readonly changes: number;
  get(id: string): PetRecord | undefined;
  /** Whether a pet has that id, or one of the start had it. */
  isTaken(id: string): boolean;
  /** Adds a pet at the end. Its id must be new. */
  add(pet: PetRecord): void;
  /** Puts a pet in the place of the one that has its id. */
  put(pet: PetRecord): void;
  /**
   * Adds a pet that may have been here: one of the start where it was, another before the pet of the
   * id `before`, or at the end where there is none among those that were created.
   */
  insert(pet: PetRecord, before: string | undefined): void;
  /** `false` when there is none of that id. */
  remove(id: string): boolean;
  /**
   * Replaces all pets, without a copy: the new ones must not change any more. Iterations under way go
   * on over the old ones.
   */
  replace(pets: PetSet): void;
  /** The same, but what was created, changed or removed since the last time stays so. */
  rebase(pets: PetSet): void;
  /** Whether a pet that was created since has the id of one of these. */
  clashesWith(pets: PetSet): boolean;
  /** How many pets were created, changed and removed since they were last replaced. */
  since(): Touched;
  /** Whether a pet has that id and was created since. */
  isCreated(id: string): boolean;
  /** The JSON of at most `count` pets. */
  first(count: number, skip?: number): string[];
  /**
   * The first `count` pets as one JSON array, unless it is longer than `longest` code units without
   * its last pet. A short one is kept, as clients repeat themselves.
   */
  list(count: number, longest: number): string | undefined;
  /**
   * The JSON of each of the first `count` pets, in slices of `length` code units or a little more:
   * the pets as they are now, however long the iteration takes.
   */
  slices(count: number, length: number): IterableIterator<string[]>;
}

/** The last list is kept if it is no longer, in code units: a server may have a thousand catalogs. */
const maxListed = 128 * 1024;

/** A record of the model. Its fields other than the id are read from its JSON. */
class StoredPet implements PetRecord {
  readonly id: string;
  readonly json: string;
  constructor({ id, name, tag }: Pet) {
    this.id = id;
    // In one piece: V8 would keep a template as a rope of its parts.
    this.json = JSON.stringify({ name, tag, id });
  }
  get name(): string {
    return (JSON.parse(this.json) as Pet).name;
  }
  get tag(): string {
    return (JSON.parse(this.json) as Pet).tag;
  }
}
// The marks that the model wants of its records.
Object.assign(StoredPet.prototype, { [ENTITY_TYPE]: 'pet', [PRIMARY_KEY]: 'id' });

export function toRecord(pet: Pet): PetRecord {
  return new StoredPet(pet);
}

/**
 * A set of pets in an @mswjs/data model. The model's queries walk every record, so the store reads
 * and writes the `Map` that the model keeps by primary key (decisions/pet-store.md).
 */
export function createPetSet(): ModelSet {
  const database = factory({ pet: { id: primaryKey(String), name: String, tag: String } })[
    DATABASE_INSTANCE
  ] as unknown as { models: { pet: Map<string, PetRecord> } };
  const records = database.models.pet;
  return {
    records,
    get size() {
      return records.size;
    },
    get: (id) => records.get(id),
    has: (id) => records.has(id),
    ids: () => records.keys(),
    values: (from = 0) => (from === 0 ? records.values() : after(records.values(), from)),
    listed: noneListed,
  };
}

function* after(pets: Iterable<PetRecord>, count: number): Generator<PetRecord> {
  let left = count;
  for (const pet of pets) if (left-- <= 0) yield pet;
}

const noneListed: PetSet['listed'] = { count: 0, json: '[]' };

type Changes = Map<string, PetRecord | undefined>;

/** The pets of a set, from a position on, with what has become of some of them. */
function remaining(pets: PetSet, changed: Changes, from = 0): Iterable<PetRecord> {
  return changed.size === 0 ? pets.values(from) : replaced(pets.values(from), changed);
}

function* replaced(pets: Iterable<PetRecord>, changed: Changes): Generator<PetRecord> {
  for (const pet of pets) {
    const now = changed.has(pet.id) ? changed.get(pet.id) : pet;
    if (now) yield now;
  }
}

/** @param onChange Called when a pet is about to change, or has been added. */
export function createPetStore(start: PetSet, onChange = () => {}): PetStore {
  let base = start;
  let created = createPetSet();
  // What has become of pets of the base, which others share: `undefined` for one that was removed.
  let changed: Changes = new Map();
  let removed = 0;
  /** The iterations over what is here: while there are any, it is copied before it is changed. */
  let readers = { count: 0 };
  let changes = 0;

  function touch(): void {
    changes++;
    onChange();
  }

  const size = () => base.size - removed + created.size;
  function get(id: string): PetRecord | undefined {
    if (changed.size > 0 && changed.has(id)) return changed.get(id);
    // A look-up that finds nothing takes the less time the fewer there are.
    return base.size < created.size
      ? (base.get(id) ?? created.get(id))
      : (created.get(id) ?? base.get(id));
  }

  /** Where those of the base begin that come after so many of them. */
  function positionAfter(count: number): number {
    if (removed === 0) return count;
    let left = count;
    let position = 0;
    for (const id of base.ids()) {
      if (left === 0) break;
      position++;
      if (!changed.has(id) || changed.get(id)) left--;
    }
    return position;
  }

  function first(count: number, skip = 0): string[] {
    const texts: string[] = [];
    const ofBase = base.size - removed;
    const parts = [
      skip < ofBase ? remaining(base, changed, positionAfter(skip)) : [],
      created.values(Math.max(0, skip - ofBase)),
    ];
    for (const pets of parts) {
      for (const { json } of pets) {
        if (texts.length >= count) return texts;
        texts.push(json);
      }
    }
    return texts;
  }

  /** The pets of now, whatever is added meanwhile; other changes must copy what they change. */
  function sliced(count: number, length: number): Generator<string[]> {
    const parts = [remaining(base, changed), created.values()];
    // Pets that are created during the iteration come after these.
    return sliceOf(parts, Math.min(count, size()), length);
  }

  function countRemoved(): number {
    let count = 0;
    for (const pet of changed.values()) if (!pet) count++;
    return count;
  }

  /** Before anything but an addition at the end. */
  function beforeChange(): void {
    touch();
    if (readers.count > 0) {
      const copy = createPetSet();
      for (const [id, pet] of created.records) copy.records.set(id, pet);
      created = copy;
      changed = new Map(changed);
      readers = { count: 0 };
    }
    created.listed = noneListed;
  }

  return {
    get size() {
      return size();
    },
    get changes() {
      return changes;
    },
    get,
    isTaken: (id) => base.has(id) || created.has(id),
    add(pet) {
      touch();
      created.records.set(pet.id, pet);
    },
    put(pet) {
      beforeChange();
      if (created.has(pet.id)) created.records.set(pet.id, pet);
      else changed.set(pet.id, pet);
    },
    insert(pet, before) {
      beforeChange();
      if (base.has(pet.id)) {
        changed.set(pet.id, pet);
        removed--;
        return;
      }
      const all = [...created.records.values()];
      const index = all.findIndex(({ id }) => id === before);
      // A Map adds at the end alone: those that come after it are added once more.
      const later = index < 0 ? [] : all.slice(index);
      for (const { id } of later) created.records.delete(id);
      for (const one of [pet, ...later]) created.records.set(one.id, one);
    },
    remove(id) {
      if (get(id) === undefined) return false;
      beforeChange();
      if (created.records.delete(id)) return true;
      changed.set(id, undefined);
      removed++;
      return true;
    },
    replace(pets) {
      touch();
      base = pets;
      created = createPetSet();
      changed = new Map();
      removed = 0;
      readers = { count: 0 };
    },
    rebase(pets) {
      touch();
      const touched = [...changed, ...created.records];
      base = pets;
      created = createPetSet();
      changed = new Map();
      for (const [id, pet] of touched) {
        if (pets.has(id)) changed.set(id, pet);
        else if (pet) created.records.set(id, pet);
      }
      removed = countRemoved();
      readers = { count: 0 };
    },
    clashesWith(pets) {
      for (const id of created.records.keys()) if (pets.has(id)) return true;
      return false;
    },
    since: () => ({
      created: created.size,
      changed: changed.size - removed,
      removed,
    }),
    isCreated: (id) => created.has(id),
    first,
    list(count, longest) {
      const all = Math.min(count, size());
      // The first pets of the base stay the first, for all who share it.
      const set = changed.size === 0 && all <= base.size ? base : created;
      if (set.listed.count === all) return set.listed.json;
      const [slice = []] = sliced(all, longest);
      if (slice.length < all) return undefined;
      const json = `[${slice.join(',')}]`;
      if (json.length <= maxListed) set.listed = { count: all, json };
      return json;
    },
    slices(count, length) {
      readers.count++;
      return released(sliced(count, length), readers);
    },
  };
}

/** One that is given up before its end counts on, until there has been a copy. */
function* released(
  slices: Generator<string[]>,
  readers: { count: number },
): Generator<string[], void, undefined> {
  try {
    yield* slices;
  } finally {
    readers.count--;
  }
}

/** The JSON of the first `count` pets, in slices of `length` code units or a little more. */
function* sliceOf(
  parts: readonly Iterable<PetRecord>[],
  count: number,
  length: number,
): Generator<string[]> {
  let left = count;
  let slice: string[] = [];
  let room = length;
  if (left <= 0) return;
  for (const pets of parts) {
    for (const { json } of pets) {
      slice.push(json);
      room -= json.length;
      left--;
      if (room <= 0 || left === 0) {
        yield slice;
        slice = [];
        room = length;
      }
      if (left === 0) return;
    }
  }
}
