import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answeringOn, countPending } from './node-internals.ts';

/** What waits for the close of a connection: one listener, however many requests wait for it. */
const waiting = Symbol('waiting');

interface FollowedSocket extends Socket {
  [waiting]?: Set<() => void>;
}

/**
 * Calls back once, when a response has been sent or its connection has closed: Node closes only the
 * response whose turn it is, and none of those that are pipelined behind it.
 */
export function onOver(req: IncomingMessage, res: ServerResponse, callback: () => void): void {
  const socket: FollowedSocket = req.socket;
  const all = (socket[waiting] ??= followClose(socket));
  const finish = () => {
    res.off('close', finish);
    if (all.delete(finish)) callback();
  };
  all.add(finish);
  res.once('close', finish);
  if (socket.destroyed) process.nextTick(finish);
}

function followClose(socket: Socket): Set<() => void> {
  const all = new Set<() => void>();
  socket.once('close', () => {
    for (const one of all) one();
  });
  return all;
}

/** A signal that aborts when the client has gone before it was answered. */
export function goneSignal(req: IncomingMessage, res: ServerResponse): AbortSignal {
  if (req.socket.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  onOver(req, res, () => {
    if (!res.writableEnded) controller.abort();
  });
  return controller.signal;
}

/** At once, unless the response is queued behind another. What it has written by then comes first. */
export function onTurn(res: ServerResponse, callback: (socket: Socket) => void): void {
  if (res.socket) callback(res.socket);
  else res.once('socket', (socket: Socket) => process.nextTick(callback, socket));
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
export function countQueued(req: IncomingMessage, res: ServerResponse): void {
  if (res.socket) return;
  const share = Math.ceil(req.socket.writableHighWaterMark / maxQueued);
  countPending(res, share);
  res.once('socket', () => countPending(res, -share));
}

/** Closes the connection once what comes before this response has been sent. */
export function dropConnection(res: ServerResponse): void {
  onTurn(res, (socket) => socket.end(() => socket.destroy()));
}

/** Calls back when all responses to what came before on a connection have been sent. */
export function onAnswered(socket: Socket, callback: () => void): void {
  const answering = answeringOn(socket);
  if (answering) answering.once('close', () => onAnswered(socket, callback));
  else if (!socket.destroyed) callback();
}
