import { factory, primaryKey } from '@mswjs/data';
import { DATABASE_INSTANCE, ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js';
import type { Pet } from '../contract/pet.ts';

/**
 * A pet as it is stored. A stored pet never changes, so what is kept is its JSON, which is what the
 * service answers; its fields are read from that.
 */
export interface PetRecord extends Readonly<Pet> {
  readonly json: string;
}

/** The pets of one catalog, in the order in which they were created. */
export interface PetStore {
  readonly size: number;
  /** The JSON of a pet. */
  get(id: string): string | undefined;
  has(id: string): boolean;
  /** Adds a pet at the end, and gives its JSON. Its id must be new. */
  add(pet: Pet): string;
  /** Puts other pets in the place of all. Iterations under way go on over the old ones. */
  replace(pets: Iterable<PetRecord>): void;
  /** The JSON of each of the first `count` pets. */
  first(count: number): string[];
  /** The same in slices of `size`: the pets as they are now, however long the iteration takes. */
  slices(count: number, size: number): IterableIterator<string[]>;
}

/** The JSON of a pet, with its fields in the order of the service's document. */
export function toJson({ name, tag, id }: Pet): string {
  return JSON.stringify({ name, tag, id });
}

const idField = '"id":"';

/** A record of the model. The marks that the model wants lie on the prototype. */
class StoredPet implements PetRecord {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
  get name(): string {
    return (JSON.parse(this.json) as Pet).name;
  }
  get tag(): string {
    return (JSON.parse(this.json) as Pet).tag;
  }
  /**
   * As the JSON has it, unless something is escaped there: V8 keeps a part of a string as a pointer
   * into the whole, at half the size of a string of its own.
   */
  get id(): string {
    const id = this.json.slice(this.json.lastIndexOf(idField) + idField.length, -2);
    return id.includes('\\') ? (JSON.parse(this.json) as Pet).id : id;
  }
}
Object.assign(StoredPet.prototype, { [ENTITY_TYPE]: 'pet', [PRIMARY_KEY]: 'id' });

export function toRecord(pet: Pet): PetRecord {
  return new StoredPet(toJson(pet));
}

/**
 * A store over an @mswjs/data model. The model's queries walk every record, so the store reads and
 * writes the `Map` that the model keeps by primary key (decisions/pet-store.md).
 */
export function createPetStore(): PetStore {
  const database = factory({ pet: { id: primaryKey(String), name: String, tag: String } })[
    DATABASE_INSTANCE
  ] as unknown as { models: { pet: Map<string, PetRecord> } };

  function* slices(count: number, size: number): Generator<string[]> {
    const records = database.models.pet;
    // Pets that are created while somebody iterates come after these.
    let left = Math.min(count, records.size);
    let slice: string[] = [];
    if (left <= 0) return;
    for (const { json } of records.values()) {
      slice.push(json);
      left--;
      if (slice.length === size || left === 0) {
        yield slice;
        slice = [];
      }
      if (left === 0) return;
    }
  }

  return {
    get size() {
      return database.models.pet.size;
    },
    get: (id) => database.models.pet.get(id)?.json,
    has: (id) => database.models.pet.has(id),
    add(pet) {
      const record = toRecord(pet);
      database.models.pet.set(record.id, record);
      return record.json;
    },
    replace(pets) {
      const records = new Map<string, PetRecord>();
      for (const record of pets) records.set(record.id, record);
      database.models.pet = records;
    },
    first(count) {
      const texts: string[] = [];
      if (count <= 0) return texts;
      for (const { json } of database.models.pet.values()) {
        texts.push(json);
        if (texts.length >= count) break;
      }
      return texts;
    },
    slices,
  };
}
