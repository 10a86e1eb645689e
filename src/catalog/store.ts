import { factory, primaryKey } from '@mswjs/data';
import { DATABASE_INSTANCE, ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js';
import type { Pet } from '../contract/pet.ts';

/** A pet as it is stored; it never changes. */
export interface PetRecord extends Readonly<Pet> {
  /** Its JSON, with its fields in the order of the service's document. */
  readonly json: string;
}

/**
 * Pets by their ids, in the order in which they were added: the `Map` of an @mswjs/data model. Those
 * that a catalog starts with are shared by all that start with the same, and never change.
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
   * Replaces all pets, without a copy: the new ones must not change any more. Iterations under way go
   * on over the old ones.
   */
  replace(pets: PetSet): void;
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
export function createPetSet(): PetSet {
  const database = factory({ pet: { id: primaryKey(String), name: String, tag: String } })[
    DATABASE_INSTANCE
  ] as unknown as { models: { pet: Map<string, PetRecord> } };
  return { records: database.models.pet, listed: { count: 0, json: '[]' } };
}

export function createPetStore(start: PetSet): PetStore {
  let base = start;
  let created = createPetSet();

  const size = () => base.records.size + created.records.size;
  function get(id: string): PetRecord | undefined {
    // A look-up that finds nothing takes the less time the fewer there are.
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
      for (const { json } of records.values()) {
        if (texts.length >= count) return texts;
        if (left > 0) left--;
        else texts.push(json);
      }
    }
    return texts;
  }

  function* slices(count: number, length: number): Generator<string[]> {
    const sets = [base, created];
    // Pets that are created during the iteration come after these.
    let left = Math.min(count, size());
    let slice: string[] = [];
    let room = length;
    if (left <= 0) return;
    for (const { records } of sets) {
      for (const { json } of records.values()) {
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
      const json = `[${slice.join(',')}]`;
      if (json.length <= maxListed) set.listed = { count: all, json };
      return json;
    },
    slices,
  };
}
