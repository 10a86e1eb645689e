import { factory, primaryKey } from '@mswjs/data';
import { DATABASE_INSTANCE } from '@mswjs/data/lib/glossary.js';
import { fields, type Pet } from '../contract/pet.ts';

/** A pet as it is stored: it never changes, and callers get copies. */
export type StoredPet = Readonly<Pet>;

/** Pets by their ids, in the order in which they were added. */
export type PetMap = ReadonlyMap<string, StoredPet>;

/** The pets of one catalog, in the order in which they were created. */
export type PetStore = ReturnType<typeof createPetStore>;

/** The last list is kept if it is no longer, in code units: a server may have a thousand catalogs. */
const maxListed = 128 * 1024;

/** Those that were asked for, which catalogs share as they share their pets. */
const jsonTexts = new WeakMap<StoredPet, string>();

/** A pet as JSON, which is kept: clients ask for the same pets again. */
export function jsonOf(pet: StoredPet): string {
  let text = jsonTexts.get(pet);
  if (text === undefined) jsonTexts.set(pet, (text = JSON.stringify(pet)));
  return text;
}

/** How a model calls the types of fields. */
const kindOf: Record<string, unknown> = { string: String, number: Number, boolean: Boolean };

/** The `Map` that a model of @mswjs/data keeps its records in, with some pets (decisions/pet-store.md). */
export function createPetMap(pets: Iterable<StoredPet> = []): Map<string, StoredPet> {
  const kinds = fields.map(([name, { schema }]) => [name, kindOf[schema.type] ?? Object]);
  const pet = { id: primaryKey(String), ...Object.fromEntries(kinds) };
  const database = factory({ pet })[DATABASE_INSTANCE] as unknown as {
    models: { pet: Map<string, StoredPet> };
  };
  const map = database.models.pet;
  for (const one of pets) map.set(one.id, one);
  return map;
}

/**
 * A catalog has the pets of its start, which others share, until it changes one: then it has a copy.
 * In the copy those of the start come first, in their order. What has become of them is told by a
 * comparison with the start: a pet that has changed is another object.
 *
 * @param onChange Called when a pet is about to change, or has been added.
 */
export function createPetStore(begin: PetMap, onChange = () => {}) {
  let start = begin;
  let pets = begin;
  let changes = 0;
  let listed = { changes, count: 0, json: '[]' };

  function own(): Map<string, StoredPet> {
    if (pets === start) pets = createPetMap(start.values());
    return pets as Map<string, StoredPet>;
  }

  function touch(): void {
    changes++;
    onChange();
  }

  function* created(): Generator<StoredPet> {
    if (pets === start) return;
    for (const pet of pets.values()) if (!start.has(pet.id)) yield pet;
  }

  function rebased(next: PetMap): PetMap {
    if (pets === start) return next;
    const all = createPetMap(next.values());
    for (const [id, pet] of start) {
      const now = pets.get(id);
      if (now === pet) continue;
      if (now) all.set(id, now);
      else all.delete(id);
    }
    for (const pet of created()) all.set(pet.id, pet);
    return all;
  }

  /** At most `count` pets, after the first `skip`: those of this moment. */
  function first(count: number, skip = 0): StoredPet[] {
    if (skip === 0 && count >= pets.size) return [...pets.values()];
    const some: StoredPet[] = [];
    let position = 0;
    for (const pet of pets.values()) {
      if (position >= skip + count) break;
      if (position++ >= skip) some.push(pet);
    }
    return some;
  }

  return {
    get size() {
      return pets.size;
    },
    get changes() {
      return changes;
    },
    get: (id: string) => pets.get(id),
    /** Whether a pet has that id, or one of the start had it. */
    isTaken: (id: string) => pets.has(id) || start.has(id),
    /** Puts a pet in the place of the one that has its id, or at the end. */
    set(pet: StoredPet): void {
      touch();
      own().set(pet.id, pet);
    },
    /**
     * Adds a pet before the one of the id `before`. Where there is none, one of the start that was removed
     * comes back behind those that were before it there, and any other comes last.
     */
    insert(pet: StoredPet, before: string | undefined): void {
      touch();
      const isBefore = before !== undefined && pets.has(before);
      if (!isBefore && !start.has(pet.id)) {
        own().set(pet.id, pet);
        return;
      }
      const all = [...pets.values()];
      const placeOf = (id: string | undefined) => all.findIndex((one) => one.id === id);
      const ids = [...start.keys()];
      const behind = ids.slice(0, ids.indexOf(pet.id)).findLast((id) => pets.has(id));
      const place = isBefore ? placeOf(before) : placeOf(behind) + 1;
      pets = createPetMap(all.toSpliced(place, 0, pet));
    },
    remove(id: string): boolean {
      if (!pets.has(id)) return false;
      touch();
      return own().delete(id);
    },
    /** Replaces all pets by those of a start, which must not change any more. */
    replace(next: PetMap): void {
      touch();
      start = pets = next;
    },
    /** The same, but what was created, changed or removed since the last time stays so. */
    rebase(next: PetMap): void {
      touch();
      pets = rebased(next);
      start = next;
    },
    /** How many there would be then. */
    sizeAfter: (next: PetMap) => rebased(next).size,
    /** Whether a pet that was created since has the id of one of these. */
    clashesWith: (next: PetMap) => [...created()].some(({ id }) => next.has(id)),
    /** How many pets were created, changed and removed since they were last replaced. */
    since() {
      if (pets === start) return { created: 0, changed: 0, removed: 0 };
      const kept = [...start.values()].filter(({ id }) => pets.has(id));
      const changed = kept.filter((pet) => pets.get(pet.id) !== pet).length;
      return { created: pets.size - kept.length, changed, removed: start.size - kept.length };
    },
    isCreated: (id: string) => pets.has(id) && !start.has(id),
    first,
    /**
     * The first `count` pets as one JSON array, unless it is longer than `longest` code units without
     * its last pet. A short one is kept, as clients repeat themselves.
     */
    list(count: number, longest: number): string | undefined {
      const all = Math.min(count, pets.size);
      if (listed.changes === changes && listed.count === all) return listed.json;
      const json = listAtOnce(pets.values(), longest, JSON.stringify, all);
      if (json !== undefined && json.length <= maxListed) listed = { changes, count: all, json };
      return json;
    },
  };
}

/** Pets as one JSON array, unless it is longer than `longest` code units without the last of `most`. */
export function listAtOnce(
  pets: Iterable<StoredPet>,
  longest: number,
  toJson: (pet: StoredPet) => string,
  most = Infinity,
): string | undefined {
  const texts: string[] = [];
  let length = 0;
  for (const pet of pets) {
    if (texts.length >= most) break;
    if (length >= longest) return undefined;
    length += texts[texts.push(toJson(pet)) - 1]!.length;
  }
  return `[${texts.join(',')}]`;
}
