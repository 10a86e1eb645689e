import type { NewPet } from '../contract/pet.ts';
import { positionOf, uuid } from './random.ts';
import { createPetSet, toRecord, type PetRecord, type PetSet } from './store.ts';

/**
 * Seeded pets whose ids are the first of the seed, so that an id says which pet it is. A record is made
 * when it is asked for, and those that were listed are kept: a server with a million pets is ready
 * before it has made any (decisions/pet-store.md).
 *
 * @param petAt Gives what a pet has beside its id, by its position.
 */
export function createSeededSet(
  seed: number,
  size: number,
  petAt: (position: number) => NewPet & { tag: string },
): PetSet {
  /** The first of the pets, in order. */
  const { records, listed } = createPetSet();
  /** Others that were asked for, kept as clients repeat themselves. */
  const asked = new Map<string, PetRecord>();

  const make = (id: string, position: number) =>
    asked.get(id) ?? toRecord({ ...petAt(position), id });

  function has(id: string): boolean {
    const position = positionOf(seed, id);
    return position !== undefined && position < size;
  }

  function* first(): Generator<PetRecord> {
    const made = records.values();
    for (let position = 0; position < size; position++) {
      if (records.size === position) {
        const id = uuid(seed, position);
        records.set(id, make(id, position));
        asked.delete(id);
      }
      yield made.next().value!;
    }
  }

  function* later(from: number): Generator<PetRecord> {
    for (let position = from; position < size; position++) {
      const id = uuid(seed, position);
      yield records.get(id) ?? make(id, position);
    }
  }

  function* ids(): Generator<string> {
    for (let position = 0; position < size; position++) yield uuid(seed, position);
  }

  return {
    size,
    get(id) {
      const made = records.get(id) ?? asked.get(id);
      if (made) return made;
      const position = positionOf(seed, id);
      if (position === undefined || position >= size) return undefined;
      // An id of its own: that of a request would hold on to all of its target.
      const pet = make(uuid(seed, position), position);
      asked.set(pet.id, pet);
      return pet;
    },
    has,
    ids,
    values(from = 0) {
      if (from > 0) return later(from);
      return records.size === size ? records.values() : first();
    },
    listed,
  };
}
