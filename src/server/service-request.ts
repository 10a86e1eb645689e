import type { IncomingMessage, ServerResponse } from 'node:http';
import { collectBytes } from '../operations/collect-bytes.ts';
import type { ServiceRequest } from '../operations/request.ts';
import { goneSignal } from './connection.ts';
import { askForBody } from './continue.ts';

export function toServiceRequest(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  query: string,
): ServiceRequest {
  return {
    method: req.method!,
    path,
    query,
    headers: req.headers,
    rawHeaders: req.rawHeaders,
    readBody(limit) {
      askForBody(req);
      return readBody(req, limit);
    },
    signal: () => goneSignal(req, res),
  };
}

/** Stops at the first byte too many (`undefined`). Rejects when the client goes before the end. */
function readBody(req: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const body = collectBytes();
    const onData = (chunk: Buffer<ArrayBuffer>) => {
      if (body.length() + chunk.length > limit) {
        req.off('data', onData).pause();
        body.take();
        resolve(undefined);
      } else body.add(chunk);
    };
    // Taken out, as the request keeps this listener until it has been answered.
    const onEnd = () => resolve(body.take());
    const onGone = () => {
      // It closes after the end, too.
      if (!req.complete) reject(new Error('The client went before the end'));
    };
    if (req.destroyed) onGone();
    // A request that is aborted closes; without a listener for it, Node makes no error of that.
    req.on('data', onData).on('end', onEnd).on('close', onGone);
  });
}
