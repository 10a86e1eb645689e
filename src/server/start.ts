import type { RequestListener } from 'node:http';
import type { HttpHandler } from 'msw';
import { OptionError } from '../contract/errors.ts';
import { findLocale } from '../contract/locales.ts';
import { loadPetNames } from '../fixtures/pet-names.ts';
import { createService } from '../operations/service.ts';
import { takeControlSockets } from './admin/socket.ts';
import { checkMsw } from './check-msw.ts';
import { createCorsHeaders } from './cors.ts';
import { createFastLane } from './fast-lane.ts';
import { clientLimits, type ClientLimits } from './client-limits.ts';
import { keepTick } from './keep-tick.ts';
import { lateExpressApp } from './late-app.ts';
import {
  createHttpServer,
  cutStalled,
  drain,
  followConnections,
  listen,
  type PlaceAt,
} from './listen.ts';
import { createRequestLog } from './log.ts';
import { checkHandlers, loadHandlers, loadOperations } from './module-lists.ts';
import {
  findTlsProblem,
  resolveServerOptions,
  secretsOf,
  serverCatalogOptions,
  type ServerOptions,
} from './options.ts';
import { parseRequestTarget } from './request-head.ts';

export type RunningServer = Awaited<ReturnType<typeof start>>;

/**
 * Express and msw are loaded with the first request that needs them, as the fast lane answers plain
 * requests without them; at once when there is no fast lane.
 */
export async function start(options: ServerOptions, limits: ClientLimits = clientLimits) {
  const settings = resolveServerOptions(options);
  const tlsProblem = settings.tls && (await findTlsProblem(settings.tls));
  if (tlsProblem !== undefined) {
    const expected = `a certificate and its key, as the content of PEM files (${tlsProblem})`;
    throw new OptionError({ option: 'tls', expected });
  }
  checkMsw();
  keepTick();
  const log = createRequestLog(settings.log, { secrets: secretsOf(options) });
  const closing = new AbortController();
  const startedAt = Date.now();
  const scheme = settings.tls ? 'https' : 'http';
  const petNames = await loadPetNames(findLocale(settings.locale)!);
  const given = serverCatalogOptions(options);
  const fileAt = (path: string) => ({ path, warn: (text: string) => log.note('warn', text) });
  if (typeof options.operations === 'string') {
    given.operations = await loadOperations(fileAt(options.operations));
  }
  const service = createService(given, {
    origin: `${scheme}://localhost`,
    petNames,
    onOperationError: log.error,
  });

  const { handlers } = options;
  const isFile = typeof handlers === 'string';
  let own = isFile ? await loadHandlers(fileAt(handlers)) : checkHandlers(handlers);
  const ofApp = { ...settings, closing: closing.signal, startedAt, limits };
  const { app, load } = lateExpressApp(service, () => own, ofApp, log);
  const takes = settings.fastLane && handlers === undefined;
  const corsHeadersOf = createCorsHeaders(settings.cors);
  const fastLane = takes ? createFastLane(service, corsHeadersOf, log) : undefined;
  if (!fastLane) await load();

  const placeAt: PlaceAt = (target, origin) => {
    if (target === '*') return { allow: service.operations.methods.join(', '), cors: [] };
    const { path, straight } = parseRequestTarget(target);
    const allow = straight ? service.matchRoute(path)?.resource.allow : undefined;
    const isControl = `${path}/`.startsWith('/__admin/');
    return { allow, cors: isControl ? [] : corsHeadersOf(origin) };
  };
  const listener: RequestListener = (req, res) => {
    // The last of its connection: what a client pipelines without end would take all of the time left.
    if (closing.signal.aborted) res.shouldKeepAlive = false;
    if (!fastLane?.(req, res)) app(req, res);
  };
  const server = await createHttpServer(listener, settings.tls, limits, placeAt);

  if (settings.admin) takeControlSockets(server, ofApp, log);
  const connections = followConnections(server);
  cutStalled(server, connections, limits.stallTime);
  const port = await listen(server, settings.port, settings.host);
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  let closed: Promise<void> | undefined;
  return {
    url: `${scheme}://${host}:${port}${service.settings.baseUrl.path}`,
    port,
    service,
    connections,
    log,
    /**
     * Replaces the user's handlers, of a server that was started with some. Requests in flight are
     * answered by the old ones.
     */
    replaceHandlers(next: readonly HttpHandler[]) {
      own = next;
    },
    close: (): Promise<void> =>
      (closed ??= (async () => {
        closing.abort();
        service.endHangs();
        await drain(server, connections, limits.drainTime);
        service.catalogs.dispose();
        await log.close();
      })()),
  };
}
