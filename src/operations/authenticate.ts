import { errorMessages } from '../contract/error-messages.ts';
import { errorResult, type Result } from './response.ts';

const challenge = { 'www-authenticate': 'ApiKey' };

/** The key in a header, without white space around it; `undefined` when there is none. */
export function readApiKey(header: string | string[] | undefined): string | undefined {
  const key = (Array.isArray(header) ? header.join(', ') : (header ?? '')).trim();
  return key === '' ? undefined : key;
}

/** What is wrong with a key (service document, section 5); `undefined` when it is good. */
export function authenticate(
  key: string | undefined,
  accepted: ReadonlySet<string> | undefined,
): Result | undefined {
  if (key === undefined) return errorResult(401, errorMessages.missingKey, challenge);
  if (accepted && !accepted.has(key)) return errorResult(401, errorMessages.invalidKey, challenge);
  return undefined;
}
