import type { SentRequest } from './cases/case.ts';

export const redacted = '[redacted]';
/** A shorter part of a header is too likely to be an ordinary word. */
const shortestPart = 4;
const schemes = /^(?:apikey|basic|bearer|digest|negotiate|token)$/i;
/** Headers whose values may be shown. */
export const publicHeaders = /^(?:accept|content-type|content-encoding)$/i;

export type Redact = (text: string) => string;

/**
 * Returns a function that redacts secrets in a text.
 *
 * @param key A key, redacted even if it is short.
 * @param sent The headers of requests: the values of all that are not public are secrets.
 */
export function createRedactor(key: string | undefined, sent: SentRequest['headers']): Redact {
  const values = Object.entries(sent).flatMap(([name, value]) =>
    publicHeaders.test(name) ? [] : value,
  );
  // "Bearer …" and "name=…; name=…" hold secrets, too.
  const parts = values.concat(values.flatMap((value) => value.split(/[\s;,=]+/)));
  const long = parts.filter((part) => part.length >= shortestPart && !schemes.test(part));
  const secrets = [...new Set([...long, ...(key ? [key] : [])])];
  // The longest first: one may hold another.
  const patterns = secrets.toSorted((a, b) => b.length - a.length).map(patternOf);
  return (text) => patterns.reduce((rest, pattern) => rest.replaceAll(pattern, redacted), text);
}

/**
 * Matches a secret as it is, in a URL, and with the escapes of JSON: each UTF-16 unit as it is or after a
 * backslash, as `\\uXXXX`, or percent-encoded.
 */
function patternOf(secret: string): RegExp {
  const all = secret.replaceAll(/[\s\S]/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    const inUrl = Buffer.from(unit).toString('hex').replaceAll(/../g, '%$&');
    return String.raw`(?:\\?\u${hex}|\\u${hex}|${inUrl})`;
  });
  const isShort = secret.length < shortestPart;
  return new RegExp(isShort ? `(?<![A-Za-z0-9])${all}(?![A-Za-z0-9])` : all, 'gi');
}
