import { fits, isBodyMatcher } from '../controls/body-matcher.ts';
import { isObject } from '../contract/values.ts';
import { decodeSegment } from '../contract/operation-path.ts';
import type { FaultMatch, QueryMatch } from '../controls/match.ts';

/** The parts of a call that a fault's `match` looks at. */
interface MatchedCall {
  readonly request: { readonly query: string; readonly rawHeaders: readonly string[] };
  /** The parameters in the path, as they were sent. */
  readonly route: { readonly values: readonly string[] };
  readonly body: (() => { ok: true; value: unknown } | { ok: false }) | undefined;
}

/** Returns a function that tells whether a fault matches a call. */
export function matchesCall({ body: read, request, route }: MatchedCall) {
  const readHeaders = rememberLast(parseHeaders);
  const readQuery = rememberLast(parseQuery);
  return ({ id, query, header, body }: FaultMatch): boolean => {
    const last = route.values.at(-1);
    if (id !== undefined && (last === undefined || decodeSegment(last) !== id)) return false;
    if (query !== undefined && !matchesQuery(request.query, query, readQuery)) return false;
    if (header !== undefined && !matchesHeaders(readHeaders(request.rawHeaders), header)) {
      return false;
    }
    if (body === undefined) return true;
    const sent = read?.();
    return sent?.ok === true && contains(sent.value, body);
  };
}

/** Whether a query has each wanted parameter. An empty text wants no query at all. */
export function matchesQuery(query: string, wanted: QueryMatch, parse = parseQuery): boolean {
  if (wanted === '') return query === '';
  const sent = parse(query);
  return [...new URLSearchParams(wanted)].every(([name, value]) =>
    sent.getAll(name).includes(value),
  );
}

/** `URLSearchParams` would drop a question mark at the beginning of a query. */
export const parseQuery = (query: string) =>
  new URLSearchParams(query.startsWith('?') ? `&${query}` : query);

export function matchesHeaders(sent: SentHeaders, wanted: Record<string, string>): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => sent.get(name.toLowerCase()) === value.trim(),
  );
}

/** The values of headers by lower-case names. Repeated headers are joined by a comma. */
export type SentHeaders = ReadonlyMap<string, string>;

/** @param raw Names and values in turn, as they came. */
export function parseHeaders(
  raw: readonly string[],
  toText = (_lowerCaseName: string, value: string) => value.trim(),
): SentHeaders {
  const sent = new Map<string, string>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    const text = toText(name, raw[index + 1]!);
    const before = sent.get(name);
    sent.set(name, before === undefined ? text : `${before}, ${text}`);
  }
  return sent;
}

/**
 * Returns a function that remembers its last result, because many filters and faults look at the same
 * request. To remember more would take several times the memory of the journal.
 */
export function rememberLast<From, To>(make: (from: From) => To): (from: From) => To {
  let last: { from: From; to: To } | undefined;
  return (from) => {
    if (last?.from !== from) last = { from, to: make(from) };
    return last.to;
  };
}

/** Returns whether each field of a wanted JSON value was sent (`bodyDifferences`). */
export function contains(sent: unknown, wanted: unknown): boolean {
  return bodyDifferences(sent, wanted).next().done === true;
}

/**
 * Finds where a JSON value that was sent lacks parts of a wanted value. The order of fields does not
 * count. Arrays and simple values must be equal. A matcher decides for itself. A wanted field that is
 * `undefined` is ignored.
 *
 * @returns The place of each difference (`body.owner.name`), and what was sent; `undefined` if it is missing.
 */
export function* bodyDifferences(
  sent: unknown,
  wanted: unknown,
  entriesOf: (fields: object) => [string, unknown][] = Object.entries,
  path = () => 'body',
): Generator<{ path: () => string; sent: unknown; wanted: unknown }, void, undefined> {
  if (!isObject(sent) || !isObject(wanted) || isBodyMatcher(wanted)) {
    if (!isSame(sent, wanted)) yield { path, sent, wanted };
    return;
  }
  for (const [name, value] of entriesOf(wanted)) {
    if (value === undefined) continue;
    const part = Object.hasOwn(sent, name) ? sent[name] : undefined;
    yield* bodyDifferences(part, value, entriesOf, () => nameOf(path(), name));
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (isBodyMatcher(other)) return fits(one, other);
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && other.every((item, index) => isSame(one[index], item));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(other);
  return (
    names.length === Object.keys(one).length &&
    names.every((name) => Object.hasOwn(one, name) && isSame(one[name], other[name]))
  );
}

function nameOf(path: string, name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)
    ? `${path}.${name}`
    : `${path}[${JSON.stringify(name)}]`;
}
