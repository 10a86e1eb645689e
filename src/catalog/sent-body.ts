import { bodyLimit } from '../contract/sent-bodies.ts';
import type { RequestRecord } from './journal.ts';
import { rememberLast } from './match.ts';

/** What is known of the JSON that a request sent. */
export type SentBody =
  { readonly is: 'json'; readonly value: unknown } | { readonly is: 'none' | 'truncated' | 'text' };

export type ReadSentBody = (record: RequestRecord) => SentBody;

/**
 * Gives a reader of bodies. It remembers the last one, as many filters look at the same request, and
 * no more: what was parsed takes several times the memory of its text, which has a budget.
 */
export function createBodyReader(): ReadSentBody {
  const parse = rememberLast((text: string): SentBody => {
    try {
      return { is: 'json', value: JSON.parse(text) as unknown };
    } catch {
      return { is: 'text' };
    }
  });
  return ({ requestBody, requestBytes }) => {
    if (requestBody === undefined) return { is: 'none' };
    const body = parse(requestBody);
    return body.is === 'text' && requestBytes > bodyLimit ? { is: 'truncated' } : body;
  };
}
