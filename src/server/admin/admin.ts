import { setMaxListeners } from 'node:events';
import { Router, type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import type { Catalog } from '../../catalog/catalog.ts';
import { CapacityError } from '../../catalog/pets.ts';
import { apiKeyHeader, isolationHeader } from '../../catalog/options.ts';
import { createRedactor } from '../../catalog/redact.ts';
import { VerificationError, WaitTimeoutError } from '../../catalog/requests.ts';
import { UnknownScenarioError } from '../../catalog/scenarios.ts';
import { errorMessages } from '../../contract/error-messages.ts';
import { InvalidInputError, OptionError, show } from '../../contract/errors.ts';
import { decodeSegment } from '../../contract/operation-path.ts';
import { authenticate, readApiKey } from '../../operations/authenticate.ts';
import type { ChunkedBody } from '../../operations/response.ts';
import type { Service } from '../../operations/service.ts';
import { onOver } from '../connection.ts';
import { clientLimits } from '../client-limits.ts';
import type { AppSettings } from '../options.ts';
import type { RequestContext } from '../request-context.ts';
import { parseRequestTarget } from '../request-head.ts';
import { sendError, sendJson, sendJsonChunks } from '../send.ts';
import { hasBody } from '../unread-body.ts';
import { createBodyTurns } from './body-turns.ts';
import { createEventStreams } from './events.ts';
import { createGuard } from './guard.ts';
import { messages } from './messages.ts';
import { readJson } from './read-json.ts';
import { readQuery } from './read-query.ts';
import { AdminError, type AdminRoute } from './route.ts';
import { adminRoutes } from './routes/index.ts';

/**
 * The control plane, to be mounted at `/__admin`. A request passes, in this order: the guard, the
 * path, the method, the key of its catalog, its body and its query.
 */
export function createAdmin(
  service: Service,
  settings: AppSettings,
  contextOf: (req: Request) => Pick<RequestContext, 'mount'>,
): Router {
  const guard = createGuard(settings);
  const { apiKeys, maxPets } = service.settings;
  const isolation = isolationHeader(service.settings);
  const isByApiKey = isolation?.toLowerCase() === apiKeyHeader;
  const redact = createRedactor([...(apiKeys ?? []), settings.adminToken ?? '']);
  const { startedAt = Date.now(), limits = clientLimits } = settings;
  const takeBodyTurn = createBodyTurns(limits.bodyTurnTime);
  const closing = settings.closing ?? new AbortController().signal;
  // One listener for each stream and each wait: more than ten are no leak.
  setMaxListeners(0, closing);
  const streamEvents = createEventStreams(service.catalogs);

  const guardAs =
    (isOpen: boolean): RequestHandler =>
    (req, res, next) => {
      const refusal = guard(req, isOpen);
      if (refusal) sendError(res, refusal.status, refusal.error, refusal.headers);
      else next();
    };

  function catalogOf(req: Request, named: string | undefined): Catalog {
    if (named === undefined) {
      return req.method === 'GET' || req.method === 'HEAD'
        ? service.lookAt(req.headers)
        : service.catalogOf(req.headers);
    }
    if (!/^\d{1,15}$/.test(named)) {
      throw new AdminError(
        400,
        `The query parameter "catalog" must be the number of a catalog, not ${show(named)}`,
      );
    }
    const catalog = service.catalogs.numbered(Number(named));
    if (catalog) return catalog;
    throw new AdminError(404, messages.noCatalog(named));
  }

  const handle =
    (route: AdminRoute): RequestHandler =>
    async (req, res) => {
      const { query: target, named } = nameOfCatalog(parseRequestTarget(req.url).query);
      const key =
        isolation === undefined || named !== undefined
          ? undefined
          : readApiKey(req.headers[isolation.toLowerCase()]);
      if (isByApiKey && key !== undefined && authenticate(key, apiKeys) && !route.isOpen) {
        throw new AdminError(
          401,
          'The API key in the header X-API-Key is not valid, so it has no catalog',
        );
      }
      const isKeyless = isolation !== undefined && key === undefined && named === undefined;
      if (isKeyless && route.needsKey) {
        throw new AdminError(
          400,
          `With isolation a change needs the header ${isolation}, to say whose catalog it is for, or its number in ?catalog=`,
        );
      }
      if (!route.run && hasBody(req)) throw new AdminError(400, 'The event stream takes no body');
      if (!route.run && named === 'all') return streamEvents(undefined, req, res, closing);
      const catalog = catalogOf(req, named);
      if (!route.run) return streamEvents(catalog, req, res, closing);

      const controller = new AbortController();
      const stop = () => controller.abort();
      onOver(req, res, stop);
      if (closing.aborted) stop();
      closing.addEventListener('abort', stop);
      let endBodyTurn = () => {};
      const takeBody = async () => {
        const end = await takeBodyTurn(controller.signal);
        endBodyTurn = () => {
          endBodyTurn = () => {};
          end();
        };
      };
      try {
        const body = await readJson(req, { maxPets, takeTurn: takeBody, limits });
        // What no route takes is dropped.
        if (!route.body) endBodyTurn();
        const query = readQuery(target, route.query);
        const value = await route.run({
          catalog,
          service,
          startedAt,
          mount: contextOf(req).mount,
          id: String(req.params['id']),
          query: route.query?.check(query),
          body: route.body?.check(body === undefined && route.isBodyOptional ? {} : body),
          signal: controller.signal,
          catalogs: isKeyless ? service.catalogs.all() : [catalog],
        });
        const { status, headers } = route.success;
        if (status === 204) res.writeHead(204, { 'cache-control': 'no-store' }).end();
        else if (isChunked(value)) sendJsonChunks(res, status, value, headers);
        else sendJson(res, status, value, headers);
      } finally {
        // What was read is in memory until it is done.
        endBodyTurn();
        closing.removeEventListener('abort', stop);
      }
    };

  const refuseMethod =
    (allow: string): RequestHandler =>
    (req, res) => {
      if (req.method === 'OPTIONS') res.writeHead(204, { allow }).end();
      else sendError(res, 405, errorMessages.notAllowed(req.method), { allow });
    };

  /** Express takes a path with a slash at its end for the one without: `DELETE /faults/` would clear all. */
  const refuseEmptyId =
    ({ failures }: AdminRoute): RequestHandler =>
    (req, res, next) => {
      if (req.path.endsWith('/')) sendError(res, 404, failures![404]![0]);
      else next();
    };

  const notFound: RequestHandler = (_req, res) =>
    sendError(res, 404, 'The control plane has no such path; GET /__admin/openapi.json lists all');

  const failed: ErrorRequestHandler = (error: unknown, req, res, next) => {
    const status = statusOf(error);
    if (status === 413) res.setHeader('connection', 'close');
    const headers = error instanceof AdminError ? error.headers : undefined;
    if (status !== undefined) sendError(res, status, redact((error as Error).message), headers);
    else if (closing.aborted) sendError(res, 503, 'The mock server is closing');
    // A client that has gone in the middle of its body waits for nothing.
    else if (!req.socket.destroyed) next(error);
  };

  const plane = Router({ caseSensitive: true });
  plane.use((req, _res, next) => {
    req.url = decodable(req.url);
    next();
  });
  for (const path of new Set(adminRoutes.map((route) => route.path))) {
    const routes = adminRoutes.filter((route) => route.path === path);
    const isOpen = routes.some((route) => route.isOpen);
    const there = plane.route(path.replace('/__admin', '').replace('{id}', ':id'));
    there.all(guardAs(isOpen));
    for (const route of routes) {
      const ofItem = adminRoutes.find(
        (one) => one.path === `${path}/{id}` && one.method === route.method,
      );
      if (ofItem) there[methodOf(route)](refuseEmptyId(ofItem));
      there[methodOf(route)](handle(route));
    }
    there.all(refuseMethod(allowOf(routes)));
  }
  return plane.use(guardAs(false), notFound, failed);
}

/** The catalog that a query names, and the rest of the query. */
function nameOfCatalog(query: string): { query: string; named: string | undefined } {
  const parameters = new URLSearchParams(query);
  const [named, ...others] = parameters.getAll('catalog');
  if (others.length > 0) {
    throw new AdminError(400, 'The query parameter "catalog" must be given once');
  }
  parameters.delete('catalog');
  return { query: parameters.toString(), named };
}

/** Express gives up on a path that it cannot decode, before any handler: its id is taken as it was sent. */
function decodable(url: string): string {
  const [path = '', ...query] = url.split('?');
  return decodeSegment(path) === undefined
    ? [path.replaceAll('%', '%25'), ...query].join('?')
    : url;
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof AdminError) return error.status;
  if (error instanceof UnknownScenarioError) return 404;
  if (error instanceof InvalidInputError || error instanceof OptionError) return 400;
  if (error instanceof WaitTimeoutError) return 408;
  if (error instanceof VerificationError) return 409;
  return error instanceof CapacityError ? 507 : undefined;
}

function methodOf({ method }: AdminRoute) {
  return method.toLowerCase() as Lowercase<AdminRoute['method']>;
}

function allowOf(routes: readonly AdminRoute[]): string {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].toSorted().join(', ');
}

function isChunked(value: unknown): value is ChunkedBody {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
