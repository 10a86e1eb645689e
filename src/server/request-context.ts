import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Journal } from '../catalog/journal.ts';
import { redactFilter } from '../catalog/redact.ts';
import type { HostContext } from '../handlers/fetch-adapter.ts';
import { readApiKey } from '../operations/authenticate.ts';
import type { ServiceResponse } from '../operations/response.ts';
import type { Service } from '../operations/service.ts';
import { dropConnection, onOver } from './connection.ts';
import { askForBody } from './continue.ts';
import { applyNetworkFault } from './network-faults.ts';
import { toLogLine, type RequestLog } from './log.ts';
import { parseRequestTarget, type RequestTarget } from './request-head.ts';
import { boundUnreadBody, hasBody } from './unread-body.ts';

/** What belongs to one request on its way through Express. */
export interface RequestContext extends HostContext {
  readonly target: RequestTarget;
  /** Whether it came from another app, which answers what is not the mock's. */
  readonly isMounted: boolean;
  /** Records the request, unless the service has done so. */
  note(): void;
  /** Whether the client waits to be asked for the body (RFC 9110, section 10.1.1). */
  readonly waitsToSend: boolean;
  drop(): void;
  /** Leaves the request to the app that this one is mounted in. */
  leave(): void;
}

/** The contexts of requests, by Node's request and by the fetch `Request` that is made of it. */
export type Contexts = WeakMap<object, RequestContext>;

function rawHeadersOf(res: ServerResponse): string[] {
  return Object.entries(res.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}

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
  isMounted: boolean,
): RequestContext {
  const target = parseRequestTarget(req.url ?? '/');
  const mount = mountOf(req);
  const controller = new AbortController();
  const arrival = {
    at: Date.now(),
    method: req.method ?? 'GET',
    path: mount + target.path,
    query: target.path.includes('/__admin') ? redactFilter(target.query) : target.query,
    operation: null,
    apiKey: null,
  };
  const started = performance.now();
  let journal: Journal | undefined;

  const context: RequestContext = {
    isMounted,
    target,
    mount,
    rawHeaders: req.rawHeaders,
    signal: controller.signal,
    record: undefined,
    note() {
      if (context.record) return;
      ({ journal } = service.catalogOf(req.headers));
      context.record = journal.begin({
        ...arrival,
        apiKey: readApiKey(req.headers['x-api-key']),
        received: !hasBody(req),
        rawHeaders: req.rawHeaders,
      });
    },
    waitsToSend: req.headers.expect !== undefined,
    onBody: () => askForBody(req),
    onResponse(response: ServiceResponse) {
      context.record = response.record;
      const { status, headers, network } = response;
      // Those of a fault win over the server's own.
      for (let index = 0; index < headers.length; index += 2) res.removeHeader(headers[index]!);
      if (status === 413) res.setHeader('connection', 'close');
      if (network !== undefined) applyNetworkFault(res, response);
    },
    drop: () => dropConnection(res),
    leave: hasBody(req) ? boundUnreadBody(req, res) : () => {},
  };

  onOver(req, res, () => {
    if (!res.writableEnded) controller.abort();
    const status = res.headersSent ? res.statusCode : null;
    const { record } = context;
    if (record && record.ended === 0) {
      if (status !== null) record.responseHeaders = rawHeadersOf(res);
      journal?.end(record, status);
    }
    if (!log.enabled) return;
    // The journal has no record of requests to the control plane and to pages.
    const durationMs = performance.now() - started;
    log.request(record ? toLogLine(record) : { ...arrival, status, durationMs });
  });
  return context;
}
