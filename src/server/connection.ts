import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answeringOn, countPending } from './node-internals.ts';

/** Calls back once, when a response has been sent or its connection has closed. */
export function onOver(res: ServerResponse, callback: () => void): void {
  if (res.closed) process.nextTick(callback);
  else res.once('close', callback);
}

/** A signal that aborts when the client has gone before it was answered. */
export function goneSignal(req: IncomingMessage, res: ServerResponse): AbortSignal {
  if (req.socket.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  onOver(res, () => {
    if (!res.writableEnded) controller.abort();
  });
  return controller.signal;
}

/**
 * Has a request handled in its turn: at once, unless it is queued behind another on its connection
 * (RFC 9112, section 9.3.2). So what a request does, the next one finds. Behind a response that closes
 * the connection, nothing is asked any more (section 9.6).
 */
export function inTurn(req: IncomingMessage, res: ServerResponse, handle: RequestListener): void {
  // One that was made up has no connection, and none before it.
  if (!res.socket && answeringOn(req.socket)) {
    countQueued(req, res);
    res.once('socket', () => process.nextTick(inTurn, req, res, handle));
  } else if (req.socket.writable !== false) handle(req, res);
}

/**
 * So many requests may be queued on a connection: then the server reads no more from it until fewer
 * are. What it has read by then, it takes: some hundred more.
 */
export const maxQueued = 100;

/**
 * Node counts the bytes of queued responses, and not the responses: those that wait, in a fault or for
 * a request, have no bytes, so a client could queue them until the memory is full. So each counts as
 * its share of what Node lets a connection queue.
 */
function countQueued(req: IncomingMessage, res: ServerResponse): void {
  const share = Math.ceil(req.socket.writableHighWaterMark / maxQueued);
  countPending(res, share);
  res.once('socket', () => countPending(res, -share));
}

/** Closes the connection of a response whose turn it is, once what comes before it has been sent. */
export function dropConnection({ req: { socket } }: ServerResponse): void {
  socket.end(() => socket.destroy());
}

/** Calls back when all responses to what came before on a connection have been sent. */
export function onAnswered(socket: Socket, callback: () => void): void {
  const answering = answeringOn(socket);
  if (answering) answering.once('close', () => onAnswered(socket, callback));
  else if (!socket.destroyed) callback();
}
