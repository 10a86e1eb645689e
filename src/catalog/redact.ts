import { isSecretHeader } from '../contract/headers.ts';
import { parseHeaders } from './match.ts';

/** Redacts keys where they appear in a text. */
export type Redact = (text: string) => string;

export const asIs: Redact = (text) => text;

/** A key as it may be shown: at most about a third of it, from its beginning and its end (`te…01`). */
export function redactSecret(secret: string): string {
  if (secret.length > 10) return `${secret.slice(0, 2)}…${secret.slice(-2)}`;
  if (secret.length > 5) return `${secret.slice(0, 1)}…${secret.slice(-1)}`;
  return secret.length > 2 ? `${secret.slice(0, 1)}…` : '…';
}

/** A shorter secret is too likely a part of an ordinary path to be looked for there. */
const shortestSecret = 6;

/** Redacts secrets, as they are and as they are written in a query. */
export function createRedactor(secrets: Iterable<string>): Redact {
  const hidden = new Map<string, string>();
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    hidden.set(secret, redactSecret(secret));
    // Half of a surrogate pair has no form in a URL.
    if (!/\p{Cs}/u.test(secret)) hidden.set(encodeURIComponent(secret), redactSecret(secret));
  }
  // The longest first: one may hold another.
  const forms = [...hidden].toSorted(([a], [b]) => b.length - a.length);
  return (text) =>
    forms.reduce(
      (rest, [form, redacted]) => (rest.includes(form) ? rest.replaceAll(form, redacted) : rest),
      text,
    );
}

/** Redacts the header that a filter names in the query of a control request: `header=X-API-Key:…`. */
export function redactFilter(query: string): string {
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

export function redactHeader(name: string, value: string, redact: Redact): string {
  return isSecretHeader(name) ? redactSecret(value) : redact(value);
}

/** @param raw Names and values in turn; several of a name are joined. */
export function redactHeaders(raw: readonly string[], redact: Redact): Record<string, string> {
  return Object.fromEntries(parseHeaders(raw, (name, value) => redactHeader(name, value, redact)));
}
