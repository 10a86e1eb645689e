import { factory, primaryKey } from '@mswjs/data';
import { DATABASE_INSTANCE, ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js';
import type { Pet } from '../contract/pet.ts';
import { byteLength } from './truncate.ts';

/** A pet as it is stored; it never changes. Its fields other than the id are read from its JSON. */
export interface PetRecord extends Readonly<Pet> {
  /** Its JSON, with its fields in the order of the service's document. */
  readonly json: string;
  /** How many code units its JSON has. */
  readonly length: number;
  /** How many bytes its JSON has, in UTF-8. */
  readonly bytes: number;
}

/**
 * Pets by their ids, in the order in which they were added: the `Map` of an @mswjs/data model. Those
 * that a catalog starts from are shared by all that start from the same, and never change.
 */
export interface PetSet {
  readonly records: Map<string, PetRecord>;
  /** The last list that ended among these. */
  listed: { readonly count: number; readonly json: string };
}

/** The pets of one catalog, in the order in which they were created. */
export interface PetStore {
  readonly size: number;
  get(id: string): PetRecord | undefined;
  has(id: string): boolean;
  /** Adds a pet at the end. Its id must be new. */
  add(pet: PetRecord): void;
  /**
   * Puts other pets in the place of all, without a copy: they must not change any more. Iterations
   * under way go on over the old ones.
   */
  replace(pets: PetSet): void;
  /** The JSON of each of the first `count` pets after so many that are skipped (default 0). */
  first(count: number, skip?: number): string[];
  /**
   * The first `count` pets as one JSON array, unless it is longer than `longest` code units without
   * its last pet. A short one is kept, as clients repeat themselves.
   */
  list(count: number, longest: number): string | undefined;
  /**
   * The first `count` pets in slices whose JSON has `length` code units or a little more: the pets as
   * they are now, however long the iteration takes.
   */
  slices(count: number, length: number): IterableIterator<PetRecord[]>;
}

/** The last list is kept if it is no longer, in code units: a server may have a thousand catalogs. */
const maxListed = 128 * 1024;

/** How many beginnings are kept to be shared, and of how long a name and tag. */
const maxHeads = 10_000;
const maxShared = 200;
const heads = new Map<string, string>();

/** What the JSON of a pet begins with, up to its id: one text for all of that name and tag. */
function headOf({ name, tag }: Pet): string {
  if (name.length + tag.length > maxShared) return makeHead(name, tag);
  // With the length of the name no two pairs make one key.
  const key = `${name.length} ${name}${tag}`;
  let head = heads.get(key);
  if (head === undefined) {
    head = makeHead(name, tag);
    if (heads.size >= maxHeads) heads.clear();
    heads.set(key, head);
  }
  return head;
}

function makeHead(name: string, tag: string): string {
  const parts = ['{"name":', JSON.stringify(name), ',"tag":', JSON.stringify(tag), ',"id":"'];
  // A flat text: V8 would keep a template as a rope of its parts.
  return parts.join('');
}

/**
 * A record of the model. Pets of one name and tag share the beginning of their JSON, and the id in
 * it is the one that the store finds them by: so a pet takes no more memory than its fields, and
 * its JSON is three texts put together. The marks that the model wants lie on the prototype.
 */
class StoredPet implements PetRecord {
  readonly id: string;
  /** Its JSON up to the id. */
  protected readonly head: string;
  constructor(pet: Pet) {
    this.id = pet.id;
    this.head = headOf(pet);
  }
  get json(): string {
    return `${this.head}${this.id}"}`;
  }
  get length(): number {
    return this.head.length + this.id.length + 2;
  }
  get bytes(): number {
    return byteLength(this.head) + byteLength(this.id) + 2;
  }
  get name(): string {
    return (JSON.parse(this.json) as Pet).name;
  }
  get tag(): string {
    return (JSON.parse(this.json) as Pet).tag;
  }
}
Object.assign(StoredPet.prototype, { [ENTITY_TYPE]: 'pet', [PRIMARY_KEY]: 'id' });

/** A pet with an id that JSON escapes, as a fixture may have one. */
class EscapedPet extends StoredPet {
  override get json(): string {
    return `${this.head}${JSON.stringify(this.id).slice(1)}}`;
  }
  override get length(): number {
    return this.json.length;
  }
  override get bytes(): number {
    return byteLength(this.json);
  }
}

export function toRecord(pet: Pet): PetRecord {
  const isPlain = JSON.stringify(pet.id).length === pet.id.length + 2;
  return isPlain ? new StoredPet(pet) : new EscapedPet(pet);
}

/**
 * A set of pets in an @mswjs/data model. The model's queries walk every record, so the store reads
 * and writes the `Map` that the model keeps by primary key (decisions/pet-store.md).
 */
export function createPetSet(): PetSet {
  const database = factory({ pet: { id: primaryKey(String), name: String, tag: String } })[
    DATABASE_INSTANCE
  ] as unknown as { models: { pet: Map<string, PetRecord> } };
  return { records: database.models.pet, listed: { count: 0, json: '[]' } };
}

/** A store of the pets that it starts from and, behind them, those that are created. */
export function createPetStore(start: PetSet): PetStore {
  let base = start;
  let created = createPetSet();

  const size = () => base.records.size + created.records.size;
  function get(id: string): PetRecord | undefined {
    // To look in vain takes the less time the fewer there are.
    return base.records.size < created.records.size
      ? (base.records.get(id) ?? created.records.get(id))
      : (created.records.get(id) ?? base.records.get(id));
  }

  function first(count: number, skip = 0): string[] {
    const texts: string[] = [];
    let left = skip;
    for (const { records } of [base, created]) {
      if (left >= records.size) {
        left -= records.size;
        continue;
      }
      for (const pet of records.values()) {
        if (texts.length >= count) return texts;
        if (left > 0) left--;
        else texts.push(pet.json);
      }
    }
    return texts;
  }

  function* slices(count: number, length: number): Generator<PetRecord[]> {
    const sets = [base, created];
    // Pets that are created while somebody iterates come after these.
    let left = Math.min(count, size());
    let slice: PetRecord[] = [];
    let room = length;
    if (left <= 0) return;
    for (const { records } of sets) {
      for (const record of records.values()) {
        slice.push(record);
        room -= record.length;
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

  return {
    get size() {
      return size();
    },
    get,
    has: (id) => get(id) !== undefined,
    add(pet) {
      created.records.set(pet.id, pet);
    },
    replace(pets) {
      base = pets;
      created = createPetSet();
    },
    first,
    list(count, longest) {
      const all = Math.min(count, size());
      // The first pets stay the first until all are replaced.
      const set = all <= base.records.size ? base : created;
      if (set.listed.count === all) return set.listed.json;
      const [slice = []] = slices(all, longest);
      if (slice.length < all) return undefined;
      const json = `[${slice.map((pet) => pet.json).join(',')}]`;
      if (json.length <= maxListed) set.listed = { count: all, json };
      return json;
    },
    slices,
  };
}
