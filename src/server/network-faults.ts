import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { phraseOf } from '../contract/status-phrases.ts';
import type { ChunkedBody, Dribble, ServiceResponse } from '../operations/response.ts';
import { dropConnection, goneSignal } from './connection.ts';
import { socketBelow } from './node-internals.ts';
import { sendBody, sendChunks } from './send.ts';

/**
 * Sends a response whose turn it is, or applies its network fault to the connection.
 *
 * @param own The server's own headers, names and values in turn, over which those of the response win.
 */
export function answer(
  res: ServerResponse,
  given: ServiceResponse,
  own: readonly string[] = [],
): void {
  const { network, status, body, dribble } = given;
  const added = status === 413 ? [...own, 'connection', 'close'] : own;
  const headers = under(given.headers, added);
  // One that was made up has no connection to be broken.
  if (network !== undefined && !dribble && !res.socket) return void res.destroy();
  if (network === 'reset') return resetSoon(res.req.socket);
  if (network === 'empty') return dropConnection(res);
  const isGarbage = network === 'garbage';
  res.writeHead(status, phraseOf(status), isGarbage ? withChunks(headers) : headers);
  if (network === undefined) return sendBody(res, body);
  // Where there is no body, as with HEAD, a write would leave the head unsent.
  res.flushHeaders();
  // Past the response, which would make a chunk of it.
  if (isGarbage) res.req.socket.write(noise);
  if (dribble) void trickle(res, dribble);
  else if (isGarbage) dropConnection(res);
  // The head declares the whole length; half of the body comes.
  else sendChunks(res, halfOf(body!), () => dropConnection(res));
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
  const reset = () => {
    try {
      (socketBelow(socket) ?? socket).resetAndDestroy();
    } finally {
      socket.destroy();
    }
  };
  setImmediate(() => setImmediate(reset));
}

/** No size of a chunk, with which every body in chunks begins (RFC 9112, section 7.1). */
const noise = Buffer.from('<<\x00\xff no response \xfe\x01>>\r\n\r\n', 'latin1');

/** The head that announces chunks, where what comes is none. */
function withChunks(headers: readonly string[]): string[] {
  const others = headers.filter((_, index) => headers[index - (index % 2)] !== 'content-length');
  return [...others, 'transfer-encoding', 'chunked'];
}

/** The whole response, its body bit by bit. */
async function trickle(res: ServerResponse, dribble: Dribble): Promise<void> {
  const gone = goneSignal(res.req, res);
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
