import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { phraseOf } from '../contract/http.ts';
import type { Dribble, ServiceResponse } from '../service/response.ts';
import { dropConnection, goneSignal } from './connection.ts';

/** Bytes that cannot begin a chunk of a body (RFC 9112, section 7.1). */
const noise = Buffer.from('<<\x00\xff no response \xfe\x01>>\r\n\r\n', 'latin1');

/** Does to a connection what a fault asks for. A `hang` never gets here: it has no response. */
export function sendNetworkFault(
  res: ServerResponse,
  { network, status, body, dribble }: ServiceResponse,
  headers: readonly string[],
): void {
  const { socket } = res.req;
  const start = (list: readonly string[]) => {
    res.writeHead(status, phraseOf(status), [...list]);
    res.flushHeaders();
  };
  switch (network) {
    case 'reset':
      // Node cannot reset a TLS connection: it closes.
      if ('encrypted' in socket) socket.destroy();
      else socket.resetAndDestroy();
      return;
    case 'garbage':
      start(withoutLength(headers));
      socket.write(noise);
      return dropConnection(res);
    case 'truncate': {
      // The head declares the whole length.
      start(headers);
      const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array());
      res.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => dropConnection(res));
      return;
    }
    case 'dribble':
      start(headers);
      return void sendPieces(res, dribble!);
    default:
      return dropConnection(res);
  }
}

/** A head that announces chunks: what follows it is not one. */
function withoutLength(headers: readonly string[]): string[] {
  const others = headers.filter((_, index) => headers[index - (index % 2)] !== 'content-length');
  return [...others, 'transfer-encoding', 'chunked'];
}

async function sendPieces(res: ServerResponse, dribble: Dribble): Promise<void> {
  const gone = goneSignal(res);
  try {
    for await (const piece of dribble(gone)) {
      if (!res.write(piece)) await once(res, 'drain', { signal: gone });
    }
    if (!gone.aborted) res.end();
  } catch {
    // A reset of the catalog ends the response in the middle.
    dropConnection(res);
  }
}
