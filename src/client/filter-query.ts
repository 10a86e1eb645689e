import type { RequestFilter } from '../contract/requests.ts';
import type { Query } from './send.ts';

/** A filter as the parameters of a query. */
export function toQuery({ query, header, body, ...plain }: RequestFilter = {}): Query {
  return {
    ...plain,
    query: isObject(query) ? textOf(query) : query,
    header: isObject(header)
      ? Object.entries(header).map(([name, value]) => `${name}:${value}`)
      : header,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** An object without parameters asks for nothing; the empty text would ask for an empty query. */
function textOf(query: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(query).length === 0 ? undefined : new URLSearchParams(query).toString();
}

/** Whether it has fields: `Headers`, a `Map` and the like, which have none, would ask for nothing. */
function isObject<T>(value: T | string | undefined): value is T & object {
  return Object.prototype.toString.call(value) === '[object Object]';
}
