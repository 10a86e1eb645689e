import { InvalidInputError, messageOf, OptionError, show } from '../contract/errors.ts';
import { oneOf } from '../contract/input.ts';
import { isObject } from '../contract/values.ts';
import type { PetModel } from '../contract/pet-model.ts';
import type { Pet } from '../contract/pet.ts';
import { nameOf } from '../controls/control-table.ts';
import type { FixtureSet, SeedOptions, Snapshot } from '../controls/state.ts';
import { createFaker, generatePets } from '../fixtures/generate.ts';
import { isSnapshot, petsIn, readFixtures } from '../fixtures/read.ts';
import type { CollectionDefinition, FindCollection } from '../operations/define-collection.ts';
import { createCollection, type Collection } from './collection.ts';
import { type Ids, seedFor } from './random.ts';
import { petKind, type Fields, type ItemKind, type StoredItem } from './kinds.ts';

/** Items that a catalog begins with, and where their ids continue. */
export interface Seeded<Item = StoredItem> {
  /** Shared by all catalogs that begin with them. */
  readonly items: Collection<Item>;
  /** The position of the next id. */
  readonly nextId: number;
}

/** The part of a state that a seed replaces. */
export interface SeededItems {
  readonly pets: Seeded<Pet>;
  /** By the names of the collections. */
  readonly collections: ReadonlyMap<string, Seeded>;
  /** The seed of ids, delays and faults. */
  readonly seed: number;
}

/** The rules for the items of a catalog. */
export interface ItemRules {
  /** The most pets of a catalog, and the most items of each collection. */
  readonly maxPets: number;
  /** The names that generated pets get. Default: English names of pets. */
  readonly petNames: readonly string[] | undefined;
  /** The ids that pets and items get. */
  readonly ids: Ids;
  /** The fields of a pet and their schemas. */
  readonly model: PetModel;
  /** The collections of the service. */
  readonly kinds: readonly ItemKind[];
}

/** Makes the pets and the items of a seed. @throws InvalidInputError */
export function seedItems(
  { pets: count, seed, fixtures }: SeedOptions & { pets: number; seed: number },
  rules: ItemRules,
): SeededItems {
  const { maxPets, petNames, model } = rules;
  const given = fixtures === undefined ? undefined : readFixtures(fixtures, undefined, model);
  const exact = given && petsIn(given);
  refuseTooMany(exact?.length ?? count, maxPets, exact ? '"fixtures"' : '"pets"');
  if (given && isSnapshot(given)) return restoreItems(given, rules, 'fixtures');
  const pets = giveIds(
    petKind(model),
    exact ?? generatePets(model, count, seed, petNames),
    seed,
    rules.ids,
  );
  const collections = given && 'collections' in given ? given.collections : undefined;
  return {
    pets,
    seed,
    collections: seedCollections(rules, pets, { seed, collections }, 'fixtures'),
  };
}

/** Makes the pets and the items of a snapshot that was checked. @throws InvalidInputError */
export function restoreItems(
  snapshot: Snapshot,
  rules: ItemRules,
  source = 'snapshot',
): SeededItems {
  const { pets: exact, seed, nextId } = snapshot;
  const pets = { items: createCollection(petKind(rules.model).shape, exact), nextId };
  return { pets, seed, collections: seedCollections(rules, pets, snapshot, source) };
}

/** Makes items. Those without an id get the next free ones. */
function giveIds<Item extends StoredItem>(
  { name, shape }: ItemKind<Item>,
  given: Iterable<object>,
  seed: number,
  ids: Ids,
  first = 0,
): Seeded<Item> {
  const items = given as Iterable<{ id?: string }>;
  // Generated pets have no ids, and there may be a million of them.
  const givenIds = new Set(Array.isArray(given) ? Array.from(items, ({ id }) => id) : []);
  let nextId = first;
  const freeId = () => {
    let id = ids.at(seedFor(name, seed), nextId);
    while (givenIds.has(id)) id = ids.at(seedFor(name, seed), ++nextId);
    return id;
  };
  function* withIds() {
    for (const item of items) {
      yield shape.toItem(item as Fields, item.id ?? freeId());
      if (item.id === undefined) nextId++;
    }
  }
  const all = createCollection(shape, withIds());
  // Skips given ids here once, instead of in the first create after each reset.
  freeId();
  return { items: all, nextId };
}

/** The items of collections that a fixture or a snapshot brings, and where their ids continue. */
type GivenItems = Pick<Snapshot, 'seed' | 'nextIds'> & Pick<FixtureSet, 'collections'>;

/** Makes the items of all collections: the given ones or else those of their seeds. */
function seedCollections(
  rules: ItemRules,
  pets: Seeded<Pet>,
  { seed, collections = {}, nextIds = {} }: GivenItems,
  source: string,
): ReadonlyMap<string, Seeded> {
  const { kinds, ids, maxPets } = rules;
  for (const name of Object.keys(collections)) findKind(kinds, name, `${source}: `);
  const made = new Map<string, Seeded>();
  for (const kind of kinds) {
    const { name } = kind;
    const isGiven = Object.hasOwn(collections, name);
    const subject = isGiven
      ? `${source}.collections.${name}`
      : `The seed of the collection "${name}"`;
    const items = isGiven ? collections[name] : runSeed(kind, rules, seed, pets, made, subject);
    if (!Array.isArray(items)) {
      throw new InvalidInputError(`${subject} must give an array of items, not ${show(items)}`);
    }
    refuseTooMany(items.length, maxPets, subject, 'items');
    made.set(name, giveIds(kind, checkItems(kind, items, subject), seed, ids, nextIds[name]));
  }
  return made;
}

/** Runs the seed of a collection. @param made The collections before it in the list. */
function runSeed(
  kind: ItemKind,
  { kinds, petNames }: ItemRules,
  seed: number,
  pets: Seeded<Pet>,
  made: ReadonlyMap<string, Seeded>,
  subject: string,
): unknown {
  const before = kinds.filter(({ name }) => made.has(name));
  const findBefore = (of: string | CollectionDefinition) => {
    const { name } = findKind(before, nameOf(of));
    return readsOf(made.get(name)!.items);
  };
  const context = {
    faker: createFaker(petNames, seedFor(kind.name, seed)),
    pets: readsOf(pets.items),
    collection: findBefore as FindCollection,
  };
  try {
    return kind.seed?.(context) ?? [];
  } catch (error) {
    throw new InvalidInputError(`${subject} failed: ${messageOf(error)}`, { cause: error });
  }
}

/** Returns the items as their schema makes them, with the ids that they bring. */
function checkItems(kind: ItemKind, items: readonly unknown[], subject: string): object[] {
  const seen = new Set<unknown>();
  return items.map((item, index) => {
    const at = `${subject}: item ${index}`;
    if (!isObject(item) || item['id'] === undefined) return kind.check(item, at);
    const { id, ...fields } = item;
    if (typeof id !== 'string' || id === '' || seen.has(id)) {
      throw new InvalidInputError(
        `${at}: "id" must be a text that no other item has, not ${show(id)}`,
      );
    }
    seen.add(id);
    return Object.assign({ id }, kind.check(fields, at));
  });
}

/** The name of a scenario or a collection is unknown. */
export class UnknownNameError extends InvalidInputError {}

/** @throws UnknownNameError that lists the collections. */
export function findKind(kinds: readonly ItemKind[], name: string, source = ''): ItemKind {
  const kind = kinds.find((one) => one.name === name);
  if (kind) return kind;
  const names = kinds.map((one) => one.name);
  const all =
    names.length === 0 ? 'the option "collections" has none' : `the name must be ${oneOf(names)}`;
  throw new UnknownNameError(`${source}There is no collection ${show(name)}: ${all}`);
}

const readsOf = <Item>(items: Collection<Item>) => ({
  get: items.get,
  list: items.list,
  count: () => items.size,
});

/** Finds an option that has no effect together with the fixtures. */
export function findConflict({ pets, seed, fixtures }: SeedOptions): OptionError | undefined {
  // Other wrong fixtures are refused elsewhere.
  if (typeof fixtures !== 'object' || fixtures === null) return undefined;
  const createConflict = (option: string, value: number, as: string) =>
    new OptionError({
      option,
      value,
      expected: `left out beside ${as}fixtures`,
      explain: (nameIn) => `${nameIn(option)} must not be given beside ${as}${nameIn('fixtures')}`,
    });
  if (pets !== undefined) return createConflict('pets', pets, '');
  if (seed === undefined || !('seed' in fixtures) || fixtures.seed === seed) return undefined;
  return createConflict('seed', seed, 'a snapshot as ');
}

/** @param subject The owner of the options in a message, such as "A seed". @throws InvalidInputError */
export function refuseConflict(given: SeedOptions, subject: string): void {
  const words = findConflict(given)?.explain((name) => `"${name}"`);
  if (words !== undefined) throw new InvalidInputError(`${subject}: ${words}`);
}

/** @throws InvalidInputError if `count` is more than a catalog may hold. */
export function refuseTooMany(
  count: number,
  maxPets: number,
  source: string,
  items = 'pets',
): void {
  if (count > maxPets) {
    throw new InvalidInputError(
      `${source} must be at most "maxPets" (${maxPets}) ${items}, not ${count}`,
    );
  }
}
