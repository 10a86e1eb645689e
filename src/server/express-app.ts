import type { IncomingMessage, ServerResponse } from 'node:http';
import cors, { type CorsOptionsDelegate } from 'cors';
import express, { type Request, type Response } from 'express';
import type { HttpHandler } from 'msw';
import type { Service } from '../operations/service.ts';
import { createAdmin } from './admin/admin.ts';
import { trustedOrigins } from './admin/guard.ts';
import { inTurn } from './connection.ts';
import { corsOptions, preflightMethods } from './cors.ts';
import { createRequestContext, type RequestContext } from './request-context.ts';
import { ShortageError } from './lazy-part.ts';
import { createMswMiddleware } from './msw-middleware.ts';
import type { RequestLog } from './log.ts';
import type { AppSettings } from './options.ts';
import { isForOne } from './own-paths.ts';
import { createPages } from './pages.ts';
import { sendError } from './send.ts';
import { headProblem, parseRequestTarget, type RequestTarget } from './request-head.ts';

/** Methods that fetch's `Request` cannot carry (Fetch, section 2.2.1). */
const beyondFetch = new Set(['TRACE', 'TRACK', 'CONNECT']);

/** What answers requests: alone, or in another app, which answers what is left to `next`. */
export type App = (
  req: IncomingMessage,
  res: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * The service on Express. The order, from the first to the last:
 *
 * 1. context: parses the target; follows the request to its end for the journal and the log
 * 2. head: a bad `Host`, or a bad name of a header, is 400, an unknown transfer coding 501, an unknown
 *    expectation 417; with CORS at the paths of the service
 * 3. control: `/__admin`, behind its own guard, with CORS only for origins that are trusted
 * 4. pages: dashboard, API reference, OpenAPI document
 * 5. cors: from here on, for every response
 * 6. journal: notes what the service does not note itself
 * 7. handlers: the user's, then the service's, through @mswjs/http-middleware
 * 8. other methods of the pages: 405, but not in another app
 * 9. not found, and errors: JSON
 *
 * @param own Gives the user's handlers of the moment: they may be replaced while it runs.
 */
export function createExpressApp(
  service: Service,
  own: () => readonly HttpHandler[],
  settings: AppSettings,
  log: RequestLog,
): App {
  // Not an AsyncLocalStorage: from its first use on, Node 20 and 22 take a sixth longer for every request
  // of the process (decisions/fast-lane.md).
  const contexts = new WeakMap<object, RequestContext>();
  const contextOf = (req: Request) => contexts.get(req)!;
  const routeOf = ({ path, straight }: RequestTarget) =>
    straight ? service.matchRoute(path) : undefined;
  const handlers = createMswMiddleware(own, service, contextOf, log.error);
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');

  const trusted = trustedOrigins(settings);
  if (settings.admin !== false && trusted.length > 0) {
    // For the pages of other sites, which bring a token.
    const controlCors = cors({
      origin: trusted,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['Allow', 'WWW-Authenticate'],
      maxAge: 600,
    });
    // It answers a preflight itself, as that brings no token.
    app.use('/__admin', (req, res, next) => {
      if (req.method === 'OPTIONS' && !isPreflight(req)) next();
      else controlCors(req, res, next);
    });
  }
  if (settings.admin !== false) app.use('/__admin', createAdmin(service, settings, contextOf));
  const { pages, refuseMethod } = createPages(service, settings, contextOf, () => own().length > 0);
  // Handlers of the user's own may be for any path of another app, whose pages are that app's.
  app.use((req, res, next) => (contextOf(req).isOurs ? pages(req, res, next) : next()));
  const withCors = corsOptions(settings.cors);
  const corsOf: CorsOptionsDelegate<Request> = ({ method, headers }, give) => {
    if (method !== 'OPTIONS') return give(null, withCors);
    const asked = headers['access-control-request-method'];
    // Looked up for each preflight, as the operations may be replaced.
    give(null, { ...withCors, methods: preflightMethods(service.operations.methods, asked) });
  };
  const addCors = withCors ? cors(corsOf) : undefined;
  if (addCors) app.use(addCors);

  app.use((req, res, next) => {
    const context = contextOf(req);
    const { target } = context;
    const route = routeOf(target);
    const hasOwn = own().length > 0;
    if (!route || hasOwn) context.note();
    const isFetch = target.straight && !beyondFetch.has(req.method);
    if (isFetch && (route || hasOwn)) return handlers(req, res, next);
    if (!route) return next();
    return Promise.resolve(service.handle(context.request, route)).then(context.respond);
  });

  app.use((req, res, next) => {
    if (contextOf(req).isMounted) next();
    else refuseMethod(req, res, next);
  });
  const notFound: express.RequestHandler = (req, res, next) => {
    // In another app, what is not ours may be that app's.
    const { isMounted, leave } = contextOf(req);
    if (isMounted) {
      leave();
      next();
    } else if (withCors && isPreflight(req)) {
      // Answered like a preflight of the service, so that the page sees the 404 that follows.
      res.writeHead(204, { allow: service.operations.methods.join(', ') }).end();
    } else sendError(res, 404, 'Not found');
  };
  const failed: express.ErrorRequestHandler = (error: unknown, req, res, next) => {
    if (error instanceof ShortageError && !res.headersSent) {
      return sendError(res, error.status, error.message, error.headers);
    }
    // A client that has gone in the middle of its body has made no handler fail.
    if (error !== req.errored) log.error(error);
    if (res.headersSent) next(error);
    else sendError(res, 500, 'A handler failed; the log of the mock server says why');
  };
  app.use(notFound, failed);

  // On a server there is no `next`; another app may be Express, connect, or a function.
  return (req, res, next) => {
    const url = req.url!;
    // In another app, what is not ours is that app's: it is neither noted nor touched.
    const isOurs = !next || isOwnPath(url, service, settings);
    if (next && !isOurs && !isForOne(own(), req)) return next();
    // Express would refuse it with a page of HTML.
    if (!next && /^[^/*]/.test(url) && !URL.canParse(url)) {
      return sendError(res, 400, 'The request target is not a valid URL');
    }
    // The listener of another server gets requests before it is their turn.
    inTurn(req, res, () => {
      const place = { isMounted: next !== undefined, isOurs };
      const context = createRequestContext(req, res, service, log, place);
      contexts.set(req, context);
      const theirs = res.getHeaders();
      // Another app of Express sets it on every response; one of the mock's says nothing of its own.
      res.removeHeader('x-powered-by');
      const problem = headProblem(req);
      if (problem) {
        const refuse = () => sendError(res, ...problem, { connection: 'close' });
        if (!addCors || !routeOf(context.target)) return refuse();
        return addCors(req as Request, res as Response, refuse);
      }
      // Express gives a request and its response prototypes of its own, which are not for the other app.
      const given = [req, res].map((one) => [one, Object.getPrototypeOf(one) as object] as const);
      app(req as Request, res as Response, (error?: unknown) => {
        if (!next) return req.socket.destroy();
        for (const [one, prototype] of given) Object.setPrototypeOf(one, prototype);
        // Of what others have set meanwhile, nothing is undone.
        const ours = res.getHeaderNames().filter((name) => /^(?:access-control-|vary$)/.test(name));
        for (const name of res.headersSent ? [] : ['x-powered-by', ...ours]) {
          const before = theirs[name];
          if (before === undefined) res.removeHeader(name);
          else if (res.getHeader(name) !== before) res.setHeader(name, before);
        }
        next(error);
      });
    });
  };
}

/** Whether a path is the service's, or one of those beside it. */
function isOwnPath(url: string, service: Service, { admin, dashboard }: AppSettings): boolean {
  const { path, straight } = parseRequestTarget(url);
  if (!straight) return false;
  const isAt = (place: string) => `${path}/`.startsWith(`${place}/`);
  if (service.matchRoute(path) || (admin !== false && isAt('/__admin'))) return true;
  if (dashboard !== undefined) return isAt(dashboard);
  return isAt('/docs') || path === '/openapi.json' || path === '/openapi.yaml';
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers;
}
