import * as v from 'valibot';
import { delaySchema, type Delay } from './delay.ts';
import {
  checkFault,
  faultEntries,
  faultIdSchema,
  faultList,
  faultSchema,
  remainingOf,
  type ActiveFault,
  type Fault,
} from './faults.ts';
import {
  anyOf,
  counter,
  createInput,
  described,
  optional,
  wholeNumber,
} from '../contract/input.ts';
import type { Input } from '../contract/input.ts';
import { plainModel } from '../contract/pet-model.ts';
import type { FixturePet, Pet } from '../contract/pet.ts';

/** @internal */
export const itemPlaceInput = createInput(
  v.strictObject(
    {
      id: optional(
        v.pipe(v.string('a string'), v.nonEmpty('a string that is not empty')),
        "An id that no other has. The catalog's next one when left out.",
      ),
    },
    'an object with "id"',
  ),
  'The place of an item',
) as Input<ItemPlace>;

/** The id of a new pet or item: the id of a removed one, for example. */
export interface ItemPlace {
  /** An id that no other has. Default: the catalog's next id. */
  id?: string | undefined;
}

/** @internal */
export const seedNumberSchema = wholeNumber(0);

/** A fault of a snapshot. @internal */
export const snapshotFaultSchema = v.pipe(
  v.strictObject({
    ...faultEntries,
    id: faultIdSchema,
    calls: described(counter, "The position of the fault's next random number."),
    hits: described(counter, 'How many calls it has hit; fewer than a number of `times`.'),
    seen: optional(
      counter,
      'How many matching calls it has seen, where `times` is a list. 0 when left out.',
    ),
  }),
  checkFault(),
  v.check(
    (fault) => (remainingOf(fault) ?? 1) > 0,
    'a fault that has not been used up: "hits" below "times", or "seen" below the last of a list',
  ),
  v.title('SnapshotFault'),
  v.description('A fault, and where its random numbers stand.'),
);

/** Items are checked by the schemas of their collections. @internal */
export const itemsByCollection = v.record(
  v.string(),
  v.array(v.record(v.string(), v.unknown(), 'an object'), 'an array of items'),
  'an object of items by their collections',
);

const snapshotWords = 'a snapshot: a JSON object as snapshot() gives it';
/** @internal */
export const snapshotSchema = v.pipe(
  v.strictObject(
    {
      version: described(v.literal(1, '1, the only version there is'), 'The form of the snapshot.'),
      seed: described(seedNumberSchema, 'The seed of ids and chaos.'),
      nextId: described(counter, 'The position of the next id.'),
      nextFault: described(counter, 'The number of the last fault that was added.'),
      pets: described(
        v.array(plainModel.stored, 'an array of pets'),
        'The pets, oldest first. Their ids are unique.',
      ),
      faults: described(faultList(snapshotFaultSchema), 'The active faults, oldest first.'),
      calls: described(counter, 'The position of the next random delay.'),
      delay: v.optional(delaySchema),
      scenario: optional(
        v.nullable(v.string('a string or null')),
        'The scenario that was chosen last; null for none.',
      ),
      collections: optional(itemsByCollection, 'Items by collection.'),
      nextIds: optional(
        v.record(v.string(), counter, 'an object of positions by their collections'),
        'The positions of their next ids.',
      ),
    },
    snapshotWords,
  ),
  v.title('Snapshot'),
  v.description('The whole state of a catalog, without its journal.'),
);

/** A snapshot without its pets: there may be a million, and they are checked one by one. @internal */
export const snapshotFrameSchema = v.strictObject(
  {
    ...snapshotSchema.entries,
    pets: v.custom<Pet[]>((value) => Array.isArray(value), 'an array of pets'),
  },
  snapshotWords,
);

/** @internal */
export const snapshotInput: Input<Snapshot> = {
  ...createInput(snapshotFrameSchema, 'snapshot'),
  schema: snapshotSchema,
};

/**
 * The whole state of a catalog except its journal, as plain JSON: pets in order, faults, and the positions
 * of ids and random numbers.
 */
export interface Snapshot {
  version: 1;
  /** The seed of ids and random failures. */
  seed: number;
  /** The position of the next id, up to 2,147,483,647 as every counter; the one after is 0. */
  nextId: number;
  /** The number of the last fault that was added. */
  nextFault: number;
  pets: Pet[];
  /**
   * The active faults. `calls` is the position of the next random number, `hits` counts the calls it has
   * hit, and `seen` the matching calls if `times` is a list.
   */
  faults: (Omit<ActiveFault, 'remaining'> & { calls: number; seen?: number | undefined })[];
  /** The position of the next random delay. */
  calls: number;
  /** The latency of each operation, if it differs from the option. */
  delay?: Delay | undefined;
  /** The scenario that was chosen last; `null` for none. Default: `null`. */
  scenario?: string | null | undefined;
  /** The items of each collection. Default: those of its seed. */
  collections?: Record<string, Record<string, unknown>[]> | undefined;
  /** The position of the next id of each collection. */
  nextIds?: Record<string, number> | undefined;
}

/** Exact pets, and items of collections, each with or without an id. */
export interface FixtureSet {
  pets: readonly FixturePet[];
  /** By the names of the collections. Default: the items of their seeds. */
  collections?: Readonly<Record<string, readonly object[]>> | undefined;
}

/** Exact pets: an array of them, pets and items of collections, or a snapshot. */
export type Fixtures = readonly FixturePet[] | FixtureSet | Snapshot;

/**
 * The options of `seed`. Without options, the initial pets come back. With `pets` or `seed` they are
 * generated, and the other option is as at the start. `fixtures` are exact pets: they cannot be combined
 * with `pets`, and a snapshot cannot be combined with `seed`.
 */
export interface SeedOptions {
  /** The number of generated pets, from 0 to `maxPets`. */
  pets?: number | undefined;
  /** Same seed, same pets, ids and random failures. */
  seed?: number | undefined;
  /** Exact pets instead of generated ones. */
  fixtures?: Fixtures | undefined;
}

/** `fixtures` is checked apart (`fixtures/read.ts`), with messages that name the pet. */
const seedEntries = {
  pets: optional(
    wholeNumber(0),
    'How many are generated, at most `maxPets`. Not beside `fixtures`.',
  ),
  seed: optional(seedNumberSchema, 'Same seed, same pets, ids and random failures.'),
  fixtures: optional(
    v.custom<Fixtures>(() => true),
    'Exact pets instead of generated ones: a list of them, or a snapshot.',
  ),
};

/** @internal */
export const seedInput = createInput(
  v.pipe(
    anyOf(seedEntries, 'a JSON object'),
    v.title('SeedOptions'),
    v.description('The pets that a catalog gets.'),
  ),
  'A seed',
);

/** The state of a catalog without its pets and faults. */
export interface CatalogState {
  /** The scenario that was chosen last, or the scenario of the start; `null` without one. */
  scenario: string | null;
  /**
   * Whether the faults, the delay or the seeded pets differ from the scenario's; `false` without a
   * scenario.
   */
  isChanged: boolean;
  /** The latency of each operation. */
  delay: Delay;
}

/** A named starting point. Fields that are left out are as in the catalog's options. */
export interface Scenario extends SeedOptions {
  /** A sentence for the people who choose it. */
  description?: string | undefined;
  /** Added in this order, so that the last is the newest. Default: none. */
  faults?: readonly Fault[] | undefined;
  /** The latency of each operation. */
  delay?: Delay | undefined;
}

/** Scenarios by their names. */
export type Scenarios = Readonly<Record<string, Scenario>>;

/** A scenario as the catalog lists it. */
export interface ScenarioSummary {
  name: string;
  /** `''` without a description. */
  description: string;
}

/** @internal `fixtures` is checked apart, as in a seed. */
export const scenarioSchema = v.pipe(
  anyOf({
    description: optional(v.string('a string'), 'A sentence for the people who choose it.'),
    ...seedEntries,
    faults: optional(
      faultList(faultSchema),
      'Added in this order, so that the last is the newest. None when left out.',
    ),
    delay: v.optional(delaySchema),
  }),
  v.title('Scenario'),
  v.description("A named starting point. What is left out is as the catalog's options have it."),
);

/** @internal */
export const scenarioChoiceInput = createInput(
  v.pipe(
    v.strictObject(
      {
        name: described(
          v.nullable(v.string('a string or null')),
          'The name of a scenario; null for none.',
        ),
      },
      'a JSON object with "name"',
    ),
    v.title('ScenarioChoice'),
    v.description('The scenario that replaces pets, ids, faults and delay.'),
  ),
  'The choice of a scenario',
);

/** A catalog in the list of `GET /__admin/catalogs`. */
export interface CatalogSummary {
  /** The number that `?catalog=` takes. */
  number: number;
  /** The key, or the value of the header that `isolate` names. */
  apiKey: string;
  pets: number;
  requests: number;
  faults: number;
}
