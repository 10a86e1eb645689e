import { setMaxListeners } from 'node:events';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Catalog } from '../../catalog/catalog.ts';
import { CapacityError } from '../../catalog/pets.ts';
import { apiKeyHeader, isolationHeader } from '../../catalog/options.ts';
import { VerificationError, WaitTimeoutError } from '../../catalog/requests.ts';
import { UnknownScenarioError } from '../../catalog/scenarios.ts';
import { errorMessages } from '../../contract/error-messages.ts';
import { InvalidInputError, OptionError } from '../../contract/errors.ts';
import { decodeSegment } from '../../contract/operation-path.ts';
import { authenticate, readApiKey } from '../../operations/authenticate.ts';
import type { Service } from '../../operations/service.ts';
import { onOver } from '../connection.ts';
import { clientLimits } from '../client-limits.ts';
import type { AppSettings } from '../options.ts';
import type { RequestContext } from '../request-context.ts';
import { parseRequestTarget } from '../request-head.ts';
import { sendError, sendJson } from '../send.ts';
import { hasBody } from '../unread-body.ts';
import { streamEvents } from './events.ts';
import { createGuard } from './guard.ts';
import { createBodyTurns, readJson } from './read-json.ts';
import { readQuery } from './read-query.ts';
import { AdminError, messages, refuse } from './refusal.ts';
import type { AdminRoute } from './route.ts';
import { adminRoutes } from './routes/index.ts';

/**
 * The control plane, to be mounted at `/__admin`. A request passes, in this order: the guard, the
 * path, the method, the key of its catalog, its body and its query.
 */
export function createAdmin(
  service: Service,
  settings: AppSettings,
  contextOf: (req: Request) => Pick<RequestContext, 'mount'>,
): RequestHandler {
  const guard = createGuard(settings);
  const { catalogs, isolation } = service;
  const { apiKeys, maxPets } = service.settings;
  const headerName = isolationHeader(service.settings);
  const { startedAt = Date.now(), limits = clientLimits } = settings;
  const turns = createBodyTurns(limits.bodyTurnTime);
  const closing = settings.closing ?? new AbortController().signal;
  // One listener for each stream and each wait: more than ten are no leak.
  setMaxListeners(0, closing);

  function catalogOf(req: Request, named: string | undefined): Catalog {
    const reads = req.method === 'GET' || req.method === 'HEAD';
    if (named === undefined) return service[reads ? 'lookAt' : 'catalogOf'](req.headers);
    const catalog = /^\d{1,15}$/.test(named) && catalogs.numbered(Number(named));
    return catalog || refuse(404, messages.noCatalog(named));
  }

  async function run(route: AdminRoute, id: string, req: Request, res: Response): Promise<void> {
    const query = new URLSearchParams(parseRequestTarget(req.url).query);
    const [named, another] = query.getAll('catalog');
    if (another !== undefined) refuse(400, 'The query parameter "catalog" must be given once');
    query.delete('catalog');
    const isNamed = isolation === undefined || named !== undefined;
    const key = isNamed ? undefined : readApiKey(req.headers[isolation]);
    const isApiKey = key !== undefined && isolation === apiKeyHeader;
    if (isApiKey && authenticate(key, apiKeys) && !route.isOpen) refuse(401, messages.invalidKey);
    const isKeyless = !isNamed && key === undefined;
    const needsKey = route.method !== 'GET' && !route.isForAll;
    if (isKeyless && needsKey) refuse(400, messages.needsKey(headerName!));
    if (!route.run) {
      if (hasBody(req)) refuse(400, 'The event stream takes no body');
      const followed = named === 'all' ? undefined : catalogOf(req, named);
      return streamEvents(catalogs, followed, req, res, closing);
    }
    const catalog = catalogOf(req, named);

    const controller = new AbortController();
    const stop = () => controller.abort();
    onOver(res, stop);
    if (closing.aborted) stop();
    // Without a `signal` of its own: a collection of garbage would have Node forget that one.
    closing.addEventListener('abort', stop);
    try {
      const body = await readJson(req, maxPets, () => turns.take(controller), limits);
      // What no route takes is dropped.
      if (!route.body) turns.end(controller);
      const value = await route.run({
        catalog,
        service,
        startedAt,
        mount: contextOf(req).mount,
        id,
        query: route.query?.check(readQuery(query, route.query)),
        body,
        signal: controller.signal,
        catalogs: isKeyless ? catalogs.all() : [catalog],
      });
      if (id !== '' && !value) refuse(404, route.failures![404]![0]);
      const { status, headers } = route.success;
      if (status === 204) res.writeHead(204, { 'cache-control': 'no-store' }).end();
      else sendJson(res, status, value, headers);
    } finally {
      // What was read is in memory until it is done.
      turns.end(controller);
      closing.removeEventListener('abort', stop);
    }
  }

  function fail(error: unknown, req: Request, res: Response, next: NextFunction): void {
    const status = statusOf(error);
    if (status === 413) res.setHeader('connection', 'close');
    const headers = error instanceof AdminError ? error.headers : undefined;
    if (status !== undefined)
      sendError(res, status, catalogs.redact((error as Error).message), headers);
    else if (closing.aborted) sendError(res, 503, 'The mock server is closing');
    // A client that has gone in the middle of its body waits for nothing.
    else if (!req.socket.destroyed) next(error);
  }

  // What is said here has nothing of the request in it: redacted, it would give away a token that is one
  // of its words.
  return (req, res, next) => {
    const { path } = parseRequestTarget(req.url);
    const place = places.find(({ pattern }) => pattern.test(path));
    const refusal = guard(req, place?.isOpen ?? false);
    if (refusal) return sendError(res, refusal.status, refusal.message, refusal.headers);
    if (!place) return sendError(res, 404, noSuchPath);
    const { allow } = place;
    if (req.method === 'OPTIONS') return res.writeHead(204, { allow }).end();
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const route = place.routes.find((one) => one.method === method);
    if (!route) return sendError(res, 405, errorMessages.notAllowed(req.method), { allow });
    // A slash at the end counts for nothing, but where an id may be missing: `DELETE /faults/` would clear all.
    const ofItem = path.endsWith('/') ? itemRoute(route) : undefined;
    if (ofItem) return sendError(res, 404, ofItem.failures![404]![0]);
    const [, id = ''] = place.pattern.exec(path)!;
    return run(route, decodeSegment(id) ?? id, req, res).catch((error: unknown) =>
      fail(error, req, res, next),
    );
  };
}

const noSuchPath = 'The control plane has no such path; GET /__admin/openapi.json lists all';

/** The paths of the routes, below `/__admin`. */
const places = [...new Set(adminRoutes.map(({ path }) => path))].map((path) => {
  const routes = adminRoutes.filter((route) => route.path === path);
  const below = path.slice('/__admin'.length).replace('.', String.raw`\.`);
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return {
    pattern: new RegExp(`^${below.replace('{id}', '([^/]+)')}/?$`),
    routes,
    isOpen: routes.some((route) => route.isOpen),
    allow: [...methods, 'OPTIONS'].toSorted().join(', '),
  };
});

function itemRoute({ path, method }: AdminRoute): AdminRoute | undefined {
  return adminRoutes.find((one) => one.path === `${path}/{id}` && one.method === method);
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof AdminError) return error.status;
  if (error instanceof UnknownScenarioError) return 404;
  if (error instanceof InvalidInputError || error instanceof OptionError) return 400;
  if (error instanceof WaitTimeoutError) return 408;
  if (error instanceof VerificationError) return 409;
  return error instanceof CapacityError ? 507 : undefined;
}
