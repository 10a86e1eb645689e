import { plainDialect, type Decisions } from '../contract/dialect.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { errorResult, type Result } from './response.ts';

/** The headers of every `401` (RFC 9110, section 15.5.2). */
export const challenge = { 'www-authenticate': 'ApiKey' };

/** The key in a header, without white space around it; `undefined` when there is none. */
export function readApiKey(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.join(', ') : header;
  // Node's headers inherit `constructor` from Object.
  if (typeof text !== 'string') return undefined;
  const key = text.trim();
  // Node and fetch join several empty ones to this; a single header has no blank at its end.
  return key === '' || /^(?:, )+$/.test(text) ? undefined : key;
}

/** Returns the error for a key (docs/service.md, Authentication); `undefined` if it is good. */
export function authenticate(
  key: string | undefined,
  accepted: ReadonlySet<string> | undefined,
  { unauthorized: status }: Pick<Decisions, 'unauthorized'> = plainDialect,
): Result | undefined {
  const isGood = key !== undefined && (!accepted || accepted.has(key));
  if (isGood) return undefined;
  const message = key === undefined ? errorMessages.missingKey : errorMessages.invalidKey;
  return errorResult(status, message, status === 401 ? challenge : undefined);
}
