import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a client may go on sending a body after its answer, in milliseconds. */
export const discardTime = 2000;

/** Returns a signal that aborts if the connection closes before the response has been sent. */
export function goneSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.destroyed || res.req.socket.destroyed) controller.abort();
  else res.once('close', abort);
  return controller.signal;
}

/** Closes the connection once what is written has been sent. */
export function dropConnection({ req: { socket } }: ServerResponse): void {
  socket.end(() => socket.destroy());
}

/**
 * Discards the rest of a body, so that the client can read its answer. After two seconds, the connection
 * is destroyed.
 */
export function discardBody(req: IncomingMessage): void {
  if (req.complete || !hasBody(req)) return;
  req.resume();
  const timer = setTimeout(() => {
    if (!req.complete) req.socket.destroy();
  }, discardTime);
  req.once('close', () => clearTimeout(timer));
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
