import type { JournalEntry } from '../../client/index.ts';
import { byteLength } from '../../contract/byte-length.ts';
import { count } from '../parts/words.tsx';

/** Headers about the client or the connection, and those that each client sets itself. */
const own =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|upgrade.*|expect|accept-encoding|user-agent|priority|sec-.*)$/;

/** Headers that fetch keeps for itself besides (Fetch, section 2.2.2). */
const reserved = /^(?:access-control-request-.*|cookie|origin|proxy-.*|referer)$/;

/**
 * The headers of a request that can change its response, each with a variable for where its value is
 * not known: the journal redacts it.
 *
 * @param apiKey The key that was sent; `''` where it is not known.
 */
export function sentHeaders(entry: JournalEntry, apiKey?: string) {
  // An empty key is none, and redacted all the same.
  const key = entry.apiKey === null ? '' : apiKey || undefined;
  return Object.entries(entry.requestHeaders)
    .filter(([name]) => !own.test(name))
    .map(([name, shown]) => {
      const value = shown.includes('…') ? undefined : shown;
      const variable = name.toUpperCase().replace(/^X-/, '').replaceAll(/\W/g, '_');
      return { name, value: name === 'x-api-key' ? key : value, variable };
    });
}

/** A request as fetch sends it. */
export function fetched(entry: JournalEntry, apiKey?: string) {
  const { method, requestBody } = entry;
  return {
    method,
    target: targetOf(entry),
    headers: sentHeaders(entry, apiKey).filter(({ name }) => !reserved.test(name)),
    body: method === 'GET' || method === 'HEAD' ? undefined : requestBody,
  };
}

/** Why a page cannot send a request as it was sent; `''` when it can. */
export function replayGap(entry: JournalEntry): string {
  const { method, requestHeaders, requestBody: body, requestBytes } = entry;
  if (method === 'TRACE') return 'no page can send TRACE';
  const target = targetOf(entry);
  const { pathname, search } = new URL(target.startsWith('/') ? location.origin + target : 'x:');
  if (pathname + search !== target) return 'no page can ask for its path';
  if (body === undefined) {
    const isSent =
      'transfer-encoding' in requestHeaders || Number(requestHeaders['content-length']);
    return isSent ? 'its body is not known, as the service did not read it' : '';
  }
  const truncation = describeTruncation(body, requestBytes);
  if (truncation) return `its body is only ${truncation}`;
  // Each byte that is none of UTF-8 is kept as a character of three.
  return byteLength(body) === requestBytes ? '' : 'its body is not known, as it was no UTF-8';
}

export function targetOf({ path, query }: JournalEntry): string {
  return `${path}${query === '' ? '' : `?${query}`}`;
}

/** How much of a body there is, in words; `''` when it is there whole. */
export function describeTruncation(text: string | undefined, whole: number | undefined): string {
  if (text === undefined || whole === undefined) return '';
  const kept = byteLength(text);
  return kept < whole ? `the first ${count(kept)} of ${count(whole)} bytes` : '';
}
