import type { QueryMatch } from '../contract/faults.ts';

/** Whether each wanted parameter is among those of a query; the empty text is for no query at all. */
export function matchesQuery(query: string, wanted: QueryMatch): boolean {
  if (wanted === '') return query === '';
  const pairs = typeof wanted === 'string' ? new URLSearchParams(wanted) : Object.entries(wanted);
  const sent = new URLSearchParams(query);
  for (const [name, value] of pairs) if (!sent.getAll(name).includes(value)) return false;
  return true;
}

/**
 * Whether each wanted header was sent.
 *
 * @param raw Names and values in turn, as they came.
 */
export function matchesHeaders(
  raw: readonly string[],
  wanted: Readonly<Record<string, string>>,
): boolean {
  for (const name of Object.keys(wanted)) {
    if (headerIn(raw, name) !== wanted[name]!.trim()) return false;
  }
  return true;
}

/** The value of a header, by a name in any case of letters; several are joined by a comma. */
export function headerIn(raw: readonly string[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  let value: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const sent = raw[index]!;
    if (sent.length !== wanted.length || sent.toLowerCase() !== wanted) continue;
    const text = raw[index + 1]!.trim();
    value = value === undefined ? text : `${value}, ${text}`;
  }
  return value;
}

/**
 * Whether each field of a wanted JSON value is in the one that was sent. What is no object must be
 * the same as a whole, and so must arrays. A wanted field that is `undefined` is left out, as in JSON.
 */
export function contains(sent: unknown, wanted: unknown): boolean {
  if (!isObject(wanted)) return isSame(sent, wanted);
  if (!isObject(sent)) return false;
  for (const name of Object.keys(wanted)) {
    if (wanted[name] === undefined) continue;
    if (!Object.hasOwn(sent, name) || !contains(sent[name], wanted[name])) return false;
  }
  return true;
}

/** Whether two JSON values are the same as a whole; the order of fields does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

/** Whether a JSON value is an object, and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
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

/** Where a JSON value that was sent differs from a wanted one; empty when it `contains` it. */
export function bodyDifferences(sent: unknown, wanted: unknown, path = 'body'): BodyDifference[] {
  if (!isObject(wanted) || !isObject(sent)) {
    return contains(sent, wanted) ? [] : [{ path, sent, wanted }];
  }
  return Object.keys(wanted).flatMap((name) => {
    if (wanted[name] === undefined) return [];
    const within = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)
      ? `${path}.${name}`
      : `${path}[${JSON.stringify(name)}]`;
    return Object.hasOwn(sent, name)
      ? bodyDifferences(sent[name], wanted[name], within)
      : [{ path: within, sent: undefined, wanted: wanted[name] }];
  });
}
