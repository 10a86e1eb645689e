import { isJson } from '../contract/values.ts';
import type { RequestFilter } from '../controls/requests.ts';
import type { Query } from './send.ts';

/**
 * Returns a filter as the parameters of a query.
 *
 * @throws TypeError for a body with matchers, which no query can carry.
 */
export function toQuery({ query, header, body, ...plain }: RequestFilter = {}): Query {
  if (body !== undefined) refuseNoJson('A request filter: "body"', body);
  return {
    ...plain,
    query: isObject(query) ? textOf(query) : query,
    header: isObject(header)
      ? Object.entries(header).map(([name, value]) => `${name}:${value}`)
      : header,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Returns `undefined` for no parameters: an empty text would ask for an empty query. */
function textOf(query: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(query).length === 0 ? undefined : new URLSearchParams(query).toString();
}

/** Whether it is a plain object: `Headers` or a `Map` have no fields, and would ask for nothing. */
function isObject<T>(value: T | string | undefined): value is T & object {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/**
 * Refuses values that JSON would change, such as a matcher.
 *
 * @throws TypeError
 */
export function refuseNoJson(subject: string, value: unknown): void {
  if (isJson(value)) return;
  throw new TypeError(
    `${subject} must be JSON when it is sent over HTTP: matchers such as expect.any(String) and ` +
      'regular expressions work in a filter of a catalog in this process',
  );
}
