import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import { parseJson } from '../contract/values.ts';
import { shorten } from '../contract/text.ts';
import type { SentRequest } from './cases/case.ts';
import type { Redact } from '../catalog/redact.ts';

/** How many characters of a body or a path are shown. */
export const shownLength = 1500;
const mostLevels = 100;

/** A response of either side, reduced to the parts that are compared. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The paths of the same origin that were followed to it. */
  readonly redirects: readonly string[];
  /** The length of the body in bytes. */
  readonly length: number;
  /** The value of the body; `undefined` if it is not JSON or nested too deep. */
  readonly json: unknown;
  /** Whether the body is JSON of more than 100 levels. */
  readonly isDeep: boolean;
  /** The beginning of the body, without secrets. */
  readonly text: string;
}

/** Reads the parts of a response that are compared. */
export function toReceived(
  status: number,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  redact: Redact,
  redirects: readonly string[] = [],
): Received {
  const text = new TextDecoder().decode(body);
  const all = parseJson(text);
  const isDeep = !isWithin(all, mostLevels);
  return {
    status,
    headers,
    redirects,
    length: body.byteLength,
    json: isDeep ? undefined : all,
    isDeep,
    // Redacted before it is cut: half a secret would not be recognised.
    text: shorten(redact(text), shownLength),
  };
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => isWithin(one, levels - 1));
}

/** Sends a request. Resolves with the response as soon as its headers have arrived. */
export function openResponse(
  url: string,
  options: RequestOptions,
  body?: SentRequest['body'],
): Promise<IncomingMessage> {
  const { request: open } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const request = open(url, options, resolve).on('error', reject);
    // Node gives no response to an upgrade, and the process would end.
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

/** Explains why no response came. The messages are our own: a parser may quote a secret. */
export function wordsFor({ code = '' }: NodeJS.ErrnoException): string {
  // An alert comes from the service, which may want a certificate of the client.
  if (code.includes('ALERT')) return `it refuses the TLS connection (${code})`;
  if (/CERT|SIGNATURE|ERR_TLS/.test(code)) {
    return `its certificate is not accepted (${code}); NODE_EXTRA_CA_CERTS=FILE adds an authority`;
  }
  if (/^(?:EPROTO$|ERR_SSL)/.test(code)) return 'it does not speak TLS: is it http://?';
  if (code.startsWith('HPE_')) return `the answer is not HTTP (${code})`;
  return wordsForCode[code] ?? (code || 'no readable answer');
}
