import type { JournalEntry } from '../../client.ts';
import { count } from '../parts/words.tsx';

/** Headers about the client or the connection, and those that each client sets itself. */
const own =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|upgrade.*|expect|accept-encoding|user-agent|priority|sec-.*)$/;

/** Headers that fetch keeps for itself besides (Fetch, section 2.2.2). */
const reserved = /^(?:access-control-request-.*|cookie|origin|proxy-.*|referer)$/;

export interface SentHeader {
  name: string;
  /** `undefined` when the journal redacts it and the page does not know it. */
  value: string | undefined;
  variable: string;
}

/**
 * The headers of a request that can change its response.
 *
 * @param apiKey The key that was sent; `''` where it is not known.
 */
export function sentHeaders(entry: JournalEntry, apiKey?: string): SentHeader[] {
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
export interface Sending<Headers = [name: string, value: string][]> {
  method: string;
  target: string;
  headers: Headers;
  body: string | undefined;
}

export function fetched(entry: JournalEntry, apiKey?: string): Sending<SentHeader[]> {
  const { method } = entry;
  return {
    method,
    target: targetOf(entry),
    headers: sentHeaders(entry, apiKey).filter(({ name }) => !reserved.test(name)),
    body: method === 'GET' || method === 'HEAD' ? undefined : sentBody(entry),
  };
}

/** What this page sends to send a request again. */
export function toSending(entry: JournalEntry, apiKey: string): Sending {
  const { headers, ...rest } = fetched(entry, apiKey);
  const known = headers.filter(({ name, value }) => value !== undefined && name !== 'x-request-id');
  return { ...rest, headers: known.map(({ name, value = '' }) => [name, value]) };
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

/** Why a page cannot send a request as it was sent; `''` when it can. */
export function replayGap(entry: JournalEntry): string {
  const target = targetOf(entry);
  if (entry.method === 'TRACE') return 'no page can send TRACE';
  const { pathname, search } = new URL(target.startsWith('/') ? location.origin + target : 'x:');
  if (pathname + search !== target) return 'no page can ask for its path';
  const gap = bodyGap(entry);
  return gap && `its body is ${gap}`;
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
