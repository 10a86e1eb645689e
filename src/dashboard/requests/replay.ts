import type { JournalEntry } from '../../client.ts';
import { bodyGap, fetchHeaders, hasNoBody, sentBody, targetOf } from './sent.ts';

/** A request as a page can send it. */
export interface Sending {
  method: string;
  /** The path with its query. */
  target: string;
  headers: [name: string, value: string][];
  body: string | undefined;
}

/**
 * What a page sends to send a request again; its headers are those that a page can set.
 *
 * @param apiKey For the key that the journal redacts; `''` when there is none.
 */
export function toSending(entry: JournalEntry, apiKey: string): Sending {
  return {
    method: entry.method,
    target: targetOf(entry),
    headers: fetchHeaders(entry, apiKey).flatMap(({ name, value }) =>
      value === undefined || name === 'x-request-id' ? [] : [[name, value] as [string, string]],
    ),
    body: hasNoBody(entry.method) ? undefined : sentBody(entry),
  };
}

/** Why a page cannot send a request as it was sent; `''` when it can. */
export function replayGap(entry: JournalEntry): string {
  const { method } = entry;
  if (method === 'TRACE') return 'no page can send TRACE';
  const target = targetOf(entry);
  if (!target.startsWith('/') || addressOf(target) !== target)
    return 'no page can ask for its path';
  const gap = bodyGap(entry);
  return gap && `its body is ${gap}`;
}

/**
 * The request for fetch.
 *
 * @param origin Where it goes.
 * @throws TypeError that says what a page cannot send.
 */
export function toRequest({ method, target, headers, body }: Sending, origin: string): Request {
  if (!target.startsWith('/')) throw new TypeError('The path must begin with a slash.');
  return new Request(origin + target, {
    method,
    headers,
    // Without a type of its own: a text would get one.
    ...(body !== undefined && { body: new Blob([body]) }),
    redirect: 'manual',
    // A response that may be kept would not be asked for again, and one that hangs would be waited for.
    cache: 'no-store',
  });
}

/** A path with its query, as a page would ask for it. */
function addressOf(target: string): string {
  const { pathname, search } = new URL(location.origin + target);
  return pathname + search;
}
