import type { Har, HarEntry, HarPair, HarRequest, HarResponse } from '../controls/har.ts';
import type { JournalEntry } from '../controls/requests.ts';
import { bodyLimit } from '../controls/sent-bodies.ts';
import { phraseOf } from '../contract/http.ts';
import { count, byteLength } from '../contract/text.ts';
import { version } from '../version.ts';
import type { RequestRecord } from './record.ts';
import { parseHeaders, parseQuery } from './match.ts';
import { redactSecrets } from './redact.ts';

/** Stands for a size that is not known. */
const unknown = -1;
const httpVersion = 'HTTP/1.1';

/** An entry, and the origin of the URL that was asked. */
export interface AskedEntry {
  readonly entry: JournalEntry;
  readonly origin: string;
}

/**
 * Returns entries as an HTTP Archive (http://www.softwareishard.com/blog/har-12-spec/). Keys,
 * `Authorization` and cookies are redacted.
 */
export function toHar(asked: readonly AskedEntry[]): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'pet-catalog-mock', version },
      entries: asked.map(toHarEntry),
    },
  };
}

function toHarEntry({ entry: whole, origin }: AskedEntry): HarEntry {
  const entry = redactSecrets(whole);
  const time = entry.durationMs ?? 0;
  const { fault } = entry;
  return {
    startedDateTime: entry.at,
    time,
    request: toRequest(entry, origin),
    response: toResponse(entry),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(fault !== undefined && {
      comment:
        fault === 'prefer' ? 'The request asked for this fault with Prefer' : `Hit by ${fault}`,
      _fault: fault,
    }),
  };
}

function toRequest(entry: JournalEntry, origin: string): HarRequest {
  const { method, query, requestHeaders: headers, requestBody, requestBytes } = entry;
  const isUnread =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return {
    method,
    url: origin + targetOf(entry),
    httpVersion,
    cookies: [],
    headers: pairs(Object.entries(headers)),
    queryString: pairs(parseQuery(query)),
    ...(requestBody !== undefined && {
      postData: {
        mimeType: headers['content-type'] ?? '',
        ...textOf(requestBody, requestBytes),
      },
    }),
    headersSize: unknown,
    bodySize: requestBytes ?? (isUnread ? unknown : 0),
  };
}

function toResponse(entry: JournalEntry): HarResponse {
  const { status, responseHeaders: headers = {}, responseBody, responseBytes, durationMs } = entry;
  const isAnswered = status !== null;
  const bytes = responseBytes ?? (isAnswered ? unkeptBytes(entry) : unknown);
  return {
    status: status ?? 0,
    statusText: isAnswered ? phraseOf(status) : '',
    httpVersion,
    cookies: [],
    headers: pairs(Object.entries(headers)),
    content: {
      size: Math.max(0, bytes),
      mimeType: headers['content-type'] ?? 'x-unknown',
      ...(responseBody !== undefined && textOf(responseBody, responseBytes)),
    },
    redirectURL: headers['location'] ?? '',
    headersSize: unknown,
    bodySize: bytes,
    ...(!isAnswered && {
      _error: durationMs === null ? 'not answered yet' : 'closed without an answer',
    }),
  };
}

/** The journal did not see the body: the host sent it. */
function unkeptBytes({ method, status, responseHeaders = {} }: JournalEntry): number {
  if (method === 'HEAD' || status === 204 || status === 304) return 0;
  const length = Number(responseHeaders['content-length']);
  return Number.isInteger(length) ? length : unknown;
}

function pairs(of: Iterable<[string, string]>): HarPair[] {
  return Array.from(of, ([name, value]) => ({ name, value }));
}

function textOf(text: string, bytes = 0): { text: string; comment?: string } {
  if (bytes <= bodyLimit) return { text };
  return {
    text,
    comment: `Truncated: the first ${count(byteLength(text))} of ${count(bytes)} bytes`,
  };
}

/** Characters that cannot stand in a URL as they are, and percent signs that escape nothing. */
const beyondUrl = /[^\w\-.~!$&'()*+,;=:@%/?]|%(?![\da-f]{2})/giu;

function targetOf({ path, query }: JournalEntry): string {
  const target = `${path.startsWith('/') ? '' : '/'}${path}${query === '' ? '' : `?${query}`}`;
  return target.replace(/\p{Cs}/gu, '\ufffd').replaceAll(beyondUrl, encodeURIComponent);
}

/** Returns the origin of a request: from its URL if the host knows it, else from the header `Host`. */
export function originOf(
  { origin, requestHeaders = [] }: Pick<RequestRecord, 'origin' | 'requestHeaders'>,
  serverOrigin: string,
): string {
  if (origin !== undefined) return origin;
  const scheme = serverOrigin.slice(0, serverOrigin.indexOf(':'));
  const named = `${scheme}://${parseHeaders(requestHeaders).get('host') ?? ''}`;
  return URL.canParse(named) ? new URL(named).origin : serverOrigin;
}
