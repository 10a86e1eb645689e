import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { phraseOf } from '../contract/status-phrases.ts';
import type { ChunkedBody, ServiceResponse } from '../operations/response.ts';
import { unreadBytes, unreadGrace, unreadTime } from './unread-body.ts';

/** Ends a response whose head is written. */
export function sendBody(res: ServerResponse, body: ServiceResponse['body']): void {
  if (body === null) return void res.end();
  if (typeof body !== 'string') return sendChunks(res, body, () => res.end());
  // Node writes the head, which is in Latin-1, in the encoding of a text beside it.
  const isAscii = Buffer.byteLength(body) === body.length;
  const chunk = isAscii ? body : Buffer.from(body);
  // `end(chunk)` would hand the system a list of the body and an empty text, which takes a get a tenth
  // more processor time (decisions/fast-lane.md); and without a cork, Node holds the head back until the
  // next tick. It is uncorked before the end, which would add the empty text.
  const { socket } = res;
  socket?.cork();
  res.write(chunk, 'latin1');
  socket?.uncork();
  res.end();
}

/** @param done Called when the last chunk has been written: not when the connection has closed. */
export function sendChunks(
  res: ServerResponse,
  chunks: Iterable<string | Uint8Array>,
  done: () => void,
): void {
  const iterator = chunks[Symbol.iterator]();
  const more = () => {
    if (res.destroyed) return;
    const next = iterator.next();
    if (next.done) done();
    // Other work that is due comes between two chunks.
    else if (res.write(next.value)) setImmediate(more);
    // A kernel that takes everything at once drains with no other work in between.
    else res.once('drain', () => setImmediate(more));
  };
  more();
}

type Headers = Readonly<Record<string, string>>;

/**
 * Sends JSON as the service does: with its length, and not to be cached.
 *
 * @param value What to send, or its text as it is made.
 */
export function sendJson(res: ServerResponse, status: number, value: unknown, headers?: Headers) {
  const isStreamed = typeof value === 'object' && value !== null && Symbol.iterator in value;
  const body = isStreamed ? (value as ChunkedBody) : JSON.stringify(value);
  sendText(res, status, body, 'application/json', headers);
}

export function sendText(
  res: ServerResponse,
  status: number,
  body: string | ChunkedBody,
  type: string,
  headers: Headers = {},
): void {
  res.writeHead(status, phraseOf(status), {
    ...headers,
    'cache-control': 'no-store',
    'content-length': typeof body === 'string' ? Buffer.byteLength(body) : body.length,
    'content-type': type,
  });
  const sent = res.req.method === 'HEAD' ? null : body;
  if (typeof sent === 'string') sentTexts.set(res, sent);
  sendBody(res, sent);
}

/** What was sent as the bodies of responses that are not the service's, for the journal. */
export const sentTexts = new WeakMap<ServerResponse, string>();

export function sendError(res: ServerResponse, status: number, error: string, headers?: Headers) {
  sendJson(res, status, { error }, headers);
}

/**
 * For a socket that has no response to write to, which it closes. `headers` are names and values in
 * turn.
 */
export function sendRawError(
  socket: Socket,
  status: number,
  error: string,
  headers: readonly string[] = [],
): void {
  const body = JSON.stringify({ error });
  const own = headers.map((text, index) => text + (index % 2 === 0 ? ': ' : '\r\n'));
  const lines = [
    `${own.join('')}cache-control: no-store`,
    `content-length: ${Buffer.byteLength(body)}`,
    'content-type: application/json',
    `date: ${new Date().toUTCString()}`,
    'connection: close',
  ];
  endRead(socket, `HTTP/1.1 ${status} ${phraseOf(status)}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Ends a connection on which the client may still send. Where nobody read that, its end would never be
 * seen; and to destroy the connection would cost it the response. It is read as far as the rest of a
 * body whose request has been answered.
 */
export function endRead(socket: Socket, text = ''): void {
  let left = unreadBytes;
  const destroy = () => socket.destroy();
  let timer = setTimeout(destroy, unreadTime);
  // Nobody else wants it any more, Node's parser least of all.
  socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    socket.pause();
    clearTimeout(timer);
    timer = setTimeout(destroy, unreadGrace);
  });
  socket.resume();
  socket.once('close', () => clearTimeout(timer));
  socket.end(text);
}
