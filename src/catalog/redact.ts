import { isSecretHeader } from '../contract/http.ts';

/** Redacts secrets in a text. */
export type Redact = (text: string) => string;

export const asIs: Redact = (text) => text;

/**
 * Returns a copy of JSON without API keys, `Authorization` and cookies: for a journal entry that leaves
 * the machine, in a HAR file or an attachment. A secret is redacted in every text, not only in its header.
 */
export function redactSecrets<T>(json: T): T {
  const secrets = new Set<string>();
  const collect = (name: string, value: unknown) => {
    if (typeof value === 'string' && isSecretName(name)) secrets.add(value);
    return value;
  };
  JSON.stringify(json, collect);
  const redact = createRedactor(secrets);
  const replace = (name: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    return isSecretName(name) ? redactSecret(value) : redact(value);
  };
  return JSON.parse(JSON.stringify(json, replace)) as T;
}

const isSecretName = (name: string) => name === 'apiKey' || isSecretHeader(name);

/** Returns at most about a third of a secret, from its beginning and its end: `te…01`. */
export function redactSecret(secret: string): string {
  if (secret.length > 10) return `${secret.slice(0, 2)}…${secret.slice(-2)}`;
  if (secret.length > 5) return `${secret.slice(0, 1)}…${secret.slice(-1)}`;
  return secret.length > 2 ? `${secret.slice(0, 1)}…` : '…';
}

/** A shorter secret is probably a part of an ordinary path, so texts are not searched for it. */
const shortestSecret = 6;

/**
 * Returns a function that redacts these secrets.
 *
 * @param show Returns what stands for a secret. Default: its beginning and its end.
 */
export function createRedactor(
  secrets: Iterable<string>,
  show = redactSecret,
  shortest = shortestSecret,
): Redact {
  // One secret may contain another: the longest comes first.
  const patterns = [...new Set(secrets)]
    .filter(({ length }) => length >= shortest)
    .toSorted((one, other) => other.length - one.length)
    .map((secret) => [patternOf(secret), show(secret)] as const);
  return (text) =>
    patterns.reduce((rest, [pattern, shown]) => rest.replaceAll(pattern, () => shown), text);
}

/** A shorter secret is only matched as a whole word. */
const shortestPart = 4;

/**
 * Matches a secret as it is, in a URL, and as servers write it in JSON: each UTF-16 unit as it is or after
 * a backslash, as `\uXXXX`, or percent-encoded.
 */
function patternOf(secret: string): RegExp {
  const all = secret.replaceAll(/[\s\S]/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    const bytes = Array.from(new TextEncoder().encode(unit), (byte) => byte.toString(16));
    const inUrl = bytes.map((byte) => `%${byte.padStart(2, '0')}`).join('');
    return String.raw`(?:\\?\u${hex}|\\u${hex}|${inUrl})`;
  });
  const isShort = secret.length < shortestPart;
  return new RegExp(isShort ? `(?<![A-Za-z0-9])${all}(?![A-Za-z0-9])` : all, 'gi');
}

/** Redacts the header in the query of a control request: `header=X-API-Key:…`. */
export function redactFilter(query: string): string {
  if (!query.includes('header=')) return query;
  const redacted = query.split('&').map((part) => {
    const [parameter] = new URLSearchParams(part);
    if (parameter?.[0] !== 'header') return part;
    const value = parameter[1];
    const start = /^\s*([\w-]+)[^]?\s*/.exec(value);
    if (!start || !isSecretHeader(start[1]!)) return part;
    return `header=${start[1]}:${redactSecret(value.slice(start[0].length))}`;
  });
  return redacted.join('&');
}
