import { setMaxListeners } from 'node:events';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Catalog } from '../../catalog/catalog.ts';
import { CapacityError } from '../../catalog/items.ts';
import { apiKeyHeader, isolationHeader } from '../../catalog/options.ts';
import { ReplayError, VerificationError, WaitTimeoutError } from '../../catalog/requests.ts';
import { UnknownNameError } from '../../catalog/seed.ts';
import { errorMessages } from '../../contract/error-messages.ts';
import { InvalidInputError, OptionError } from '../../contract/errors.ts';
import { mapValues } from '../../contract/values.ts';
import { decodeSegment } from '../../contract/operation-path.ts';
import { authenticate, readApiKey } from '../../service/authenticate.ts';
import type { Service } from '../../service/service.ts';
import { hasBody } from '../connection.ts';
import type { RequestLog } from '../log.ts';
import type { Place } from '../msw-route.ts';
import type { AppSettings } from '../options.ts';
import { parseTarget } from '../request-target.ts';
import { sendError, sendJson } from '../send.ts';
import { streamEvents } from './events.ts';
import { createGuard } from './guard.ts';
import { readJson } from './read-json.ts';
import { readQuery } from './read-query.ts';
import { AdminError, messages, throwAdminError } from './refusal.ts';
import type { AdminRoute } from './route.ts';
import { adminRoutes } from './routes/index.ts';

/**
 * The control plane, to be mounted at `/__admin`. A request passes, in this order: the guard, the
 * path, the method, the key of its catalog, its body and its query.
 */
export function createAdmin(
  service: Service,
  settings: AppSettings,
  placeOf: (req: Request) => Place,
  log: RequestLog,
): RequestHandler {
  const guard = createGuard(settings);
  const { catalogs, isolation } = service;
  const { apiKeys } = service.settings;
  const headerName = isolationHeader(service.settings);
  const { startedAt = Date.now() } = settings;
  const closing = settings.closing ?? new AbortController().signal;
  // Each stream and each wait has a listener, so more than ten are not a leak.
  setMaxListeners(0, closing);

  function catalogOf(req: Request, named: string | undefined): Catalog {
    const reads = req.method === 'GET' || req.method === 'HEAD';
    if (named === undefined) return service[reads ? 'lookAt' : 'catalogOf'](req.headers);
    const catalog = /^\d{1,15}$/.test(named) && catalogs.numbered(Number(named));
    return catalog || throwAdminError(404, messages.noCatalog(named));
  }

  async function run(
    route: AdminRoute,
    { name = '', id = '' }: Readonly<Record<string, string>>,
    req: Request,
    res: Response,
  ): Promise<void> {
    const query = new URLSearchParams(parseTarget(req.url).query);
    const [named, another] = query.getAll('catalog');
    if (another !== undefined)
      throwAdminError(400, 'The query parameter "catalog" must be given once');
    query.delete('catalog');
    const isByKey = isolation !== undefined && named === undefined;
    const key = isByKey ? readApiKey(req.headers[isolation]) : undefined;
    const isApiKey = key !== undefined && isolation === apiKeyHeader;
    if (isApiKey && authenticate(key, apiKeys) && !route.isOpen)
      throwAdminError(401, messages.invalidKey);
    const isKeyless = isByKey && key === undefined;
    const needsKey = route.method !== 'GET' && !route.isForAll;
    if (isKeyless && needsKey) throwAdminError(400, messages.needsKey(headerName!));
    if (!route.run) {
      if (hasBody(req)) throwAdminError(400, 'The event stream takes no body');
      const followed = named === 'all' ? undefined : catalogOf(req, named);
      return streamEvents(catalogs, followed, req, res, closing);
    }
    const catalog = catalogOf(req, named);

    const controller = new AbortController();
    const stop = () => controller.abort();
    res.once('close', stop);
    if (closing.aborted) stop();
    // AbortSignal.any() would be shorter, but Node forgets it when it collects garbage.
    closing.addEventListener('abort', stop);
    try {
      const body = await readJson(req, res);
      const value = await route.run({
        catalog,
        service,
        startedAt,
        mount: placeOf(req).mount,
        name,
        id,
        query: route.query?.check(readQuery(query, route.query)),
        body,
        signal: controller.signal,
        catalogs: isKeyless ? catalogs.all() : [catalog],
      });
      if (id !== '' && !value) throwAdminError(404, route.failures![404]![0]);
      const { status, headers } = route.success;
      if (status === 204) res.writeHead(204, { 'cache-control': 'no-store' }).end();
      else sendJson(res, status, value, headers);
    } finally {
      closing.removeEventListener('abort', stop);
    }
  }

  function fail(error: unknown, req: Request, res: Response, next: NextFunction): void {
    const status = statusOf(error);
    const headers = error instanceof AdminError ? error.headers : undefined;
    if (status !== undefined)
      sendError(res, status, catalogs.redact((error as Error).message), headers);
    else if (closing.aborted) sendError(res, 503, messages.closing);
    // The client has gone in the middle of its body.
    else if (!req.socket.destroyed) next(error);
  }

  return (req, res, next) => {
    const { path } = parseTarget(req.url);
    const place = places.find(({ pattern }) => pattern.test(path));
    const refusal = guard(req, place?.isOpen ?? false);
    if (refusal) return sendError(res, refusal.status, refusal.message, refusal.headers);
    if (!place) return sendError(res, 404, noSuchPath);
    const { allow } = place;
    if (req.method === 'OPTIONS') return void res.writeHead(204, { allow }).end();
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const route = place.routes.find((one) => one.method === method);
    if (!route) return sendError(res, 405, errorMessages.notAllowed(req.method), { allow });
    // `DELETE /faults/` with an empty id must not clear all faults.
    const ofItem = path.endsWith('/') ? itemRoute(route) : undefined;
    if (ofItem) return sendError(res, 404, ofItem.failures![404]![0]);
    const parts = place.pattern.exec(path)!.groups ?? {};
    const decoded = mapValues(parts, (part) => decodeSegment(part) ?? part);
    if (method !== 'GET') logChange(req, res);
    run(route, decoded, req, res).catch((error: unknown) => fail(error, req, res, next));
  };

  /** Reads are not logged: the dashboard makes many. */
  function logChange(req: Request, res: Response): void {
    const { path, query } = parseTarget(req.url);
    const { method } = req;
    const arrival = {
      at: Date.now(),
      started: performance.now(),
      operation: null,
      apiKey: undefined,
    };
    const target = { path: `${placeOf(req).mount}/__admin${path}`, query };
    res.once('close', () => {
      log.request({
        ...arrival,
        ...target,
        method,
        status: res.headersSent ? res.statusCode : null,
      });
    });
  }
}

const noSuchPath = 'The control plane has no such path; GET /__admin/openapi.json lists all';

/** The paths of the routes, below `/__admin`. */
const places = [...new Set(adminRoutes.map(({ path }) => path))].map((path) => {
  const routes = adminRoutes.filter((route) => route.path === path);
  const below = path.slice('/__admin'.length).replace('.', String.raw`\.`);
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return {
    pattern: new RegExp(`^${below.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`),
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
  if (error instanceof UnknownNameError) return 404;
  if (error instanceof InvalidInputError || error instanceof OptionError) return 400;
  if (error instanceof WaitTimeoutError) return 408;
  if (error instanceof VerificationError || error instanceof ReplayError) return 409;
  return error instanceof CapacityError ? 507 : undefined;
}
