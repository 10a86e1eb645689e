import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import { collectBytes } from '../operations/collect-bytes.ts';
import { duration } from '../contract/words.ts';
import type { SentRequest } from './cases/case.ts';

/** What is read of a response at most, in bytes. */
const mostResponseBytes = 32 * 1024 * 1024;
export const mostRedirects = 5;

/** In bytes. */
export const mostText = 8000;

/** A response of either side, as far as they are compared. */
export type ReceivedResponse = ReturnType<typeof toReceived>;

/** @param redirects The paths that were followed to it, on the same origin. */
export function toReceived(
  status: number,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  redirects: readonly string[] = [],
) {
  return {
    status,
    headers,
    redirects,
    /** In bytes. */
    length: body.byteLength,
    /** `undefined` where the body is no JSON. */
    json: parse(new TextDecoder().decode(body)),
    /** The beginning of the body, to be shown. A part of the whole text would keep all of it in memory. */
    text: new TextDecoder().decode(body.subarray(0, mostText)),
  };
}

/** The value of a JSON text; `undefined` for any other. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends a request, and gives the response as soon as its head has come. */
export function openResponse(
  url: string,
  options: RequestOptions,
  body?: SentRequest['body'],
): Promise<IncomingMessage> {
  const { request: open } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const request = open(url, options, resolve).on('error', reject);
    // Else there is no response, and nothing left that the process would wait for.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    request.end(body);
  });
}

/** Sends a request; where nothing comes back, or nothing that can be read, it gives words for what did. */
export type Send = (request: SentRequest) => Promise<ReceivedResponse | string>;

/**
 * A client of one origin, whose key goes nowhere else: a redirect is followed there alone.
 *
 * @param timeout Of a whole request, in milliseconds.
 */
export function createClient(origin: string, signal?: AbortSignal, timeout = 10_000) {
  const { Agent } = origin.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true });
  let sent = 0;
  let firstRedirect: string | undefined;

  /** @throws what the signal was aborted with. */
  const send: Send = async ({ method, path: first, headers: given, body }) => {
    const time = AbortSignal.timeout(timeout);
    const ends = signal ? AbortSignal.any([signal, time]) : time;
    const length = body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = { agent, method, headers: { ...given, ...length }, signal: ends };
    const redirects: string[] = [];
    let path = first;
    try {
      for (;;) {
        sent++;
        const message = await openResponse(origin, { ...options, path }, body);
        const bytes = await readAll(message);
        if (!bytes) return `an answer of more than ${mostResponseBytes / 1024 / 1024} MiB`;
        const next = nextPath(message, method, new URL(origin + path));
        if (next === undefined || redirects.length === mostRedirects) {
          return toReceived(message.statusCode!, message.headers, bytes, redirects);
        }
        firstRedirect ??= `${method} ${path} to ${next}`;
        redirects.push(next);
        path = next;
      }
    } catch (error) {
      signal?.throwIfAborted();
      return time.aborted ? `no answer within ${duration(timeout)}` : wordsFor(error as Error);
    }
  };

  return {
    send,
    /** How many requests went out. */
    count: () => sent,
    /** `GET /v2/pets to /v2/pets/`: the first that was followed. */
    firstRedirect: () => firstRedirect,
    close: () => agent.destroy(),
  };
}

/** Where a redirect leads to on the same origin; a method that may change something is not turned into another (RFC 9110, section 15.4). */
function nextPath(
  { statusCode: status = 0, headers: { location } }: IncomingMessage,
  method: string,
  from: URL,
): string | undefined {
  if (location === undefined || !URL.canParse(location, from)) return undefined;
  const to = new URL(location, from);
  // Anywhere else it might do to many what was meant for one; a slash is no other place.
  const bare = ({ pathname }: URL) => pathname.replace(/\/$/, '');
  const isFollowed =
    method === 'GET' || method === 'HEAD'
      ? [301, 302, 303, 307, 308].includes(status)
      : method === 'POST' && bare(to) === bare(from) && (status === 307 || status === 308);
  return isFollowed && to.origin === from.origin ? to.pathname + to.search : undefined;
}

/** `undefined` as soon as there is more than is read. */
async function readAll(message: IncomingMessage): Promise<Uint8Array | undefined> {
  const bytes = collectBytes();
  for await (const chunk of message as AsyncIterable<Buffer<ArrayBuffer>>) {
    bytes.add(chunk);
    // To leave the loop destroys the message.
    if (bytes.length() > mostResponseBytes) return undefined;
  }
  return bytes.take();
}

const closed = 'the connection was closed';
const wordsForCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ECONNRESET: closed,
  EPIPE: closed,
  ERR_STREAM_PREMATURE_CLOSE: closed,
};

/** Words of our own: the message of a parser may hold what was sent. */
export function wordsFor({ code = '' }: NodeJS.ErrnoException): string {
  // The other side says so: `wait` takes any certificate, and some services want one of the client.
  if (code.includes('ALERT')) return `it refuses the TLS connection (${code})`;
  if (/CERT|SIGNATURE|ERR_TLS/.test(code)) {
    return `its certificate is not accepted (${code}); NODE_EXTRA_CA_CERTS=FILE adds an authority`;
  }
  if (/^(?:EPROTO$|ERR_SSL)/.test(code)) return 'it does not speak TLS: is it http://?';
  if (code.startsWith('HPE_')) return `something that is not HTTP (${code})`;
  return wordsForCode[code] ?? (code || 'no answer that can be read');
}
