import { createRedactor, type Redact } from '../catalog/redact.ts';
import type { SentRequest } from './cases/case.ts';

export const redacted = '[redacted]';
/** A shorter part of a header is too likely to be an ordinary word. */
const shortestPart = 4;
const schemes = /^(?:apikey|basic|bearer|digest|negotiate|token)$/i;
/** Headers whose values may be shown. */
export const publicHeaders = /^(?:accept|content-type|content-encoding)$/i;

/**
 * Returns a function that redacts secrets in a text.
 *
 * @param key A key, redacted even if it is short.
 * @param sent The headers of requests: the values of all that are not public are secrets.
 */
export function redactorFor(key: string | undefined, sent: SentRequest['headers']): Redact {
  const values = Object.entries(sent).flatMap(([name, value]) =>
    publicHeaders.test(name) ? [] : value,
  );
  // "Bearer …" and "name=…; name=…" hold secrets, too.
  const parts = values.concat(values.flatMap((value) => value.split(/[\s;,=]+/)));
  const secrets = parts.filter((part) => part.length >= shortestPart && !schemes.test(part));
  return createRedactor(key ? [...secrets, key] : secrets, () => redacted, 1);
}
