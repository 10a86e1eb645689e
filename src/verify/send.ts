import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import { parseJson } from '../contract/parse-json.ts';
import type { SentRequest } from './cases/case.ts';

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
    json: parseJson(new TextDecoder().decode(body)),
    /** The beginning of the body, to be shown. A part of the whole text would keep all of it in memory. */
    text: new TextDecoder().decode(body.subarray(0, mostText)),
  };
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
