import type { ServerResponse } from 'node:http';
import { createMiddleware } from '@mswjs/http-middleware';
import type { Request as ExpressRequest, RequestHandler } from 'express';
import type { HttpHandler } from 'msw';
import { decodeSegment } from '../contract/operation-path.ts';
import type { HostCall } from '../handlers/fetch-adapter.ts';
import { createHandlers } from '../handlers/index.ts';
import type { Service } from '../service/service.ts';
import { createAnswer } from './answer.ts';
import { goneSignal } from './connection.ts';
import type { CorsHeaders } from './cors.ts';
import type { FollowRequest } from './follow-request.ts';
import type { RequestLog } from './log.ts';
import { runMiddleware } from './msw-handle-request.ts';
import { lendBody } from './request-body.ts';
import { parseTarget } from './request-target.ts';

/** Whether the app has the server to itself or is mounted in another, for one request. */
export interface Place {
  readonly isMounted: boolean;
  /** The path below which another app has mounted this one; `''` for its root. */
  readonly mount: string;
  /** Whether a handler has returned `passthrough()`. */
  isPassedOn?: boolean;
}

interface MswRouteHost {
  /** Gives the user's handlers. They come first, and may be replaced while the server runs. */
  userHandlers(): readonly HttpHandler[];
  placeOf(req: ExpressRequest): Place;
  readonly cors: CorsHeaders;
  readonly follow: FollowRequest;
  readonly log: RequestLog;
}

/** Methods that a `Request` of fetch cannot have (Fetch, section 2.2.1). */
const beyondFetch = new Set(['TRACE', 'TRACK', 'CONNECT']);

/** Serves the user's msw handlers, then the handlers of the service, with @mswjs/http-middleware. */
export function createMswRoute(service: Service, host: MswRouteHost): RequestHandler {
  const { userHandlers, placeOf, cors, follow, log } = host;
  const answer = createAnswer(service, cors, log);
  const calls = new WeakMap<Request, HostCall>();
  const ofService = createHandlers(anyOrigin(service), (request) => calls.get(request));

  return (req, res, next) => {
    const target = parseTarget(req.url);
    const { path, isPlain } = target;
    const place = placeOf(req);
    const { isMounted, mount } = place;
    const route = isPlain ? service.matchRoute(path) : undefined;
    const handlers = userHandlers();
    if (!isPlain || (!route && handlers.length === 0)) return next();
    if (beyondFetch.has(req.method) || decodeSegment(path) === undefined) {
      if (!route) return next();
      removePoweredBy(res);
      return answer(req, res, route, target, mount);
    }
    // The other app answers what is not the mock's: the journal has only what the mock answers.
    const record = route || !isMounted ? follow(req, res, mount) : undefined;
    const call: HostCall = {
      mount,
      record,
      headers: req.headers,
      rawHeaders: req.rawHeaders,
      signal: () => goneSignal(res),
    };
    const { body, putBack } = lendBody(req);
    const exchange = {
      res,
      headers: cors(req.method, req.headers),
      signal: handlers.length > 0 ? goneSignal(res) : undefined,
      bind: (request: Request) => void calls.set(request, call),
      passedOn: () => void (place.isPassedOn = true),
      answered() {
        follow(req, res, mount);
        removePoweredBy(res);
      },
    };
    // The build replaces msw's handleRequest, which the middleware calls, by msw-handle-request.ts.
    const middleware = createMiddleware(...handlers, ...ofService);
    runMiddleware(middleware, exchange, toFetchable(req, body), (error) => {
      putBack();
      next(error);
    });
  };
}

/** Removes the header that an Express app around this one adds. */
function removePoweredBy(res: ServerResponse): void {
  res.removeHeader('x-powered-by');
}

/** In a test the service may have an origin. A server has its own. */
function anyOrigin(service: Service): Service {
  const { settings } = service;
  return {
    ...service,
    settings: { ...settings, baseUrl: { ...settings.baseUrl, origin: null } },
  };
}

/** Node's request as the middleware reads it: with a whole URL, and a body that it does not consume. */
function toFetchable(req: ExpressRequest, body: unknown): ExpressRequest {
  const host = urlHost(req.headers.host ?? '');
  return Object.create(req, {
    get: { value: () => host },
    // Two slashes at the start of a path would be read as a host.
    url: { value: `${req.protocol}://${host}${req.url.replace(/^https?:\/\/[^/]*/i, '')}` },
    readable: { value: false },
    header: { value: () => undefined },
    body: { value: body },
  }) as ExpressRequest;
}

/** Names that msw 2's store of cookies takes for whole domains, and throws at (RFC 6761, RFC 6762). */
const reservedName = /^(?:example|local|test)\.?(?::\d*)?$/i;

/** A host for a URL. HTTP allows names that a URL does not: 999.1.1.1. */
function urlHost(asked: string): string {
  return URL.canParse(`http://${asked}`) && !reservedName.test(asked) ? asked : 'localhost';
}
