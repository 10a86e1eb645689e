import type { IncomingMessage, ServerResponse } from 'node:http';
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
      const asked = askForBody(req);
      return asked ? asked.then(() => readBody(req, limit)) : readBody(req, limit);
    },
    signal: () => goneSignal(req, res),
  };
}

/** Stops at the first byte too many (`undefined`). Rejects when the client goes before the end. */
function readBody(req: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        req.off('data', onData).pause();
        resolve(undefined);
      } else chunks.push(chunk);
    };
    const onEnd = () => {
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length));
      // The request keeps this listener until it has been answered.
      chunks.length = 0;
    };
    const onGone = () => {
      // It closes after the end, too.
      if (!req.complete) reject(new Error('The client went before the end'));
    };
    if (req.destroyed) onGone();
    // A request that is aborted closes; without a listener for it, Node makes no error of that.
    req.on('data', onData).on('end', onEnd).on('close', onGone);
  });
}
