import type { IncomingMessage, ServerResponse } from 'node:http';
import { collectBytes } from '../service/collect-bytes.ts';
import type { Route, ServiceRequest } from '../service/request.ts';
import type { ServiceResponse } from '../service/response.ts';
import type { Service } from '../service/service.ts';
import { goneSignal } from './connection.ts';
import type { CorsHeaders } from './cors.ts';
import type { RequestLog } from './log.ts';
import type { RequestTarget } from './request-target.ts';
import { sendError, sendServiceResponse } from './send.ts';

/** Answers a request for a path of the service. */
export type Answer = (
  req: IncomingMessage,
  res: ServerResponse,
  route: Route,
  target: RequestTarget,
  mount?: string,
) => void;

/**
 * The direct route: Node's request to the service, the service's response to Node. It exists for speed,
 * and serves the paths of the service if the user has no handlers. Express and msw answer the rest.
 */
export function createAnswer(service: Service, cors: CorsHeaders, log: RequestLog): Answer {
  function send(req: IncomingMessage, res: ServerResponse, response: ServiceResponse): void {
    sendServiceResponse(res, response, cors(req.method!, req.headers));
    log.request(response.record);
  }

  return (req, res, route, target, mount) => {
    const response = service.handle(toServiceRequest(req, res, target, mount), route);
    // Reads are answered in the same tick: a promise would cost a tenth of their time.
    if (!(response instanceof Promise)) send(req, res, response);
    else {
      response
        .then((late) => send(req, res, late))
        .catch((error: unknown) => {
          log.error(error);
          if (res.headersSent) res.destroy();
          else sendError(res, 500, 'The mock server failed; its log says why');
        });
    }
  };
}

function toServiceRequest(
  req: IncomingMessage,
  res: ServerResponse,
  { path, query }: RequestTarget,
  mount: string | undefined,
): ServiceRequest {
  return {
    method: req.method!,
    path,
    mount,
    query,
    headers: req.headers,
    rawHeaders: req.rawHeaders,
    readBody: (limit) => readBody(req, limit),
    signal: () => goneSignal(res),
  };
}

/** @returns `undefined` as soon as the body is longer than `limit` bytes. Rejects if the client goes. */
function readBody(req: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const body = collectBytes();
    const onData = (chunk: Buffer<ArrayBuffer>) => {
      if (body.length() + chunk.length <= limit) return body.add(chunk);
      req.off('data', onData);
      resolve(undefined);
    };
    req.on('data', onData);
    req.on('end', () => resolve(body.take()));
    req.on('close', () => reject(new Error('The client went before the end of its body')));
  });
}
