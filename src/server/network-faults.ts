import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { phraseOf } from '../contract/status-phrases.ts';
import type { ChunkedBody, Dribble, ServiceResponse } from '../operations/response.ts';
import { dropConnection, goneSignal, onTurn } from './connection.ts';
import { socketBelow } from './node-internals.ts';
import { sendChunks, sendResponse } from './send.ts';

/**
 * Sends a response, or applies its network fault to the connection when it is the response's turn.
 *
 * @param own The server's own headers, names and values in turn, over which those of the response win.
 */
export function answer(
  res: ServerResponse,
  given: ServiceResponse,
  own: readonly string[] = [],
): void {
  const { network, status } = given;
  const added = status === 413 ? [...own, 'connection', 'close'] : own;
  const headers = under(given.headers, added);
  if (network === undefined) return sendResponse(res, status, headers, given.body);
  const response = { ...given, headers };
  if (network === 'reset') onTurn(res, resetSoon);
  else if (network === 'truncate') truncate(res, response);
  else if (network === 'garbage') garble(res, response);
  else if (network === 'dribble') void trickle(res, response, response.dribble!);
  else dropConnection(res);
}

function under(headers: readonly string[], own: readonly string[]): string[] {
  const all: string[] = [];
  for (let index = 0; index < own.length; index += 2) {
    const name = own[index]!;
    if (!hasName(headers, name.toLowerCase())) all.push(name, own[index + 1]!);
  }
  all.push(...headers);
  return all;
}

function hasName(headers: readonly string[], name: string): boolean {
  for (let index = 0; index < headers.length; index += 2) if (headers[index] === name) return true;
  return false;
}

/**
 * A reset would take with it what comes before and is not sent yet. And where it comes in one go with
 * that, as with 100 Continue, a client of Node's takes it for an end.
 */
function resetSoon(socket: Socket): void {
  setImmediate(() => setImmediate(reset, socket));
}

function reset(socket: Socket): void {
  try {
    (socketBelow(socket) ?? socket).resetAndDestroy();
  } finally {
    socket.destroy();
  }
}

/** The head declares the whole length; half of the body comes. */
function truncate(res: ServerResponse, { status, headers, body }: ServiceResponse): void {
  res.writeHead(status, phraseOf(status), headers as string[]);
  // Where there is no body, as with HEAD, a write would leave the head unsent.
  res.flushHeaders();
  if (body === null) dropConnection(res);
  else sendChunks(res, halfOf(body), () => dropConnection(res));
}

/** No size of a chunk, with which every body in chunks begins (RFC 9112, section 7.1). */
const noise = Buffer.from('<<\x00\xff no response \xfe\x01>>\r\n\r\n', 'latin1');

/** The head announces chunks; what comes is none. */
function garble(res: ServerResponse, { status, headers }: ServiceResponse): void {
  const others = headers.filter((_, index) => headers[index - (index % 2)] !== 'content-length');
  res.writeHead(status, phraseOf(status), [...others, 'transfer-encoding', 'chunked']);
  res.flushHeaders();
  onTurn(res, (socket) => {
    // Past the response, which would make a chunk of it.
    socket.write(noise);
    dropConnection(res);
  });
}

/** The whole response, its body bit by bit. */
async function trickle(
  res: ServerResponse,
  { status, headers }: ServiceResponse,
  dribble: Dribble,
): Promise<void> {
  const gone = goneSignal(res.req, res);
  res.writeHead(status, phraseOf(status), headers as string[]);
  res.flushHeaders();
  try {
    for await (const piece of dribble(gone)) {
      if (!res.write(piece)) await once(res, 'drain', { signal: gone });
    }
    if (!gone.aborted) res.end();
  } catch {
    dropConnection(res);
  }
}

/** The first half of a body, in bytes. */
function* halfOf(body: string | ChunkedBody): Generator<Buffer> {
  let left = Math.floor((typeof body === 'string' ? Buffer.byteLength(body) : body.length) / 2);
  for (const text of typeof body === 'string' ? [body] : body) {
    const bytes = Buffer.from(text).subarray(0, left);
    if (bytes.length === 0) return;
    left -= bytes.length;
    yield bytes;
  }
}
