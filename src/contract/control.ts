import * as v from 'valibot';
import { createInput, described, optional, wholeNumber, type Input } from './input.ts';
import { operationNames, type OperationName } from './operations.ts';
import { newPetSchema, petSchema, type NewPet, type Pet } from './pet.ts';

/** The longest delay in milliseconds: what a timer can hold (2^31 - 1, about 24 days). */
export const maxDelay = 2 ** 31 - 1;

const milliseconds = wholeNumber(0, maxDelay);

/** The last position of a counter. Positions of random numbers have less than 32 bits. */
export const maxCounter = 2 ** 31 - 1;

const counter = wholeNumber(0, maxCounter);

/** Milliseconds, always the same or a random number evenly from `min` to `max`, both included. */
export type Delay = number | { min: number; max: number };

const delayWords = 'milliseconds: a whole number, or {"min", "max"} with min no greater than max';
/** @internal */
export const delaySchema = v.pipe(
  v.union(
    [
      milliseconds,
      v.pipe(
        v.strictObject({ min: milliseconds, max: milliseconds }),
        v.check(({ min, max }) => min <= max, delayWords),
      ),
    ],
    delayWords,
  ),
  v.title('Delay'),
  v.description(
    'Milliseconds to wait before the answer: always the same, or a random number evenly from `min` to `max`.',
  ),
);

/** @internal */
export const operationNameSchema = v.picklist(operationNames, oneOf(operationNames));

const networkFaults = ['reset', 'empty', 'truncate', 'hang'] as const;
/**
 * A failure below HTTP. `reset`: the connection is reset; `empty`: closed with no response;
 * `truncate`: half a response, then closed; `hang`: no response until the client gives up.
 */
export type NetworkFault = (typeof networkFaults)[number];

const rateWords = 'a number from 0 to 1';
/** @internal */
export const faultEntries = {
  operation: optional(operationNameSchema, 'The operation that it hits. All when left out.'),
  status: optional(wholeNumber(400, 599), 'Answered instead of the real answer.'),
  error: optional(v.string('a string'), 'The message of that answer.'),
  delay: v.optional(delaySchema),
  network: optional(
    v.picklist(networkFaults, oneOf(networkFaults)),
    '`reset`: the connection is reset; `empty`: closed with no answer; `truncate`: half an answer, ' +
      'then closed; `hang`: no answer until the client gives up.',
  ),
  rate: optional(
    v.pipe(v.number(rateWords), v.minValue(0, rateWords), v.maxValue(1, rateWords)),
    'The share of calls that it hits, decided from the seed. All when left out.',
  ),
  times: optional(
    wholeNumber(1),
    'How many calls it hits before it is gone. No end when left out.',
  ),
};

const faultWords = 'a JSON object with at least one of "status", "delay" and "network"';
const doesSomething = ({ status, delay, network }: FaultFields) =>
  status !== undefined || delay !== undefined || network !== undefined;
const hasStatusForError = ({ status, error }: FaultFields) =>
  error === undefined || status !== undefined;
const errorWords = 'a JSON object in which "error" comes with a "status"';

/** A failure to be injected; see `Fault`. @internal */
export const faultSchema = v.pipe(
  v.strictObject(faultEntries, faultWords),
  v.check((fault) => doesSomething(fault), faultWords),
  v.check((fault) => hasStatusForError(fault), errorWords),
  v.title('Fault'),
  v.description('A failure that is injected into calls of the service.'),
);

/** @internal */
export const faultInput = createInput(faultSchema, 'A fault') as Input<Fault>;

interface FaultFields {
  /** The operation it hits. Default: all. */
  operation?: OperationName | undefined;
  /** 400 to 599: sent instead of the real response. */
  status?: number | undefined;
  /**
   * The message of that response. Default: what the operation says with that status (`Pet not found`),
   * or else the status's own phrase.
   */
  error?: string | undefined;
  /** Milliseconds to wait first; alone, it only slows the real response. */
  delay?: Delay | undefined;
  /** A failure of the connection instead of a response. */
  network?: NetworkFault | undefined;
  /** 0 to 1: the share of calls it hits, decided from the seed. Default: 1. */
  rate?: number | undefined;
  /** How many calls it hits before it is gone. Default: no end. */
  times?: number | undefined;
}

/**
 * A failure that the mock injects into calls of the service. It has a `status`, a `delay` or a
 * `network`, or several of them; an `error` comes with a `status`.
 */
export type Fault = FaultFields &
  (
    | { status: number }
    | { error?: undefined; delay: Delay }
    | { error?: undefined; network: NetworkFault }
  );

/** A fault as the catalog lists it. */
export type ActiveFault = FaultFields & { id: string };

/** A pet that is added without the service. @internal */
export const newPetInput = createInput(newPetSchema, 'A new pet') as Input<NewPet>;

/** One pet of a fixture file: a new pet that may bring its id. @internal */
export const fixturePetSchema = v.pipe(
  v.strictObject(
    {
      name: newPetSchema.entries.name,
      tag: optional(v.string('a string'), 'The empty string when left out.'),
      id: optional(
        v.pipe(v.string('a string'), v.nonEmpty('a string that is not empty')),
        "Unique among the pets. The catalog's next one when left out.",
      ),
    },
    'a JSON object with "name" and optionally "tag" and "id"',
  ),
  v.title('FixturePet'),
  v.description('An exact pet, which may bring its id.'),
);

/** An exact pet of a fixture: without `tag` it gets `''`, without `id` the catalog's next one. */
export type FixturePet = { name: string; tag?: string | undefined; id?: string | undefined };

const faultIdPattern = /^fault-[1-9][0-9]{0,9}$/;

/** The number in the id of a fault, of which there is one for each position of a counter. */
export function faultNumber(id: string): number {
  const number = faultIdPattern.test(id) ? Number(id.slice('fault-'.length)) : Number.NaN;
  return number <= maxCounter ? number : Number.NaN;
}

const faultIdWords = `the id of a fault, from "fault-1" to "fault-${maxCounter}"`;

/** @internal */
export const faultIdSchema = described(
  v.pipe(
    v.string(faultIdWords),
    v.regex(faultIdPattern, faultIdWords),
    v.check((id) => !Number.isNaN(faultNumber(id)), faultIdWords),
  ),
  'The number of the fault.',
);

/** @internal */
export const seedNumberSchema = wholeNumber(0);

/** A fault of a snapshot. @internal */
export const snapshotFaultSchema = v.pipe(
  v.strictObject({
    ...faultEntries,
    id: faultIdSchema,
    calls: described(counter, "The position of the fault's next random number."),
    hits: described(counter, 'How many calls it has hit; fewer than `times`.'),
  }),
  v.check((fault) => doesSomething(fault), faultWords),
  v.check((fault) => hasStatusForError(fault), errorWords),
  v.check(
    ({ hits, times }) => times === undefined || hits < times,
    'a fault that has not been used up: "hits" below "times"',
  ),
  v.title('SnapshotFault'),
  v.description('A fault, and where its random numbers stand.'),
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
        v.array(petSchema, 'an array of pets'),
        'The pets, oldest first. Their ids are unique.',
      ),
      faults: described(
        v.array(snapshotFaultSchema, 'an array of faults'),
        'The active faults, oldest first.',
      ),
      calls: described(counter, 'The position of the next random delay.'),
    },
    snapshotWords,
  ),
  v.title('Snapshot'),
  v.description('The whole state of a catalog, without its journal.'),
);

/** A snapshot but for its pets, of which there may be a million: they are checked apart. @internal */
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
 * The whole state of a catalog as plain JSON: its pets in order, where its ids and its chaos
 * stand, and its faults. The journal is a record of what was asked, not a state: it is not in it.
 */
export interface Snapshot {
  version: 1;
  /** The seed of ids and chaos. */
  seed: number;
  /** The position of the next id, up to 2,147,483,647 as every counter; the one after is 0. */
  nextId: number;
  /** The number of the last fault that was added. */
  nextFault: number;
  pets: Pet[];
  /** The active faults: `calls` is the position of each one's next random number, `hits` how many it has hit. */
  faults: (ActiveFault & { calls: number; hits: number })[];
  /** The position of the next random delay. */
  calls: number;
}

/** Exact pets: an array of them, or a snapshot. */
export type Fixtures = readonly FixturePet[] | Snapshot;

/**
 * What `seed` takes. With nothing, the pets are those of the start. With `pets` or `seed` they are
 * generated, and what is left out is as at the start. `fixtures` are all the pets there are: not
 * beside `pets` nor, when they are a snapshot, beside `seed`.
 */
export interface SeedOptions {
  /** How many pets are generated, from 0 to `maxPets`. */
  pets?: number | undefined;
  /** Same seed, same pets, ids and random failures. */
  seed?: number | undefined;
  /** Exact pets instead of generated ones. */
  fixtures?: Fixtures | undefined;
}

/** `fixtures` is checked apart (`fixtures/read.ts`), in steps and with messages that name the pet. @internal */
export const seedInput = createInput(
  v.pipe(
    v.strictObject(
      {
        pets: optional(
          wholeNumber(0),
          'How many are generated, at most `maxPets`. Not beside `fixtures`.',
        ),
        seed: optional(seedNumberSchema, 'Same seed, same pets, ids and random failures.'),
        fixtures: optional(
          v.custom<Fixtures>(() => true),
          'Exact pets instead of generated ones: a list of them, or a snapshot.',
        ),
      },
      'a JSON object with any of "pets", "seed" and "fixtures"',
    ),
    v.title('SeedOptions'),
    v.description('The pets that a catalog gets.'),
  ),
  'A seed',
);

/** @internal */
export const filterInput = createInput(
  v.strictObject(
    {
      operation: optional(
        v.nullable(operationNameSchema),
        'An operation, or `null` for requests that were none.',
      ),
      method: optional(v.string('a string'), 'The method, in any letter case.'),
      path: optional(v.string('a string'), 'The whole path as it was sent, without the query.'),
      status: optional(wholeNumber(100, 599), 'The status of the answer.'),
      limit: optional(wholeNumber(0), 'At most so many, the newest.'),
    },
    'an object with any of "operation", "method", "path", "status" and "limit"',
  ),
  'A request filter',
);

/** Which journal entries are meant. What is left out matches all. */
export interface RequestFilter {
  /** An operation, or `null` for requests that were none. */
  operation?: OperationName | null | undefined;
  /** In any letter case. */
  method?: string | undefined;
  /** The whole path as it was sent, without the query: `/v2/pets`. */
  path?: string | undefined;
  /** The status of the response; a request that has not been answered has none. */
  status?: number | undefined;
  /** At most so many, the newest. */
  limit?: number | undefined;
}

/** @internal */
export const waitInput = createInput(
  v.strictObject(
    {
      count: optional(wholeNumber(1), 'How many requests are waited for. One when left out.'),
      timeout: optional(milliseconds, 'Milliseconds until the wait is over. 2000 when left out.'),
    },
    'an object with any of "count" and "timeout"',
  ),
  'A wait',
);

/** How long `waitFor` waits, and for how many. */
export interface WaitOptions {
  /** How many requests. Default: 1. */
  count?: number | undefined;
  /** Milliseconds. Default: 2000. */
  timeout?: number | undefined;
}

/** A request that the catalog has seen. */
export interface JournalEntry {
  /** Grows by one with each request, and is never used twice. */
  id: number;
  /** When it arrived: ISO 8601, UTC. */
  at: string;
  /** `null` for a request that is none of the three operations. */
  operation: OperationName | null;
  method: string;
  /** The path as it was sent, truncated at 16 KiB. */
  path: string;
  /** The query as it was sent, truncated at 16 KiB, without the question mark; `''` when there is none. */
  query: string;
  /** `null` until it is answered, and for ever when it never is. */
  status: number | null;
  /** Milliseconds from arrival to the response; `null` until then. */
  durationMs: number | null;
  /** By their lower-case names; keys, `Authorization` and cookies are redacted. */
  requestHeaders: Record<string, string>;
  /** Those of the response, as far as the service gave it. */
  responseHeaders?: Record<string, string>;
  /** The body as text, truncated at 16 KiB. */
  requestBody?: string;
  /** How long the whole body is, in bytes. */
  requestBytes?: number;
  /** The body as text, truncated at 16 KiB. */
  responseBody?: string;
  /** How long the whole body is, in bytes. */
  responseBytes?: number;
  /** The id of the fault that hit it, or `prefer` when the request asked for it. */
  fault?: string;
  /** Redacted (`te…01`); `null` when none was sent. */
  apiKey: string | null;
}

/** What `GET /__admin/catalogs` lists with `isolate`. */
export interface CatalogSummary {
  /** Its own, where redacted keys look the same; another after a restart. */
  id: string;
  /** The key, or the value of the header that `isolate` names: redacted. */
  apiKey: string;
  pets: number;
  requests: number;
  faults: number;
}

function oneOf(names: readonly string[]): string {
  return `one of ${names.map((name) => JSON.stringify(name)).join(', ')}`;
}
