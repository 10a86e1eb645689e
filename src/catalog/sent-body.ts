import { bodyLimit } from '../contract/sent-bodies.ts';
import type { RequestRecord } from './journal.ts';

/** What is known of the JSON that a request sent. */
export type SentBody =
  { readonly is: 'json'; readonly value: unknown } | { readonly is: 'none' | 'truncated' | 'text' };

export type ReadSentBody = (record: RequestRecord) => SentBody;

/**
 * Gives a reader of bodies. It remembers the last one, as many filters look at the same request, and
 * no more: what was parsed takes several times the memory of its text, which has a budget.
 */
export function createBodyReader(): ReadSentBody {
  let last: { record: RequestRecord; text: string | undefined; body: SentBody } | undefined;
  return (record) => {
    const { requestBody: text } = record;
    // A body may come after its request, and goes with it.
    if (last?.record !== record || last.text !== text) last = { record, text, body: parse(record) };
    return last.body;
  };
}

function parse({ requestBody, requestBytes }: RequestRecord): SentBody {
  if (requestBody === undefined) return { is: 'none' };
  try {
    return { is: 'json', value: JSON.parse(requestBody) as unknown };
  } catch {
    return { is: requestBytes > bodyLimit ? 'truncated' : 'text' };
  }
}
