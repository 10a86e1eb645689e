import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceRequest } from '../operations/request.ts';
import { goneSignal } from './connection.ts';
import { askForBody } from './continue.ts';
import { readBody } from './read-body.ts';

/** A request of Node's as the service takes it. */
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
