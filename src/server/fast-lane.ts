import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceResponse } from '../operations/response.ts';
import type { Service } from '../operations/service.ts';
import { answer } from './network-faults.ts';
import type { RequestLog } from './log.ts';
import { headProblem } from './request-head.ts';
import { sendError } from './send.ts';
import { toServiceRequest } from './service-request.ts';
import { boundUnreadBody, hasBody } from './unread-body.ts';

/** Characters that mean the same to every reader of a target. */
const plainTarget = /^[\w\-.~!$&'()*+,;=:@%/?]*$/;

/**
 * A host for plain calls of the operations in front of Express and msw. It carries requests to
 * the same service, knows none of its rules, and leaves unusual requests to Express. A differential
 * test holds both to the same bytes. What it does not take (`false`) is left to Express.
 */
export function createFastLane(
  service: Service,
  corsHeadersOf: (origin: string | undefined) => readonly string[],
  log: RequestLog,
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const { matchRoute, handle } = service;

  function send(res: ServerResponse, response: ServiceResponse): void {
    answer(res, response, corsHeadersOf(res.req.headers.origin));
    log.request(response.record);
  }

  async function sendLate(res: ServerResponse, response: Promise<ServiceResponse>): Promise<void> {
    try {
      const late = await response;
      if (!res.req.complete) boundUnreadBody(res.req, res);
      send(res, late);
    } catch (error) {
      log.error(error);
      if (!res.headersSent) sendError(res, 500, 'The mock server failed; its log says why');
    }
  }

  return (req, res) => {
    const url = req.url!;
    if (!plainTarget.test(url)) return false;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const route = matchRoute(path);
    const routed = route?.resource.operations[req.method!];
    if (!routed || req.method === 'HEAD') return false;
    const takesBody = routed.operation.body !== undefined;
    if (!takesBody && hasBody(req)) return false;
    if (headProblem(req) !== undefined) return false;
    const query = mark === -1 ? '' : url.slice(mark + 1);
    const response = handle(toServiceRequest(req, res, path, query), route!);
    if (response instanceof Promise) void sendLate(res, response);
    else {
      if (takesBody) boundUnreadBody(req, res);
      send(res, response);
    }
    return true;
  };
}
