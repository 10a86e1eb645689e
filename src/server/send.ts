import type { ServerResponse } from 'node:http';
import { phraseOf } from '../contract/http.ts';
import type { ServiceResponse } from '../service/response.ts';
import { discardBody } from './connection.ts';
import { mergeHeaders } from './cors.ts';
import { sendNetworkFault } from './network-faults.ts';

/**
 * Sends a response of the service, or does to the connection what its network fault says.
 *
 * @param own The server's own headers, lower-case names and values in turn.
 */
export function sendServiceResponse(
  res: ServerResponse,
  response: ServiceResponse,
  own: readonly string[],
): void {
  const headers = mergeHeaders(response.headers, own);
  discardBody(res.req);
  if (response.network !== undefined) return sendNetworkFault(res, response, headers);
  res.writeHead(response.status, phraseOf(response.status), headers);
  if (typeof response.body === 'string') endWith(res, response.body);
  else res.end(response.body ?? undefined);
}

/**
 * Ends a response with a text. `end(text)` does the same, but hands the system two texts, of which one
 * is empty: a get takes 5 % more processor time.
 */
function endWith(res: ServerResponse, text: string): void {
  const { socket } = res;
  // A pipelined response gets its socket when it is its turn.
  if (!socket) return void res.end(text);
  // Without the cork, Node waits for the next tick.
  socket.cork();
  res.write(text);
  socket.uncork();
  res.end();
}

type Headers = Readonly<Record<string, string>>;

/** Sends a value as JSON, with its length, and not to be cached. */
export function sendJson(res: ServerResponse, status: number, value: unknown, headers?: Headers) {
  sendText(res, status, JSON.stringify(value), 'application/json', headers);
}

export function sendText(
  res: ServerResponse,
  status: number,
  body: string,
  type: string,
  headers: Headers = {},
): void {
  discardBody(res.req);
  res.removeHeader('x-powered-by');
  res.writeHead(status, phraseOf(status), {
    ...headers,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    'content-type': type,
  });
  res.end(res.req.method === 'HEAD' ? undefined : body);
}

/** Sends the one shape of every error. */
export function sendError(res: ServerResponse, status: number, error: string, headers?: Headers) {
  sendJson(res, status, { error }, headers);
}
