import * as v from 'valibot';
import { byteLength } from '../contract/text.ts';
import { isFraming } from '../contract/http.ts';
import { delaySchema, type Delay } from './delay.ts';
import {
  createInput,
  described,
  jsonSchema,
  listOf,
  maxCounter,
  oneOf,
  optional,
  wholeNumber,
  type Input,
} from '../contract/input.ts';
import { mapValues } from '../contract/values.ts';
import { headersSchema, matchSchema, type FaultMatch } from './match.ts';

const networkFaults = ['reset', 'empty', 'truncate', 'garbage', 'dribble', 'hang'] as const;
/**
 * A failure below HTTP.
 *
 * - `reset`: the connection is reset.
 * - `empty`: it is closed without a response.
 * - `truncate`: half a response, then it is closed.
 * - `garbage`: a head, then random bytes, then it is closed.
 * - `dribble`: the real response in small pieces over `delay`, by default over a second.
 * - `hang`: no response until the client gives up, the fault is removed or disabled, or the catalog is reset.
 */
export type NetworkFault = (typeof networkFaults)[number];

const phases = ['before', 'after'] as const;

const rateWords = 'a number from 0 to 1';

const timesWords = 'a whole number of at least 1, or a list of such numbers without repeats';
const aTime = wholeNumber(1, Number.MAX_SAFE_INTEGER, timesWords);
const timesSchema: v.GenericSchema<number | readonly number[]> = v.union(
  [
    aTime,
    v.pipe(
      v.array(aTime, timesWords),
      v.minLength(1, timesWords),
      v.check((numbers) => new Set(numbers).size === numbers.length, timesWords),
    ),
  ],
  timesWords,
);

/** @internal */
export const faultEntries = {
  operation: optional(v.string('a string'), 'The operation. All when left out.'),
  match: optional(matchSchema, 'Which calls it hits. All when left out.'),
  status: optional(
    wholeNumber(200, 599, 'a whole number from 400 to 599, or from 200 beside a "body"'),
    'Answered instead of the real response: 400 to 599, and with a `body` 200 to 599.',
  ),
  error: optional(v.string('a string'), 'The message of that response.'),
  headers: optional(headersSchema, 'Sent with that response.'),
  body: optional(
    jsonSchema,
    'The body of that response instead of `{"error"}`: JSON, or text as it is beside a `Content-Type` in `headers`.',
  ),
  delay: v.optional(delaySchema),
  hold: optional(v.boolean('true or false'), 'Calls wait until it is removed or disabled.'),
  network: optional(
    v.picklist(networkFaults, oneOf(networkFaults)),
    '`reset`: the connection is reset; `empty`: closed with no response; `truncate`: half a response, ' +
      'then closed; `garbage`: a head, then random bytes, then closed; `dribble`: the real ' +
      'response in small pieces over `delay`; `hang`: no response until the client gives up, or the ' +
      'fault is removed or disabled.',
  ),
  phase: optional(
    v.picklist(phases, oneOf(phases)),
    '`after`: the operation happens, and then its response is replaced. `before` when left out: it does not.',
  ),
  rate: optional(
    v.pipe(v.number(rateWords), v.minValue(0, rateWords), v.maxValue(1, rateWords)),
    'The share of calls that it hits, decided from the seed. All when left out.',
  ),
  times: optional(
    timesSchema,
    'How many calls it hits before it is gone, or a list of the matching calls that it hits, counted ' +
      'from one and without repeats. No end when left out.',
  ),
  enabled: optional(v.boolean('true or false'), '`false` keeps it without effect.'),
};

/** All fields that a fault may have. */
export interface FaultFields {
  /** The operation it hits. Default: all. */
  operation?: string | undefined;
  /** Only calls for that pet, with that query, those headers or those fields in the body. Default: all. */
  match?: FaultMatch | undefined;
  /** 400 to 599, and with a `body` 200 to 599: sent instead of the real response. */
  status?: number | undefined;
  /**
   * The message of that response. Default: the message that the operation documents for the status (`Pet
   * not found`), or else the phrase of the status.
   */
  error?: string | undefined;
  /** Headers of that response: `{ 'Retry-After': '2' }`. */
  headers?: Record<string, string> | undefined;
  /**
   * The body of that response instead of `{"error"}`: any JSON value, or text if `headers` have a
   * `Content-Type`.
   */
  body?: unknown;
  /** Milliseconds to wait first; alone, it only slows the real response. */
  delay?: Delay | undefined;
  /** `true`: calls wait, and get their real response when the fault is removed or disabled. */
  hold?: boolean | undefined;
  /** A failure of the connection instead of a response. */
  network?: NetworkFault | undefined;
  /**
   * `before`: the operation does not happen. `after`: it happens, and its response is replaced or lost.
   * `truncate` and `dribble` are always after, `hang` and `hold` before. Default: `before`.
   */
  phase?: 'before' | 'after' | undefined;
  /** 0 to 1: the share of calls it hits, decided from the seed. Default: 1. */
  rate?: number | undefined;
  /**
   * How many calls it hits before it is gone. A list names the matching calls that it hits, counted
   * from one: `[2, 5]`. Default: no end.
   */
  times?: number | readonly number[] | undefined;
  /** `false` keeps it without effect. Default: `true`. */
  enabled?: boolean | undefined;
}

const faultWords = 'a JSON object with at least one of "status", "delay", "hold" and "network"';

/** Says what is expected if the fields of a fault contradict each other; `undefined` if they do not. */
function faultProblem(fault: FaultFields): string | undefined {
  const { status, delay, hold, network, phase, error, body, headers = {} } = fault;
  if ([status, delay, network].every((one) => one === undefined) && hold !== true) {
    return faultWords;
  }
  if (hold === true && (status !== undefined || network !== undefined)) {
    return 'a JSON object with "hold", or with "status" or "network", not both';
  }
  if (phase === 'after' && (hold === true || network === 'hang')) {
    const what = hold === true ? '"hold"' : 'the network "hang"';
    return (
      `a JSON object whose "phase" is not "after": ${what} takes effect before the operation. ` +
      'For a late response, use the phase "after" with a "delay"'
    );
  }
  if (phase === 'before' && (network === 'truncate' || network === 'dribble')) {
    return `a JSON object whose "phase" is not "before": the network "${network}" takes effect after the operation`;
  }
  const alone = (['error', 'headers', 'body'] as const).find((name) => fault[name] !== undefined);
  if (alone && status === undefined) {
    return `a JSON object in which "${alone}" comes with a "status"`;
  }
  if (error !== undefined && body !== undefined) {
    return 'a JSON object with "error" or "body", not both';
  }
  if (status !== undefined && status < 400 && body === undefined) {
    return 'a JSON object in which a "status" below 400 comes with a "body"';
  }
  const taken = Object.keys(headers).find((name) => isFraming(name));
  return taken && `a JSON object whose "headers" leave ${taken} to the server`;
}

/** The rules of a fault that are about more than one of its fields. @internal */
export const checkFault = <T extends FaultFields>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    const message = dataset.typed && faultProblem(dataset.value);
    if (message) addIssue({ message });
  });

/** A failure to be injected; see `Fault`. @internal */
export const faultSchema = v.pipe(
  v.strictObject(faultEntries, faultWords),
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

/** A fault that slows the real response. */
export interface FaultWithDelay extends FaultWithoutResponse {
  delay: Delay;
}

/** A fault that keeps calls waiting. */
export interface FaultWithHold extends FaultWithoutResponse {
  hold: true;
  network?: undefined;
}

/** A fault of the connection. */
export interface FaultWithNetwork extends FaultWithoutResponse {
  network: NetworkFault;
}

interface FaultWithoutResponse extends FaultFields {
  error?: undefined;
  headers?: undefined;
  body?: undefined;
}

/** Changes of a fault: `null` takes a field away, and what is left out stays. */
export type FaultChanges = { [K in keyof FaultFields]?: FaultFields[K] | null };

const changesWords = 'a JSON object with fields of a fault';
const orNull = (schema: v.GenericSchema) => described(v.nullish(schema), 'Or null.');

/** Checks the changes. The changed fault is then checked as a fault. @internal */
export const faultChangesInput = createInput(
  v.pipe(
    v.strictObject(mapValues(faultEntries, orNull), changesWords),
    v.title('FaultChanges'),
    v.description('Changes of a fault: `null` takes a field away, and what is left out stays.'),
  ),
  'A change of a fault',
) as Input<FaultChanges>;

/** A fault as the catalog lists it. */
export type ActiveFault = FaultFields & {
  id: string;
  /** The number of calls that it has hit. */
  hits: number;
  /** The number of calls that it will still hit, if it has `times`; with a list, the calls to come. */
  remaining?: number | undefined;
};

/** The counters of a fault. */
export interface FaultProgress {
  times?: FaultFields['times'];
  /** The number of calls that it has hit. */
  hits: number;
  /** The number of matching calls that a fault with a list of `times` has seen. */
  seen?: number | undefined;
}

/** Returns how many calls a fault will still hit; `undefined` if it has no end. */
export function remainingOf({ times, hits, seen = 0 }: FaultProgress): number | undefined {
  if (typeof times === 'object') return times.filter((call) => call > seen).length;
  return times && times - hits;
}

/** The most faults of a catalog, because each call is compared with all of them. */
export const maxFaults = 1000;

/** The limit for the JSON of all faults of a catalog, in bytes. */
export const maxFaultBytes = 64 * 1024 * 1024;

/** Returns the length of a fault's JSON in bytes, without its id and counters. */
export function faultBytes(fault: object): number {
  const {
    id: _id,
    calls: _calls,
    hits: _hits,
    seen: _seen,
    ...given
  } = fault as Record<string, unknown>;
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
      const most = `at most ${maxFaultBytes} bytes of JSON together`;
      addIssue({ message: `an array of faults of ${most}, not ${bytes}` });
    }),
  );
}

const faultIdPattern = /^fault-[1-9][0-9]{0,9}$/;

/** Returns the number in the id of a fault. */
export const faultNumber = (id: string) => Number(id.slice('fault-'.length));

const faultIdWords = `the id of a fault, from "fault-1" to "fault-${maxCounter}"`;

/** @internal */
export const faultIdSchema = described(
  v.pipe(
    v.string(faultIdWords),
    v.regex(faultIdPattern, faultIdWords),
    v.check((id) => faultNumber(id) <= maxCounter, faultIdWords),
  ),
  'The number of the fault.',
);
