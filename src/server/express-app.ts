import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request, type RequestHandler } from 'express';
import type { HttpHandler } from 'msw';
import { messageOf } from '../contract/errors.ts';
import type { Service } from '../service/service.ts';
import { createAdmin } from './admin/admin.ts';
import { trustedOrigins } from './admin/guard.ts';
import { createCors, headersOf, isPreflight, serviceCors } from './cors.ts';
import { createFollower } from './follow-request.ts';
import type { RequestLog } from './log.ts';
import { createMswRoute, type Place } from './msw-route.ts';
import type { AppSettings } from './options.ts';
import { createPages } from './pages.ts';
import { parseTarget } from './request-target.ts';
import { sendError } from './send.ts';

type Next = (error?: unknown) => void;

/** The types of Express leave this method out. */
type HandlingApp = Express & { handle(req: Request, res: ServerResponse, next?: Next): void };

/**
 * The service on Express. A request passes, in this order:
 *
 * 1. the control plane, below `/__admin`
 * 2. the pages: dashboard, API reference, OpenAPI document
 * 3. the handlers: the user's, then the handlers of the service
 * 4. the other app, if it is mounted in one, or `404`
 *
 * @param userHandlers Returns the user's handlers, which may be replaced while the app runs.
 */
export function createExpressApp(
  service: Service,
  userHandlers: () => readonly HttpHandler[],
  settings: AppSettings,
  log: RequestLog,
): Express {
  const places = new WeakMap<IncomingMessage, Place>();
  const placeOf = (req: IncomingMessage) => places.get(req)!;
  const cors = serviceCors(service, settings);
  const follow = createFollower(service, log);
  if (settings.adminToken) service.catalogs.hide(settings.adminToken);

  const app = express() as HandlingApp;
  app.disable('x-powered-by').enable('case sensitive routing');
  if (settings.admin !== false) {
    app.use('/__admin', allowTrusted(settings));
    app.use('/__admin', createAdmin(service, settings, placeOf, log));
  }
  app.use(createPages(service, settings, placeOf));
  app.use(createMswRoute(service, { userHandlers, placeOf, cors, follow, log }));

  // Express calls this method for each request, and so does an app around this one. What is left over is
  // answered in JSON: Express would send a page of HTML.
  const handle = app.handle.bind(app);
  app.handle = (req, res, next) => {
    places.set(req, { isMounted: next !== undefined, mount: mountOf(req) });
    handle(req, res, (error) => {
      if (error !== undefined) fail(error, req, res);
      else if (next && !ownsPath(req)) next();
      else notFound(req, res);
    });
  };
  return app;

  /** Whether an unknown path is the mock's. */
  function ownsPath(req: IncomingMessage): boolean {
    const { path: base } = service.settings.baseUrl;
    const { path } = parseTarget(req.url!);
    const isBelow = base !== '' && `${path}/`.startsWith(`${base}/`);
    return settings.ownsBasePath === true && isBelow && !placeOf(req).isPassedOn;
  }

  function fail(error: unknown, req: IncomingMessage, res: ServerResponse): void {
    // A client that disconnects is not an error.
    const status = statusOf(error);
    if (status === 500 && (!req.destroyed || error !== req.errored)) log.error(error);
    if (res.headersSent) return void res.destroy();
    const failed = 'A handler failed; the log of the mock server says why';
    answer(req, res, status, status === 500 ? failed : messageOf(error));
  }

  function notFound(req: IncomingMessage, res: ServerResponse): void {
    const headers = headersOf(cors(req.method!, req.headers));
    // A page sees the 404 only if its preflight succeeds.
    const isAllowed = settings.cors !== false && isPreflight(req.method!, req.headers);
    if (!isAllowed) return answer(req, res, 404, 'Not found', headers);
    follow(req, res, '');
    res.writeHead(204, headers).end();
  }

  /** Sends an error that is not the service's own, and records it. */
  function answer(
    req: IncomingMessage,
    res: ServerResponse,
    status: number,
    error: string,
    headers?: Record<string, string>,
  ): void {
    const record = follow(req, res, placeOf(req).mount);
    record.responseBody = JSON.stringify({ error });
    record.responseBytes = Buffer.byteLength(record.responseBody);
    sendError(res, status, error, headers);
  }
}

/** Express names a status for requests that it refuses itself, such as a wrong version of a file. */
function statusOf(error: unknown): number {
  const { status } = error as { status?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

/** Lets pages of the origins that `cors` names send control requests: they bring a token. */
function allowTrusted(settings: AppSettings): RequestHandler {
  const origins = trustedOrigins(settings);
  if (origins.length === 0) return (_req, _res, next) => next();
  const exposed = 'Allow,WWW-Authenticate';
  const methods = () => ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const cors = createCors({ origins, exposed, methods });
  return (req, res, next) => {
    res.setHeaders(new Headers(headersOf(cors(req.method, req.headers))));
    // A browser sends a preflight without the token.
    if (isPreflight(req.method, req.headers)) res.writeHead(204).end();
    else next();
  };
}

/** The path that the app around this one has removed. Connect leaves it only in `originalUrl`. */
function mountOf({ baseUrl, originalUrl = '', url }: Request): string {
  if (baseUrl) return baseUrl;
  return originalUrl.endsWith(url) ? originalUrl.slice(0, -url.length || undefined) : '';
}
