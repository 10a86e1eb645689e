/** Whether a value is an object in JSON: neither an array nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object with the same names, and with each value mapped. */
export function mapValues<Name extends string, From, To>(
  values: Readonly<Record<Name, From>>,
  map: (value: From, name: string) => To,
): Record<Name, To> {
  const entries = Object.entries<From>(values).map(([name, value]) => [name, map(value, name)]);
  return Object.fromEntries(entries) as Record<Name, To>;
}

export type WithoutUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

export function withoutUndefined<T extends object>(options: T): WithoutUndefined<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as WithoutUndefined<T>;
}

/** Returns the value of a JSON text; `undefined` if it is not JSON, or there is no text. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text!) as unknown;
  } catch {
    return undefined;
  }
}

/** How deep a JSON value may be nested. A value of some thousand levels could not be sent. */
export const maxLevels = 500;

/**
 * Checks that a value is one that `JSON.parse` can return, at most 500 levels deep. A member of an
 * object may be `undefined`: JSON leaves it out. A `Date`, a `Map` or an instance of a class is not
 * JSON, because its fields are not what is sent.
 *
 * @param isAllowed Accepts other values. Default: none.
 */
export function isJson(value: unknown, isAllowed = (_value: unknown) => false): boolean {
  const isPart = (part: unknown, levels: number): boolean => {
    if (isAllowed(part)) return true;
    if (typeof part === 'number') return Number.isFinite(part);
    if (part === null || typeof part === 'string' || typeof part === 'boolean') return true;
    if (levels === 0) return false;
    if (Array.isArray(part)) return Array.from(part).every((item) => isPart(item, levels - 1));
    if (!isPlain(part)) return false;
    return Object.values(part).every((one) => one === undefined || isPart(one, levels - 1));
  };
  return isPart(value, maxLevels);
}

/** Whether JSON.parse has kept all whole numbers in a value: it rounds longer ones. */
export function hasSafeNumbers(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasSafeNumbers);
}

/** An object of another realm, such as a sandbox of Jest, has another `Object.prototype`. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
