import type { QueryMatch } from '../contract/faults.ts';

/** Whether each wanted parameter is among those of a query; the empty text is for no query at all. */
export function matchesQuery(
  query: string,
  wanted: QueryMatch,
  parse: (query: string) => URLSearchParams = parseQuery,
): boolean {
  if (wanted === '') return query === '';
  const sent = parse(query);
  for (const [name, value] of new URLSearchParams(wanted)) {
    if (!sent.getAll(name).includes(value)) return false;
  }
  return true;
}

export const parseQuery = (query: string) => new URLSearchParams(query);

/** Whether each wanted header was sent. */
export function matchesHeaders(
  sent: SentHeaders,
  wanted: Readonly<Record<string, string>>,
): boolean {
  for (const name of Object.keys(wanted)) {
    if (sent.get(name.toLowerCase()) !== wanted[name]!.trim()) return false;
  }
  return true;
}

/** Values by lower-case names; several of a name are joined by a comma. */
export type SentHeaders = ReadonlyMap<string, string>;

/** @param raw Names and values in turn, as they came. */
export function parseHeaders(raw: readonly string[]): SentHeaders {
  const sent = new Map<string, string>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    const text = raw[index + 1]!.trim();
    const before = sent.get(name);
    sent.set(name, before === undefined ? text : `${before}, ${text}`);
  }
  return sent;
}

/**
 * A function that remembers what it made last, as many filters or faults look at the same request,
 * and no more: for all requests of a journal, that would be several times the memory of its texts.
 */
export function rememberLast<From, To>(make: (from: From) => To): (from: From) => To {
  let last: { from: From; to: To } | undefined;
  return (from) => {
    if (last?.from !== from) last = { from, to: make(from) };
    return last.to;
  };
}

/**
 * Whether each field of a wanted JSON value is in the one that was sent; the order does not count. What
 * is no object must be the same as a whole, and so must arrays. A wanted field that is `undefined` is
 * left out, as in JSON. Not recursive, as a body of 16 KiB may be 8,000 levels deep.
 *
 * @param keysOf Of objects in the wanted value.
 */
export function contains(
  sent: unknown,
  wanted: unknown,
  keysOf: (fields: Fields) => string[] = Object.keys,
): boolean {
  const open = [{ sent, wanted, isWhole: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { sent: one, wanted: other, isWhole } = next;
    if (one === other) continue;
    if (Array.isArray(one) && Array.isArray(other)) {
      if (one.length !== other.length) return false;
      for (const [index, item] of other.entries()) {
        open.push({ sent: one[index], wanted: item, isWhole: true });
      }
    } else if (isObject(one) && isObject(other)) {
      const names = keysOf(other);
      if (isWhole && names.length !== Object.keys(one).length) return false;
      for (const name of names) {
        if (!isWhole && other[name] === undefined) continue;
        if (!Object.hasOwn(one, name)) return false;
        open.push({ sent: one[name], wanted: other[name], isWhole });
      }
    } else return false;
  }
  return true;
}

/** The fields of a JSON object. */
export type Fields = Record<string, unknown>;

/** Whether a JSON value is an object, and no array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A part of a JSON value that is not as wanted. */
export interface BodyDifference {
  /** Where it is: `body.owner.name`. */
  readonly path: string;
  /** What was sent; `undefined` when it is missing. */
  readonly sent: unknown;
  readonly wanted: unknown;
}

/**
 * Where a JSON value that was sent differs from a wanted one; empty when it `contains` it.
 *
 * @param keysOf Of objects in the wanted value.
 * @param most As many are looked for.
 */
export function bodyDifferences(
  sent: unknown,
  wanted: unknown,
  keysOf: (fields: Fields) => string[] = Object.keys,
  most = Number.POSITIVE_INFINITY,
): BodyDifference[] {
  const found: BodyDifference[] = [];
  /** The objects that are being compared, each in the one before it. */
  const open: { path: string; one: Fields; other: Fields; names: Iterator<string> }[] = [];
  const compare = (difference: BodyDifference) => {
    const { path, sent: one, wanted: other } = difference;
    if (isObject(one) && isObject(other)) {
      open.push({ path, one, other, names: keysOf(other).values() });
    } else if (!contains(one, other, keysOf)) found.push(difference);
  };
  compare({ path: 'body', sent, wanted });
  for (let last = open.at(-1); last !== undefined && found.length < most; last = open.at(-1)) {
    const { path, one, other, names } = last;
    const { done, value: name } = names.next();
    if (done === true) open.pop();
    else {
      const within = nameOf(path, name);
      if (Object.hasOwn(one, name)) compare({ path: within, sent: one[name], wanted: other[name] });
      else found.push({ path: within, sent: undefined, wanted: other[name] });
    }
  }
  return found;
}

function nameOf(path: string, name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)
    ? `${path}.${name}`
    : `${path}[${JSON.stringify(name)}]`;
}
