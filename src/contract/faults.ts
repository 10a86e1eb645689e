import * as v from 'valibot';
import { byteLength } from './byte-length.ts';
import { headerName, headerValue, isFraming } from './headers.ts';
import {
  createInput,
  listOf,
  maxCounter,
  oneOf,
  optional,
  described,
  namedTexts,
  plainObject,
  wholeNumber,
  type Input,
} from './input.ts';

/** The longest delay in milliseconds: what a timer can hold (2^31 - 1, about 24 days). */
export const maxDelay = 2 ** 31 - 1;

/** @internal */
export const milliseconds = wholeNumber(0, maxDelay);

/**
 * Milliseconds: always the same; a random number evenly from `min` to `max`, both included; or one of
 * a log-normal distribution, of which half are below `p50` and 99 of 100 below `p99`.
 */
export type Delay = number | DelayRange | DelayPercentiles;

interface DelayRange {
  min: number;
  max: number;
}

interface DelayPercentiles {
  p50: number;
  p99: number;
}

const delayWords =
  'milliseconds: a whole number, {"min", "max"} with min no greater than max, or {"p50", "p99"} of ' +
  'at least 1 with p50 no greater than p99';
const percentile = wholeNumber(1, maxDelay);
/** @internal */
export const delaySchema = v.pipe(
  v.union(
    [
      milliseconds,
      v.pipe(
        v.strictObject({ min: milliseconds, max: milliseconds }),
        v.check(({ min, max }) => min <= max, delayWords),
      ),
      v.pipe(
        v.strictObject({ p50: percentile, p99: percentile }),
        v.check(({ p50, p99 }) => p50 <= p99, delayWords),
      ),
    ],
    delayWords,
  ),
  v.title('Delay'),
  v.description(
    'Milliseconds to wait before the answer: always the same, a random number evenly from `min` to ' +
      '`max`, or one of a log-normal distribution with the median `p50` and the 99th percentile `p99`.',
  ),
);

const networkFaults = ['reset', 'empty', 'truncate', 'garbage', 'dribble', 'hang'] as const;
/**
 * A failure below HTTP. `reset`: the connection is reset; `empty`: closed with no response;
 * `truncate`: half a response, then closed; `garbage`: a head, then bytes that are no response, then
 * closed; `dribble`: the real response in small pieces over `delay` (without one, over a second);
 * `hang`: no response until the client gives up, or the fault is removed, disabled or reset.
 */
export type NetworkFault = (typeof networkFaults)[number];

/**
 * As deep may a value be nested. Beyond some thousand levels, one that was taken could not be sent.
 *
 * @internal
 */
export const maxLevels = 500;
const jsonWords = `a JSON value, of at most ${maxLevels} levels`;
/** @internal What `JSON.stringify` can write. */
export const jsonSchema = v.pipe(
  v.unknown(),
  v.check((value) => isJson(value), jsonWords),
);

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined && isWithin(value, maxLevels);
  } catch {
    return false;
  }
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => isWithin(one, levels - 1));
}

const headersWords = 'an object of header names and values, both text';
/** @internal */
export const headersSchema = namedTexts(
  v.pipe(v.string(headersWords), v.regex(headerName, 'an object with the names of headers')),
  v.pipe(v.string('a string'), v.regex(headerValue, 'text that a header can carry')),
  headersWords,
);

/** How many headers or parameters a filter or a `match` may name: each request is held against all. */
export const maxPairs = 20;

const wantedHeadersWords = `an object of at most ${maxPairs} headers`;
/** @internal */
export const wantedHeadersSchema = v.pipe(
  headersSchema,
  v.maxEntries(maxPairs, wantedHeadersWords),
);

const queryWords = 'a query such as "limit=2", or an object of parameters and values, both text';
const manyWords = `a query of at most ${maxPairs} parameters`;
/** @internal */
export const querySchema = v.union(
  [
    v.pipe(
      v.string(),
      v.check((query) => [...new URLSearchParams(query)].length <= maxPairs, manyWords),
    ),
    v.pipe(
      namedTexts(v.string(), v.string('a string'), queryWords),
      v.maxEntries(maxPairs, manyWords),
    ),
  ],
  queryWords,
);

/**
 * The parameters that a query must have among others: `limit=2`, or an object of names and values,
 * decoded, at most 20. The empty text is for calls without a query.
 */
export type QueryMatch = string | Record<string, string>;

const phases = ['before', 'after'] as const;

const matchWords = 'an object with any of "id", "query", "header" and "body"';
const matchSchema = plainObject(
  v.strictObject(
    {
      id: optional(v.string('a string'), 'The id of the pet in the path.'),
      query: optional(
        querySchema,
        `Parameters that the query must have, at most ${maxPairs}: text or an object.`,
      ),
      header: optional(
        wantedHeadersSchema,
        `Headers that must have been sent, at most ${maxPairs}, in any case of their names.`,
      ),
      body: optional(
        jsonSchema,
        'Fields that the body must have; arrays must be the same as a whole.',
      ),
    },
    matchWords,
  ),
);

/** Which calls a fault is for. What is left out matches all. */
export interface FaultMatch {
  /** The id of the pet in the path, decoded. */
  id?: string | undefined;
  /** Parameters that the query must have, among others, at most 20. */
  query?: QueryMatch | undefined;
  /** Headers that must have been sent, at most 20, by names in any case of letters. */
  header?: Record<string, string> | undefined;
  /** A JSON value of which each field must be in the body that was sent; arrays as a whole. */
  body?: unknown;
}

const statusWords = 'a whole number from 200 to 599';
const bareStatusWords = 'a whole number from 400 to 599';
const rateWords = 'a number from 0 to 1';
/** @internal */
export const faultEntries = {
  operation: optional(v.string('a string'), 'The operation that it hits. All when left out.'),
  match: optional(matchSchema, 'Which calls it hits. All when left out.'),
  status: optional(
    v.pipe(
      v.number(statusWords),
      v.integer(statusWords),
      v.minValue(200, statusWords),
      v.maxValue(599, statusWords),
    ),
    'Answered instead of the real answer: 400 to 599, and with a `body` 200 to 599.',
  ),
  error: optional(v.string('a string'), 'The message of that answer.'),
  headers: optional(headersSchema, 'Sent with that answer.'),
  body: optional(
    jsonSchema,
    'The body of that answer instead of `{"error"}`: JSON, or text as it is beside a `Content-Type` in `headers`.',
  ),
  delay: v.optional(delaySchema),
  hold: optional(
    v.boolean('true or false'),
    '`true`: calls wait, and get their real answer when the fault is removed or disabled.',
  ),
  network: optional(
    v.picklist(networkFaults, oneOf(networkFaults)),
    '`reset`: the connection is reset; `empty`: closed with no answer; `truncate`: half an answer, ' +
      'then closed; `garbage`: a head, then bytes that are no answer, then closed; `dribble`: the real ' +
      'answer in small pieces over `delay`; `hang`: no answer until the client gives up, or the fault ' +
      'is removed, disabled or reset.',
  ),
  phase: optional(
    v.picklist(phases, oneOf(phases)),
    '`before`: the operation does not happen; `after`: it happens, and then its answer is replaced. ' +
      '`truncate` and `dribble` are always after, `hang` and `hold` before. `before` when left out.',
  ),
  rate: optional(
    v.pipe(v.number(rateWords), v.minValue(0, rateWords), v.maxValue(1, rateWords)),
    'The share of calls that it hits, decided from the seed. All when left out.',
  ),
  times: optional(
    wholeNumber(1),
    'How many calls it hits before it is gone. No end when left out.',
  ),
  enabled: optional(v.boolean('true or false'), '`false` keeps it without effect.'),
};

/** The fields of a fault, whichever it has. */
export interface FaultFields {
  /** The operation it hits. Default: all. */
  operation?: string | undefined;
  /** Only calls for that pet, with that query, those headers or those fields in the body. Default: all. */
  match?: FaultMatch | undefined;
  /** 400 to 599, and with a `body` 200 to 599: sent instead of the real response. */
  status?: number | undefined;
  /**
   * The message of that response. Default: what the operation says with that status (`Pet not found`),
   * or else the status's own phrase.
   */
  error?: string | undefined;
  /** Headers of that response: `{ 'Retry-After': '2' }`. */
  headers?: Record<string, string> | undefined;
  /**
   * The body of that response instead of `{"error"}`: any JSON value, or beside a `Content-Type` in
   * `headers` a text that is sent as it is.
   */
  body?: unknown;
  /** Milliseconds to wait first; alone, it only slows the real response. */
  delay?: Delay | undefined;
  /** `true`: calls wait, and get their real response when the fault is removed or disabled. */
  hold?: boolean | undefined;
  /** A failure of the connection instead of a response. */
  network?: NetworkFault | undefined;
  /**
   * `before`: the operation does not happen. `after`: it happens, and then its response is replaced: one
   * that is lost on its way. `truncate` and `dribble` are always after, `hang` and `hold` before.
   * Default: `before`.
   */
  phase?: 'before' | 'after' | undefined;
  /** 0 to 1: the share of calls it hits, decided from the seed. Default: 1. */
  rate?: number | undefined;
  /** How many calls it hits before it is gone. Default: no end. */
  times?: number | undefined;
  /** `false` keeps it without effect. Default: `true`. */
  enabled?: boolean | undefined;
}

const faultWords = 'a JSON object with at least one of "status", "delay", "hold" and "network"';

/** What is wrong with the fields of a fault together: what it, or one of them, must be. */
function faultProblem(fault: FaultFields): { field?: 'status'; expected: string } | undefined {
  const { status, delay, hold, network, phase, error, body, headers = {} } = fault;
  if ([status, delay, network].every((one) => one === undefined) && hold !== true) {
    return { expected: faultWords };
  }
  if (hold === true && (status !== undefined || network !== undefined)) {
    return { expected: 'a JSON object with "hold", or with "status" or "network", not both' };
  }
  if (phase === 'after' && (hold === true || network === 'hang')) {
    const what = hold === true ? '"hold"' : 'the network "hang"';
    return { expected: `a JSON object without the phase "after" beside ${what}, which is before` };
  }
  for (const name of ['error', 'headers', 'body'] as const) {
    if (fault[name] !== undefined && status === undefined) {
      return { expected: `a JSON object in which "${name}" comes with a "status"` };
    }
  }
  if (error !== undefined && body !== undefined) {
    return { expected: 'a JSON object with "error" or "body", not both' };
  }
  if (status !== undefined && status < 400 && body === undefined) {
    return { field: 'status', expected: `${bareStatusWords}, or from 200 to 599 beside a "body"` };
  }
  const taken = Object.keys(headers).find((name) => isFraming(name));
  return taken === undefined
    ? undefined
    : { expected: `a JSON object whose "headers" leave ${taken} to the server` };
}

/** The rules of a fault that are about more than one of its fields. @internal */
export const checkFault = <T extends FaultFields>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    const problem = dataset.typed ? faultProblem(dataset.value) : undefined;
    if (!problem) return;
    const { field, expected: message } = problem;
    const { value: input } = dataset;
    if (field === undefined) return addIssue({ message });
    const value = (input as FaultFields)[field];
    addIssue({
      message,
      input: value,
      path: [
        { type: 'object', origin: 'value', input: { ...(input as object) }, key: field, value },
      ],
    });
  });

const faultFields = v.strictObject(faultEntries, faultWords);
/** They name the one range that a status has: the wider only where there is a body. */
const withItsRange: typeof faultFields = {
  ...faultFields,
  '~run'(dataset, config) {
    const { body } = (dataset.value ?? {}) as { body?: unknown };
    const checked = faultFields['~run'](dataset, config);
    const [issue] = body === undefined ? (checked.issues ?? []) : [];
    if (issue?.message === statusWords) Object.assign(issue, { message: bareStatusWords });
    return checked;
  },
};

/** A failure to be injected; see `Fault`. @internal */
export const faultSchema = v.pipe(
  withItsRange,
  checkFault(),
  v.title('Fault'),
  v.description('A failure that is injected into calls of the service.'),
);

/** @internal */
export const faultInput = createInput(faultSchema, 'A fault') as Input<Fault>;

/**
 * A failure that the mock injects into calls of the service. It has a `status`, a `delay`, a `hold` or a
 * `network`, or several of them; `error`, `headers` and `body` come with a `status`.
 */
export type Fault = FaultWithStatus | FaultWithDelay | FaultWithHold | FaultWithNetwork;

/** A fault that answers instead of the operation. */
export interface FaultWithStatus extends FaultFields {
  status: number;
}

/** A fault that slows the real answer. */
export interface FaultWithDelay extends FaultWithoutAnswer {
  delay: Delay;
}

/** A fault that keeps calls waiting. */
export interface FaultWithHold extends FaultWithoutAnswer {
  hold: true;
  network?: undefined;
}

/** A fault of the connection. */
export interface FaultWithNetwork extends FaultWithoutAnswer {
  network: NetworkFault;
}

interface FaultWithoutAnswer extends FaultFields {
  error?: undefined;
  headers?: undefined;
  body?: undefined;
}

/** Changes of a fault: `null` takes a field away, and what is left out stays. */
export type FaultChanges = { [K in keyof FaultFields]?: FaultFields[K] | null };

const changesWords = 'a JSON object with fields of a fault';
const orNull = <S extends v.GenericSchema>(schema: S) =>
  described(v.nullish(schema), 'The new value; null takes the field away.');

/** What the fault then is, is checked as a fault. @internal */
export const faultChangesInput = createInput(
  v.pipe(
    v.strictObject(
      {
        operation: orNull(faultEntries.operation),
        match: orNull(faultEntries.match),
        status: orNull(faultEntries.status),
        error: orNull(faultEntries.error),
        headers: orNull(faultEntries.headers),
        body: orNull(faultEntries.body),
        delay: orNull(faultEntries.delay),
        hold: orNull(faultEntries.hold),
        network: orNull(faultEntries.network),
        phase: orNull(faultEntries.phase),
        rate: orNull(faultEntries.rate),
        times: orNull(faultEntries.times),
        enabled: orNull(faultEntries.enabled),
      },
      changesWords,
    ),
    v.title('FaultChanges'),
    v.description('Changes of a fault: `null` takes a field away, and what is left out stays.'),
  ),
  'A change of a fault',
) as Input<FaultChanges>;

/** A fault as the catalog lists it. */
export type ActiveFault = FaultFields & {
  id: string;
  /** How many calls it has hit. */
  hits: number;
  /** How many more it will hit, where it has `times`. */
  remaining?: number | undefined;
};

/** How many a catalog may hold: each call is compared with all of them. */
export const maxFaults = 1000;

/** How much JSON they may take together, in bytes: each is held as long as the catalog. */
export const maxFaultBytes = 64 * 1024 * 1024;

/** How many bytes of JSON a fault takes, without its id and what is counted. */
export function faultBytes(fault: object): number {
  const { id: _id, calls: _calls, hits: _hits, ...given } = fault as Record<string, unknown>;
  return byteLength(JSON.stringify(given));
}

/** The faults of a snapshot or a scenario: no more of them than a catalog may hold. @internal */
export function faultList<S extends v.GenericSchema<object, object>>(item: S) {
  return v.pipe(
    listOf(item, maxFaults, 'faults'),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const bytes = dataset.value.reduce((sum, fault) => sum + faultBytes(fault), 0);
      if (bytes <= maxFaultBytes) return;
      const message = `an array of faults of at most ${maxFaultBytes} bytes of JSON together`;
      addIssue({ message, input: bytes });
    }),
  );
}

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
