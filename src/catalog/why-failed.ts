import { errorMessages } from '../contract/error-messages.ts';
import { parseJson } from '../contract/parse-json.ts';
import { onOneLine, shorten } from '../contract/words.ts';

/** What of an entry says why a call failed. */
export interface Failure {
  readonly status: number | null;
  readonly responseBody?: string | undefined;
  readonly happened?: string | undefined;
}

/**
 * Says in a few words why a call failed: `the body lacks the field "name"`. It says of a lost answer
 * what happened nevertheless.
 *
 * @returns `undefined` for a call that succeeded, and for one whose answer has no message.
 */
export function whyFailed({ status, responseBody, happened }: Failure): string | undefined {
  const lost = happened && `${happened}, and that answer was lost`;
  if (status === null || status < 400) return lost;
  const reasons = [messageIn(responseBody), lost].filter((one) => one !== undefined);
  return reasons.length === 0 ? undefined : reasons.join('; ');
}

function messageIn(responseBody: string | undefined): string | undefined {
  const error = (parseJson(responseBody) as { error?: unknown } | null | undefined)?.error;
  if (typeof error !== 'string' || error === '') return undefined;
  if (error === errorMessages.missingKey) return 'no X-API-Key was sent';
  const words = error.replace(/^The request body/, 'the body').replace(/^The /, 'the ');
  return shorten(onOneLine(words), 300);
}
