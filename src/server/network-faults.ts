import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { phraseOf } from '../contract/status-phrases.ts';
import type { ChunkedBody, ServiceResponse } from '../operations/response.ts';
import { dropConnection, onTurn } from './connection.ts';
import { sendChunks } from './send.ts';

/** Applies the network fault of a response to its connection, when it is the response's turn. */
export function applyNetworkFault(res: ServerResponse, response: ServiceResponse): void {
  if (response.network === 'reset') onTurn(res, reset);
  else if (response.network === 'truncate') truncate(res, response);
  else dropConnection(res);
}

function reset(socket: Socket): void {
  // Below TLS lies the TCP socket, and only that can be reset.
  const { _parent: below } = socket as { _parent?: Socket };
  try {
    (below ?? socket).resetAndDestroy();
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
