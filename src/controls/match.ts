import * as v from 'valibot';
import { anyOf, namedTexts, optional, plainObject } from '../contract/input.ts';
import { headerName, headerValue } from '../contract/http.ts';
import { isBodyPattern } from './body-matcher.ts';
import { isJson, maxLevels } from '../contract/values.ts';

const levels = `of at most ${maxLevels} levels`;
const headersWords = 'an object of header names and values, both text';
/** @internal */
export const headersSchema = namedTexts(
  v.pipe(v.string(headersWords), v.regex(headerName, 'the name of a header')),
  v.pipe(v.string('a string'), v.regex(headerValue, 'text that a header can carry')),
  headersWords,
);

/** The most headers or parameters of a filter or a `match`, because each request is compared with all. */
export const maxPairs = 20;

const wantedHeadersWords = `an object of at most ${maxPairs} headers`;
/** @internal */
export const wantedHeaders = optional(
  v.pipe(headersSchema, v.maxEntries(maxPairs, wantedHeadersWords)),
  `Headers that must have been sent, at most ${maxPairs}, in any case of their names.`,
);
const bodyText = 'Fields that the body must have; arrays must be the same as a whole.';
/** The body of a fault's `match`: only JSON, because a fault is also sent and saved. */
const wantedBody = optional(
  v.pipe(
    v.unknown(),
    v.check(
      (value) => isJson(value),
      `a JSON value without matchers and regular expressions, ${levels}`,
    ),
  ),
  bodyText,
);
/** @internal The body of a filter. */
export const bodyPattern = optional(
  v.pipe(
    v.unknown(),
    v.check(
      isBodyPattern,
      `a JSON value, with matchers such as expect.any(String) and regular expressions if you like, ${levels}`,
    ),
  ),
  bodyText,
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

/** @internal */
export const matchSchema = plainObject(
  anyOf({
    id: optional(v.string('a string'), 'The id of the pet in the path.'),
    query: optional(
      querySchema,
      `Parameters that the query must have, at most ${maxPairs}: text or an object.`,
    ),
    header: wantedHeaders,
    body: wantedBody,
  }),
);

/** Chooses the calls of a fault. Fields that are left out match all. */
export interface FaultMatch {
  /** The id of the pet in the path, decoded. */
  id?: string | undefined;
  /** Parameters that the query must have, among others, at most 20. */
  query?: QueryMatch | undefined;
  /** Headers that must have been sent, at most 20, by names in any case of letters. */
  header?: Record<string, string> | undefined;
  /** A JSON value. Each of its fields must be in the body that was sent; arrays must be equal. */
  body?: unknown;
}
