import * as v from 'valibot';
import { milliseconds } from './delay.ts';
import { bodyPattern, maxPairs, querySchema, wantedHeaders, type FaultMatch } from './match.ts';
import { anyOf, createInput, optional, wholeNumber } from '../contract/input.ts';

/** @internal */
export const filterInput = createInput(
  anyOf({
    operation: optional(
      v.nullable(v.string('a string or null')),
      'An operation, or `null` for requests that called no operation.',
    ),
    method: optional(v.string('a string'), 'The method, in any letter case.'),
    path: optional(v.string('a string'), 'The whole path as it was sent, without the query.'),
    query: optional(querySchema, `Parameters that the query must have, at most ${maxPairs}.`),
    status: optional(wholeNumber(100, 599), 'The status of the response.'),
    header: wantedHeaders,
    body: bodyPattern,
    text: optional(
      v.string('a string'),
      'A text in the path, the query or a body, in any letter case.',
    ),
    fault: optional(v.boolean('true or false'), 'Whether a fault hit it.'),
    limit: optional(wholeNumber(0), 'At most this many, the newest.'),
  }),
  'A request filter',
);

/** Chooses journal entries. Fields that are left out match all. */
export interface RequestFilter extends Omit<FaultMatch, 'id' | 'body'> {
  /** An operation, or `null` for requests that called no operation. */
  operation?: string | null | undefined;
  /** The method, in any letter case. */
  method?: string | undefined;
  /** The whole path as it was sent, without the query: `/v2/pets`. */
  path?: string | undefined;
  /** The status of the response; a request that has not been answered has none. */
  status?: number | undefined;
  /**
   * Each of these fields must be in the body that was sent; arrays must be equal. In process, any part
   * of it may be an asymmetric matcher or, for a string, a regular expression.
   *
   * @example { name: expect.any(String), tag: /^dog/ }
   */
  body?: unknown;
  /** A text in the path, the query or a body, in any letter case. */
  text?: string | undefined;
  /** `true`: a fault hit the request, or it asked for a failure; `false`: all others. */
  fault?: boolean | undefined;
  /** The most entries to return: the newest. */
  limit?: number | undefined;
}

/** How long a wait takes by default, in milliseconds. @internal */
export const waitTime = 2000;

/** @internal */
export const waitInput = createInput(
  anyOf({
    count: optional(wholeNumber(1), 'How many requests are waited for. One when left out.'),
    timeout: optional(
      milliseconds,
      `Milliseconds until the wait is over. ${waitTime} when left out.`,
    ),
  }),
  'A wait',
);

/** How long `waitFor` waits, and for how many. */
export interface WaitOptions {
  /** The number of requests. Default: 1. */
  count?: number | undefined;
  /** Milliseconds. Default: 2000. */
  timeout?: number | undefined;
}

const verifyWords = 'an object with "count", or with "atLeast", "atMost" or both';
/** @internal */
export const verifyInput = createInput(
  v.pipe(
    v.strictObject(
      {
        count: optional(wholeNumber(0), 'Exactly this many.'),
        atLeast: optional(wholeNumber(0), 'This many or more. Default: 1, if all are left out.'),
        atMost: optional(wholeNumber(0), 'This many or fewer.'),
      },
      verifyWords,
    ),
    v.check(
      ({ count, atLeast, atMost }) =>
        count === undefined || (atLeast === undefined && atMost === undefined),
      verifyWords,
    ),
    v.check(
      ({ atLeast = 0, atMost = Infinity }) => atLeast <= atMost,
      'an object whose "atLeast" is no greater than its "atMost"',
    ),
  ),
  'A verification',
);

/** The number of requests that `verify` expects: exactly `count`, or a range. Default: at least one. */
export interface VerifyOptions {
  /** Exactly this many. It cannot be combined with the others. */
  count?: number | undefined;
  /** This many or more. */
  atLeast?: number | undefined;
  /** This many or fewer. */
  atMost?: number | undefined;
}

/** A request that the catalog has seen. */
export interface JournalEntry {
  /** Grows by one with each request, and is never used twice. */
  id: number;
  /** When it arrived: ISO 8601, UTC. */
  at: string;
  /** The name of its operation; `null` for a request to another path. */
  operation: string | null;
  method: string;
  /** The path as it was sent, truncated at 16 KiB. */
  path: string;
  /** The query as it was sent, truncated at 16 KiB, without the question mark; `''` when there is none. */
  query: string;
  /** The status; `null` without an answer. */
  status: number | null;
  /** Milliseconds from arrival to the response; `null` until then. */
  durationMs: number | null;
  /** By their lower-case names, as they were sent. */
  requestHeaders: Record<string, string>;
  /** The headers of the response that the service set. */
  responseHeaders?: Record<string, string>;
  /** The body as text, truncated at 16 KiB. */
  requestBody?: string;
  /** The length of the whole body in bytes. */
  requestBytes?: number;
  /** The body as text, truncated at 16 KiB. */
  responseBody?: string;
  /** How long the whole body is, in bytes. */
  responseBytes?: number;
  /** The id of the fault that hit it, or `prefer` when the request asked for it. */
  fault?: string;
  /** That fault in words, as it was: `503, next call only`. */
  faultText?: string;
  /** What the operation did, if a fault replaced its answer: `createPet created "rex"`. */
  happened?: string;
  /** The API key as it was sent; `null` without one. */
  apiKey: string | null;
  /** Why the call got its answer, in one to three sentences. Only in an entry that `get` returns. */
  why?: string;
  /** The number of its catalog, in a stream of all catalogs. */
  catalog?: number;
}
