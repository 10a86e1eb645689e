import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Journal } from '../catalog/journal.ts';
import { byteLength } from '../contract/byte-length.ts';
import { redactFilter } from '../catalog/redact.ts';
import { readApiKey } from '../operations/authenticate.ts';
import type { ServiceRequest } from '../operations/request.ts';
import type { ServiceResponse } from '../operations/response.ts';
import type { Service } from '../operations/service.ts';
import { onOver } from './connection.ts';
import { answer } from './network-faults.ts';
import type { RequestLog } from './log.ts';
import { parseRequestTarget } from './request-head.ts';
import { sentTexts } from './send.ts';
import { toServiceRequest } from './service-request.ts';
import { boundUnreadBody, hasBody } from './unread-body.ts';

/** What belongs to one request on its way through Express. */
export type RequestContext = ReturnType<typeof createRequestContext>;

interface MountedRequest extends IncomingMessage {
  baseUrl?: string;
  originalUrl?: string;
}

/** The path that another app has removed: Express says which, connect leaves the original. */
function mountOf({ baseUrl, originalUrl = '', url = '' }: MountedRequest): string {
  if (baseUrl !== undefined) return baseUrl;
  return originalUrl.endsWith(url) ? originalUrl.slice(0, -url.length || undefined) : '';
}

/** Creates the context of a request; the journal and the log learn of its end from it. */
export function createRequestContext(
  req: MountedRequest,
  res: ServerResponse,
  service: Service,
  log: RequestLog,
  { isMounted, isOurs }: { isMounted: boolean; isOurs: boolean },
) {
  const target = parseRequestTarget(req.url ?? '/');
  const mount = mountOf(req);
  const { path, query } = target;
  const arrival = {
    at: Date.now(),
    method: req.method ?? 'GET',
    path: mount + path,
    query: path.includes('/__admin') ? redactFilter(query) : query,
    operation: null,
    apiKey: undefined,
    started: performance.now(),
  };
  let journal: Journal | undefined;
  let record: ServiceRequest['record'];

  onOver(res, () => {
    const status = res.headersSent ? res.statusCode : null;
    if (record && record.ended === 0) {
      if (status !== null) {
        const headers = Object.entries(res.getHeaders());
        record.responseHeaders = headers.flatMap(([name, value]) => [name, String(value)]);
        const text = sentTexts.get(res);
        record.responseBody = text;
        if (text !== undefined) record.responseBytes = byteLength(text);
      }
      journal?.end(record, status);
    }
    // The journal has no record of requests to the control plane and to pages.
    log.request(record ?? { ...arrival, status });
  });
  return {
    /** Whether it came from another app, which answers what is not the mock's. */
    isMounted,
    /** Whether its path is one of the mock's own, and not only a user's handler may be for it. */
    isOurs,
    target,
    /** The path below which the app is mounted; `''` for none. */
    mount,
    get request(): ServiceRequest {
      return { ...toServiceRequest(req, res, path, query), mount, record };
    },
    respond(response: ServiceResponse): void {
      ({ record } = response);
      // Those of a fault win over the server's own, which Node 20 would leave in their places.
      response.headers.forEach((name, index) => index % 2 === 0 && res.removeHeader(name));
      answer(res, response);
    },
    /** Records the request, so that the service need not. */
    note(): void {
      ({ journal } = service.catalogOf(req.headers));
      record = journal.begin({
        ...arrival,
        apiKey: readApiKey(req.headers['x-api-key']),
        received: !hasBody(req),
        rawHeaders: req.rawHeaders,
      });
    },
    /** Leaves the request to the app that this one is mounted in. */
    leave: hasBody(req) ? boundUnreadBody(req, res) : () => {},
  };
}
