import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// Fields of Node that are not public, as nothing public tells what they tell. They were seen in Node 20.20,
// and are guarded by the tests of each on every other. Where one is missing, what it is for is left out.

interface SocketInternals {
  readonly _httpMessage?: ServerResponse | null;
  readonly _paused?: boolean;
  readonly _parent?: Socket;
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
}

/** The response whose turn it is on a connection. */
export function answeringOn(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: answering } = socket as SocketInternals;
  return answering ?? undefined;
}

/** Whether Node reads no more from a connection until some of its responses are sent. */
export function isHeldUp(socket: Socket): boolean {
  const { _paused: isPaused } = socket as SocketInternals;
  return isPaused === true;
}

/** The TCP socket below one of TLS: only that can be reset. */
export function socketBelow(socket: Socket): Socket | undefined {
  const { _parent: below } = socket as SocketInternals;
  return below;
}

/** How many bytes the system has sent on. Node shows only how many it has handed over. */
export function takenBy(socket: Socket): number {
  const { _handle: handle } = socket as SocketInternals;
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/** Has Node count bytes as waiting on a connection: when they are many, it reads no more from it. */
export function countPending(res: ServerResponse, bytes: number): void {
  const { _onPendingData: count } = res as { _onPendingData?: (bytes: number) => void };
  count?.(bytes);
}
