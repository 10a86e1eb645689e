import type { RequestListener } from 'node:http';
import type { HttpHandler } from 'msw';
import { OptionError } from '../contract/errors.ts';
import { findLocale } from '../controls/locales.ts';
import { loadPetNames } from '../fixtures/pet-names.ts';
import { createService, type Service } from '../service/service.ts';
import { takeControlSockets } from './admin/socket.ts';
import { createAnswer } from './answer.ts';
import { checkMsw } from './check-msw.ts';
import { serviceCors } from './cors.ts';
import { createHttpServer } from './http-server.ts';
import { createRequestLog, type RequestLog } from './log.ts';
import { checkHandlers, loadHandlers, loadOperations } from './module-lists.ts';
import {
  findTlsProblem,
  resolveServerOptions,
  secretsOf,
  serverCatalogOptions,
  serverDefaults,
  type ServerOptions,
} from './options.ts';
import { parseTarget } from './request-target.ts';
import { sendError } from './send.ts';

/** A server that answers. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly service: Service;
  readonly log: RequestLog;
  /** Resolves once Express can answer, and rejects if it cannot be loaded. */
  readonly ready: Promise<unknown>;
  /** Replaces the user's handlers. Requests in flight are answered by the old ones. */
  replaceHandlers(next: readonly HttpHandler[]): void;
  /** Answers requests in flight for at most five seconds, and stops. */
  close(): Promise<void>;
}

/**
 * Starts a server. If the user has no handlers, the direct route answers for the paths of the service,
 * and Express loads in the background: a request that needs it waits.
 */
export async function start(options: ServerOptions): Promise<RunningServer> {
  const settings = resolveServerOptions(options);
  await checkTls(settings.tls);
  checkMsw();
  const log = createRequestLog(settings.log, { secrets: secretsOf(options) });
  const closing = new AbortController();
  const scheme = settings.tls ? 'https' : 'http';
  const service = await loadService(options, scheme, log);
  if (settings.adminToken) service.catalogs.hide(settings.adminToken);
  let handlers = await readHandlers(options.handlers);
  const appSettings = { ...settings, closing: closing.signal, startedAt: Date.now() };

  const direct = options.handlers === undefined ? directRoute() : undefined;
  const ready = import('./express-app.ts').then(({ createExpressApp }) =>
    createExpressApp(service, () => handlers, appSettings, log),
  );
  // A request that needs Express reports the failure, and so does the command.
  ready.catch(() => {});
  if (!direct) await ready;

  const http = await createHttpServer((req, res) => {
    if (direct?.(req, res)) return;
    ready.then(
      (app) => app(req, res),
      (error: unknown) => {
        log.error(error);
        sendError(res, 500, 'The mock server could not load Express; its log says why');
      },
    );
  }, settings.tls);
  if (settings.admin) takeControlSockets(http.server, appSettings, log);
  const port = await http.listen(settings.port, settings.host);
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  let closed: Promise<void> | undefined;

  return {
    url: `${scheme}://${host}:${port}${service.settings.baseUrl.path}`,
    port,
    service,
    log,
    ready,
    replaceHandlers(next) {
      handlers = next;
    },
    close: () => (closed ??= close()),
  };

  /** @returns Whether it answers a request. */
  function directRoute(): (...args: Parameters<RequestListener>) => boolean {
    const answer = createAnswer(service, serviceCors(service, settings), log);
    return (req, res) => {
      const target = parseTarget(req.url!);
      const { path, isPlain } = target;
      const route = isPlain && !isOwnPath(path) ? service.matchRoute(path) : undefined;
      if (route) answer(req, res, route, target);
      return route !== undefined;
    };
  }

  async function close(): Promise<void> {
    closing.abort();
    service.endHangs();
    await http.stop();
    service.catalogs.dispose();
    await log.close();
  }
}

/** Paths of the mock itself, which win over operations at the base path `/`. */
const isOwnPath = (path: string) =>
  /^\/(?:$|(?:__admin|__dashboard|docs)(?:\/|$)|openapi\.(?:json|yaml)$|favicon\.ico$)/.test(path);

async function checkTls(tls: ServerOptions['tls']): Promise<void> {
  const problem = tls && (await findTlsProblem(tls));
  if (problem === undefined) return;
  const expected = `a certificate and its key, as the content of PEM files (${problem})`;
  throw new OptionError({ option: 'tls', expected });
}

async function loadService(
  options: ServerOptions,
  scheme: string,
  log: RequestLog,
): Promise<Service> {
  const { operations, locale = serverDefaults.locale } = options;
  const loaded = typeof operations === 'string' ? await loadOperations({ path: operations }) : {};
  return createService(
    { ...loaded, ...serverCatalogOptions(options) },
    {
      origin: `${scheme}://localhost`,
      petNames: await loadPetNames(findLocale(locale)!),
      onOperationError: log.error,
    },
  );
}

async function readHandlers(handlers: ServerOptions['handlers']) {
  return typeof handlers === 'string' ? loadHandlers({ path: handlers }) : checkHandlers(handlers);
}
