import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceRequest } from '../operations/request.ts';
import type { ServiceResponse } from '../operations/response.ts';
import type { Service } from '../operations/service.ts';
import { goneSignal } from './connection.ts';
import { askForBody } from './continue.ts';
import { fixedCorsHeaders } from './cors.ts';
import { applyNetworkFault } from './network-faults.ts';
import { badHost, hasTwoHosts } from './host-header.ts';
import { toLogLine } from './log-line.ts';
import type { RequestLog } from './log.ts';
import type { AppOptions } from './options.ts';
import { readBody } from './read-body.ts';
import { endWith, sendError, sendResponse } from './send.ts';
import { hasUnknownCoding } from './transfer-coding.ts';
import { boundUnreadBody, hasBody } from './unread-body.ts';

/** Takes a request, or leaves it (`false`) to Express. */
export type FastLane = (req: IncomingMessage, res: ServerResponse) => boolean;

/** Characters that mean the same to every reader of a target. */
const plainTarget = /^[\w\-.~!$&'()*+,;=:@%/?]*$/;

/**
 * A host for plain calls of the three operations in front of Express and msw. It carries
 * requests to the same service and knows no rule of it; what is unusual it leaves to Express. A
 * differential test holds both to the same bytes.
 */
export function createFastLane(
  service: Service,
  cors: AppOptions['cors'],
  log: RequestLog,
): FastLane {
  const { settings, matchRoute, catalogOf, answer } = service;
  const corsHeaders = fixedCorsHeaders(cors);
  if (corsHeaders === undefined || settings.delay !== 0) return () => false;
  // Clients name the same host again and again.
  let goodHost: string | undefined;

  function send(res: ServerResponse, response: ServiceResponse): void {
    const { status, headers, body, encoding, record } = response;
    if (response.network !== undefined) applyNetworkFault(res, response);
    else if (typeof body === 'string' && status !== 413) {
      // The phrase that Node puts in is the one that other hosts give.
      res.writeHead(status, [...corsHeaders!, ...headers]);
      endWith(res, body, encoding);
    } else {
      for (let index = 0; index < corsHeaders!.length; index += 2) {
        res.setHeader(corsHeaders![index]!, corsHeaders![index + 1]!);
      }
      if (status === 413) res.setHeader('connection', 'close');
      sendResponse(res, response);
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

  function isGoodHost(req: IncomingMessage): boolean {
    const { host } = req.headers;
    if (host !== goodHost || host === undefined) {
      if (badHost(req) !== undefined) return false;
      goodHost = host;
    }
    return !hasTwoHosts(req.rawHeaders);
  }

  return (req, res) => {
    const { method, headers } = req;
    const url = req.url!;
    if ((method !== 'GET' && method !== 'POST') || !plainTarget.test(url)) return false;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const place = matchRoute(path);
    if (
      !place ||
      headers.prefer !== undefined ||
      (method === 'GET' ? hasBody(req) : hasUnknownCoding(req)) ||
      !isGoodHost(req) ||
      catalogOf(headers).faults.size > 0
    ) {
      return false;
    }
    const query = mark === -1 ? '' : url.slice(mark + 1);
    const { rawHeaders } = req;
    const plain = { method, path, query, headers, rawHeaders, readBody: noBody };
    // Functions of its own for each request would cost a read a tenth of its time.
    const response = answer(method === 'GET' ? plain : withBody(plain, req, res), place);
    if (response instanceof Promise) sendLate(req, res, response);
    else {
      if (method === 'POST' && !req.complete) boundUnreadBody(req, res);
      send(res, response);
    }
    return true;
  };
}

async function noBody(): Promise<Uint8Array> {
  return new Uint8Array();
}

function withBody(
  { method, path, query, headers, rawHeaders }: ServiceRequest,
  req: IncomingMessage,
  res: ServerResponse,
): ServiceRequest {
  return {
    method,
    path,
    query,
    headers,
    rawHeaders,
    readBody(limit) {
      const asked = askForBody(req);
      return asked ? asked.then(() => readBody(req, limit)) : readBody(req, limit);
    },
    // Asked for when a fault has been added since: it may wait for the client to go.
    signal: () => goneSignal(req, res),
  };
}
