import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceResponse } from '../operations/response.ts';
import type { Service } from '../operations/service.ts';
import { createCorsHeaders } from './cors.ts';
import { applyNetworkFault } from './network-faults.ts';
import { toLogLine, type RequestLog } from './log.ts';
import type { AppOptions } from './options.ts';
import { badHead, hasBadName, hasTwoHosts, hasUnknownCoding } from './request-head.ts';
import { endWith, sendError, sendResponse } from './send.ts';
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
  cors: AppOptions['cors'],
  log: RequestLog,
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const { matchRoute, handle } = service;
  const corsHeadersOf = createCorsHeaders(cors);
  // Clients name the same host again and again.
  let goodHost: string | undefined;

  function send(res: ServerResponse, response: ServiceResponse): void {
    const { status, headers, body, network, record } = response;
    const own = corsHeadersOf(res.req.headers.origin);
    if (typeof body === 'string' && record.fault === undefined && status !== 413) {
      // Node adds the same phrase that other hosts give.
      res.writeHead(status, [...own, ...headers]);
      endWith(res, body);
    } else {
      const all = under(headers, status === 413 ? [...own, 'connection', 'close'] : own);
      if (network === undefined) sendResponse(res, { ...response, headers: all });
      else applyNetworkFault(res, { ...response, headers: all });
    }
    if (log.enabled) log.request(toLogLine(record));
  }

  function sendLate(
    req: IncomingMessage,
    res: ServerResponse,
    response: Promise<ServiceResponse>,
  ): void {
    response
      .then((late) => {
        if (!req.complete) boundUnreadBody(req, res);
        send(res, late);
      })
      .catch((error: unknown) => {
        log.error(error);
        if (!res.headersSent) sendError(res, 500, 'The mock server failed; its log says why');
      });
  }

  function isGoodHead(req: IncomingMessage): boolean {
    const { host } = req.headers;
    if (host !== goodHost || host === undefined) {
      if (badHead(req) !== undefined) return false;
      goodHost = host;
    }
    return !hasTwoHosts(req.rawHeaders) && !hasBadName(req.rawHeaders);
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
    if ((takesBody ? hasUnknownCoding(req) : hasBody(req)) || !isGoodHead(req)) return false;
    const query = mark === -1 ? '' : url.slice(mark + 1);
    const response = handle(toServiceRequest(req, res, path, query), route!);
    if (response instanceof Promise) sendLate(req, res, response);
    else {
      if (takesBody && !req.complete) boundUnreadBody(req, res);
      send(res, response);
    }
    return true;
  };
}

/** Adds headers of the server's own to those of a response, which win over them. */
function under(headers: readonly string[], own: readonly string[]): string[] {
  const all: string[] = [];
  for (let index = 0; index < own.length; index += 2) {
    const name = own[index]!;
    if (!hasName(headers, name.toLowerCase())) all.push(name, own[index + 1]!);
  }
  all.push(...headers);
  return all;
}

function hasName(headers: readonly string[], name: string): boolean {
  for (let index = 0; index < headers.length; index += 2) if (headers[index] === name) return true;
  return false;
}
