import type { JournalEntry } from '../../client.ts';
import { count } from '../parts/words.ts';

/** Headers about the client or the connection, and those that each client sets itself. */
const own =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|upgrade.*|expect|accept-encoding|user-agent|priority|sec-.*)$/;

/** Headers that fetch keeps for itself besides (Fetch, section 2.2.2). */
const reserved = /^(?:access-control-request-.*|cookie|origin|proxy-.*|referer)$/;

/** What the journal redacts has it, and no header that was sent. */
const redacted = '…';

export interface SentHeader {
  name: string;
  /** `undefined` when the journal redacts it and the page does not know it. */
  value: string | undefined;
  /** The variable that stands for it then. */
  variable: string;
}

/**
 * The headers of a request that can change its response.
 *
 * @param apiKey The key that was sent; `''` where it is not known.
 */
export function sentHeaders(entry: JournalEntry, apiKey?: string): SentHeader[] {
  return Object.entries(entry.requestHeaders)
    .filter(([name]) => !own.test(name))
    .map(([name, shown]) => {
      const variable = name.toUpperCase().replace(/^X-/, '').replaceAll(/\W/g, '_');
      // An empty key is none, and redacted all the same.
      const known = entry.apiKey === null ? '' : apiKey || undefined;
      const value = shown.includes(redacted) ? undefined : shown;
      return { name, value: name === 'x-api-key' ? known : value, variable };
    });
}

/** Those of them that fetch takes. */
export function fetchHeaders(entry: JournalEntry, apiKey?: string): SentHeader[] {
  return sentHeaders(entry, apiKey).filter(({ name }) => !reserved.test(name));
}

/** Whether fetch refuses a body for a method. */
export function hasNoBody(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The path with its query, as it was sent. */
export function targetOf({ path, query }: JournalEntry): string {
  return `${path}${query === '' ? '' : `?${query}`}`;
}

/** How much of a body there is, in words; `''` when it is there whole. */
export function describeTruncation(text: string | undefined, whole: number | undefined): string {
  if (text === undefined || whole === undefined) return '';
  const kept = byteLength(text);
  return kept < whole ? `the first ${count(kept)} of ${count(whole)} bytes` : '';
}

/** The longest body that the journal keeps whole, in bytes. */
const keptWhole = 16 * 1024;

/** The body that was sent, as far as it is known: the journal's text is without a byte order mark. */
export function sentBody({ requestBody, requestBytes = 0 }: JournalEntry): string | undefined {
  if (requestBody === undefined || requestBytes > keptWhole) return requestBody;
  return byteLength(requestBody) + 3 === requestBytes ? `\u{feff}${requestBody}` : requestBody;
}

/** What is not known of the body that was sent, after "Its body is"; `''` when all of it is. */
export function bodyGap(entry: JournalEntry): string {
  const { requestHeaders, requestBytes: whole } = entry;
  const body = sentBody(entry);
  if (body === undefined) {
    const length = Number(requestHeaders['content-length'] ?? 0);
    const isSent = length > 0 || 'transfer-encoding' in requestHeaders;
    return isSent ? 'not known, as the service did not read it' : '';
  }
  const truncation = describeTruncation(body, whole);
  if (truncation) return `only ${truncation}`;
  // Each byte that is none of UTF-8 is kept as a character of three.
  const isText = whole === undefined || byteLength(body) === whole;
  return isText ? '' : 'not known, as it was no text in UTF-8';
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
