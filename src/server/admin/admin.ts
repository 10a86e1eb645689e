import { setMaxListeners } from 'node:events';
import type { RequestHandler } from 'express';
import { CapacityError } from '../../catalog/catalog.ts';
import { apiKeyHeader, isolationHeader } from '../../catalog/options.ts';
import { WaitTimeoutError } from '../../catalog/requests.ts';
import { InvalidInputError, OptionError } from '../../contract/errors.ts';
import { authenticate, readApiKey } from '../../operations/authenticate.ts';
import type { Service } from '../../operations/service.ts';
import { onOver } from '../connection.ts';
import { sendError, sendJson, sendJsonChunks } from '../send.ts';
import { parseRequestTarget } from '../request-target.ts';
import { hasBody } from '../unread-body.ts';
import { createEventStreams } from './events.ts';
import { createGuard, type GuardSettings } from './guard.ts';
import { BodyError, readJson } from './read-json.ts';
import { adminRoutes, type AdminRoute } from './routes.ts';
import { createTurns, type Change } from './turns.ts';

export interface AdminSettings extends GuardSettings {
  /** Aborts when the server closes: streams and waits end. */
  closing?: AbortSignal | undefined;
}

/** The control plane: everything below `/__admin`. */
export function createAdmin(service: Service, settings: AdminSettings): RequestHandler {
  const guard = createGuard(settings);
  const { apiKeys } = service.settings;
  const isolation = isolationHeader(service.settings);
  const startedAt = Date.now();
  const takeTurn = createTurns();
  const closing = settings.closing ?? new AbortController().signal;
  // One listener for each stream and each wait: more than ten are no leak.
  setMaxListeners(0, closing);
  const streamEvents = createEventStreams();

  return (req, res, next) => {
    const target = parseRequestTarget(req.url);
    const path = target.path.length > 1 ? target.path.replace(/\/$/, '') : target.path;
    if (path !== '/__admin' && !path.startsWith('/__admin/')) return next();

    const routes = adminRoutes.filter((route) => matchPath(route, path) !== undefined);
    const refusal = guard(
      req,
      routes.some(({ isOpen }) => isOpen),
    );
    if (refusal) return sendError(res, refusal.status, refusal.error, refusal.headers);
    if (routes.length === 0) {
      return sendError(
        res,
        404,
        'The control plane has no such path; GET /__admin/openapi.json lists all',
      );
    }
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const route = routes.find((one) => one.method === method);
    if (!route) {
      const allow = { allow: allowOf(routes) };
      if (method === 'OPTIONS') res.writeHead(204, allow).end();
      else sendError(res, 405, `The method ${req.method} is not allowed here`, allow);
      return;
    }
    const key =
      isolation === undefined ? undefined : readApiKey(req.headers[isolation.toLowerCase()]);
    const isApiKey = isolation?.toLowerCase() === apiKeyHeader;
    if (isApiKey && key !== undefined && authenticate(key, apiKeys) && !route.isOpen) {
      return sendError(
        res,
        401,
        'The API key in the header X-API-Key is not valid, so it has no catalog',
      );
    }
    const isKeyless = isolation !== undefined && key === undefined;
    if (isKeyless && route.needsKey) {
      return sendError(
        res,
        400,
        `With isolation a change needs the header ${isolation}, to say whose catalog it is for`,
      );
    }
    const catalog = method === 'GET' ? service.lookAt(req.headers) : service.catalogOf(req.headers);
    if (!route.run) {
      // It would not be read for as long as the stream goes on.
      if (hasBody(req)) return sendError(res, 400, 'The event stream takes no body');
      return streamEvents(catalog, req, res, closing);
    }

    void answer(route);

    async function answer({ run }: AdminRoute): Promise<void> {
      const controller = new AbortController();
      const stop = () => controller.abort();
      onOver(req, res, stop);
      if (closing.aborted) stop();
      closing.addEventListener('abort', stop);
      const change = async (begin: Change) => {
        const changed = isKeyless ? service.catalogs.all() : [catalog];
        await Promise.all(changed.map((one) => one.hold(takeTurn(one, begin, controller.signal))));
      };
      try {
        const body = await readJson(req, service.settings.maxPets);
        const { status, value, chunks } = await run!({
          catalog,
          service,
          startedAt,
          id: matchPath(route!, path)!,
          query: readQuery(target.query),
          body,
          signal: controller.signal,
          change,
        });
        if (status === 204) res.writeHead(204, { 'cache-control': 'no-store' }).end();
        else if (chunks) sendJsonChunks(res, status, chunks);
        else sendJson(res, status, value);
      } catch (error) {
        if (error instanceof InvalidInputError || error instanceof OptionError) {
          sendError(res, 400, error.message);
        } else if (error instanceof CapacityError) sendError(res, 507, error.message);
        else if (error instanceof BodyError) {
          if (error.status === 413) res.setHeader('connection', 'close');
          sendError(res, error.status, error.message);
        } else if (error instanceof WaitTimeoutError) sendError(res, 408, error.message);
        else if (closing.aborted) sendError(res, 503, 'The mock server is closing');
        else if (!req.socket.destroyed) next(error);
      } finally {
        closing.removeEventListener('abort', stop);
      }
    }
  };
}

/** The id in a path, `''` where the route has none; `undefined` when it is another path. */
function matchPath({ path }: AdminRoute, asked: string): string | undefined {
  if (path === asked) return '';
  const stem = path.endsWith('/{id}') ? path.slice(0, -'{id}'.length) : undefined;
  if (stem === undefined || !asked.startsWith(stem)) return undefined;
  const id = asked.slice(stem.length);
  return id === '' || id.includes('/') ? undefined : decode(id);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function allowOf(routes: readonly AdminRoute[]): string {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].toSorted().join(', ');
}

/** Parameters that are numbers: the members that they go to name what is something else. */
const numeric = new Set(['status', 'limit', 'count', 'timeout', 'offset']);

function readQuery(query: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of new URLSearchParams(query)) {
    if (Object.hasOwn(values, name)) {
      throw new InvalidInputError(`The query parameter ${JSON.stringify(name)} must be given once`);
    }
    const isNumber = numeric.has(name) && /^\d{1,15}$/.test(text);
    const value = isNumber ? Number(text) : name === 'operation' && text === 'null' ? null : text;
    Object.defineProperty(values, name, { value, enumerable: true });
  }
  return values;
}
