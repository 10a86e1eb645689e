import { isJson } from '../contract/values.ts';

/** An asymmetric matcher: `expect.any(String)` of vitest, Jest, Playwright and Jasmine returns one. */
export interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
  toAsymmetricMatcher?(): string;
  readonly sample?: unknown;
}

/** A part of a filter's body that is not JSON: an asymmetric matcher, or a regular expression. */
export type BodyMatcher = AsymmetricMatcher | RegExp;

export function isBodyMatcher(value: unknown): value is BodyMatcher {
  return typeof value === 'object' && value !== null && (isAsymmetric(value) || isRegExp(value));
}

/** Whether a filter's body has only JSON and matchers. */
export const isBodyPattern = (value: unknown) => isJson(value, isBodyMatcher);

/** Whether a value that was sent fits. A matcher that throws fits nothing. */
export function fits(sent: unknown, wanted: BodyMatcher): boolean {
  // Unlike `test`, `search` does not go on where the last match ended.
  if (isRegExp(wanted)) return typeof sent === 'string' && sent.search(wanted) >= 0;
  try {
    return wanted.asymmetricMatch(sent);
  } catch {
    return false;
  }
}

/** Copies a filter's body, so that later changes by the caller make no difference. */
export function copyPattern(value: unknown): unknown {
  if (isBodyMatcher(value) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyPattern);
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(fields.map(([name, one]) => [name, copyPattern(one)]));
}

/** Writes a filter's body as JSON, with its matchers as `Any<String>` and `/^R/`. */
export function showPattern(value: unknown): string {
  if (isRegExp(value)) return String(value);
  if (isAsymmetric(value)) {
    const { sample } = value;
    return value.toAsymmetricMatcher?.() ?? `${String(value)}(${showPattern(sample)})`;
  }
  if (Array.isArray(value)) return `[${value.map(showPattern).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? String(value);
  const fields = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}:${showPattern(one)}`,
  );
  return `{${fields.join(',')}}`;
}

/** One of another realm is not an instance of this `RegExp`. */
const isRegExp = (value: unknown): value is RegExp =>
  Object.prototype.toString.call(value) === '[object RegExp]';

function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return typeof (value as Partial<AsymmetricMatcher> | null)?.asymmetricMatch === 'function';
}
