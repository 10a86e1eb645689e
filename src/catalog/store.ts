import { factory, primaryKey } from '@mswjs/data';
import { DATABASE_INSTANCE, ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js';
import type { Pet } from '../contract/pet.ts';

/**
 * The pets of one catalog, in the order in which they were created. What it gives is the stored
 * record itself: it never changes, and whoever hands it to a caller copies it first.
 */
export interface PetStore {
  readonly size: number;
  get(id: string): Pet | undefined;
  has(id: string): boolean;
  /** Adds a pet at the end. Its id must be new. */
  add(pet: Pet): void;
  /** Puts other pets in the place of all. Iterations under way go on over the old ones. */
  replace(pets: Iterable<Pet>): void;
  /** The first `count` pets, as they are now, however long the iteration takes. */
  first(count: number): IterableIterator<Pet>;
}

/** A record of the model: a plain pet, with the marks that the model wants on its prototype. */
class PetRecord implements Pet {
  declare readonly name: string;
  declare readonly tag: string;
  declare readonly id: string;
  constructor(pet: Pet) {
    this.name = pet.name;
    this.tag = pet.tag;
    this.id = pet.id;
  }
}
Object.assign(PetRecord.prototype, { [ENTITY_TYPE]: 'pet', [PRIMARY_KEY]: 'id' });

/**
 * A store over an @mswjs/data model. The model's queries walk every record, so the store reads and
 * writes the `Map` that the model keeps by primary key (decisions/pet-store.md).
 */
export function createPetStore(): PetStore {
  const database = factory({ pet: { id: primaryKey(String), name: String, tag: String } })[
    DATABASE_INSTANCE
  ] as unknown as { models: { pet: Map<string, Pet> } };

  return {
    get size() {
      return database.models.pet.size;
    },
    get: (id) => database.models.pet.get(id),
    has: (id) => database.models.pet.has(id),
    add(pet) {
      database.models.pet.set(pet.id, new PetRecord(pet));
    },
    replace(pets) {
      const records = new Map<string, Pet>();
      for (const pet of pets) {
        records.set(pet.id, pet instanceof PetRecord ? pet : new PetRecord(pet));
      }
      database.models.pet = records;
    },
    *first(count) {
      const records = database.models.pet;
      // Pets that are created while somebody iterates come after these.
      let left = Math.min(count, records.size);
      if (left <= 0) return;
      for (const pet of records.values()) {
        yield pet;
        if (--left === 0) return;
      }
    },
  };
}
