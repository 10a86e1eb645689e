import type { Server } from 'node:http';
import type { HttpHandler } from 'msw';
import type { Connect, PreviewServer, ViteDevServer } from 'vite';
import type { PetCatalogPluginOptions } from './index.ts';
import { appOptions } from '../controls/options.ts';
import { takeControlSockets } from '../server/admin/socket.ts';
import { checkMsw } from '../server/check-msw.ts';
import type { Operation } from '../operations/define-operation.ts';
import { createExpressApp } from '../server/express-app.ts';
import { createRequestLog } from '../server/log.ts';
import { checkHandlers, checkOperations } from '../server/module-lists.ts';
import {
  checkBasePath,
  resolveMountOptions,
  secretsOf,
  serverCatalogOptions,
} from '../server/options.ts';
import { keepService } from './kept-service.ts';
import { followModule } from './own-module.ts';
import { printLine } from './print-line.ts';
import { serveWorkerScript } from './worker-script.ts';

const dashboard = '/__pets';
/** The protocols that a TLS server offers (RFC 7301, section 3.1). */
const http1 = Buffer.from('\x08http/1.1');

/** Serves the mock in a server of Vite's. Returns a function to call when that server closes. */
export async function serve(
  server: ViteDevServer | PreviewServer,
  options: PetCatalogPluginOptions,
): Promise<() => void> {
  checkMsw();
  const { config, httpServer } = server;
  const given = Object.entries(options).filter(([name]) => Object.hasOwn(appOptions, name));
  const settings = resolveMountOptions({ ...Object.fromEntries(given), dashboard });
  const isDev = 'watcher' in server;
  const { host } = isDev ? config.server : config.preview;
  const closing = new AbortController();
  const ofApp = {
    ...settings,
    host: typeof host === 'string' ? host : undefined,
    closing: closing.signal,
    // A wrong path gets the mock's 404, and not Vite's page.
    ownsBasePath: true,
  };
  const requestLog = createRequestLog(settings.log, { secrets: secretsOf(options) });

  const watcher = isDev ? server.watcher : undefined;
  const catalogOptions = serverCatalogOptions(options);
  const problems = new Map<string, string>();
  let tellProblems = () => {};
  const onProblemOf = (option: string) => (problem: string | undefined) => {
    if (problem === undefined) problems.delete(option);
    else problems.set(option, problem);
    tellProblems();
  };
  let replaceOperations = (operations: readonly Operation[]) => {
    catalogOptions.operations = operations;
  };
  if (typeof options.operations === 'string') {
    const module = { option: 'operations', given: options.operations, items: 'operations' };
    const use = (list: readonly unknown[]) => replaceOperations(checkOperations(list));
    const onProblem = onProblemOf('operations');
    await followModule({ ...module, use, onProblem }, config, watcher);
  }
  const { service, release } = keepService(config.root, catalogOptions);
  tellProblems = () => service.setProblems([...problems.values()]);
  tellProblems();
  replaceOperations = (operations) => void service.replace({ operations });
  const { path } = service.settings.baseUrl;
  const close = () => {
    closing.abort();
    release();
    void requestLog.close();
  };
  let own: readonly HttpHandler[] = [];
  const app = createExpressApp(service, () => own, ofApp, requestLog);
  try {
    checkBasePath(path, dashboard);
    if (typeof options.handlers === 'string') {
      const module = { option: 'handlers', given: options.handlers, items: 'msw handlers' };
      const use = (list: readonly unknown[], source: string) => {
        own = checkHandlers(list, source);
      };
      const onProblem = onProblemOf('handlers');
      await followModule({ ...module, use, onProblem }, config, watcher);
    } else own = checkHandlers(options.handlers);
  } catch (error) {
    close();
    throw error;
  }
  // Vite's own CORS would let pages of other ports read the control plane.
  const addFirst = (handle: Connect.NextHandleFunction) =>
    server.middlewares.stack.unshift({ route: '', handle });
  addFirst(app);
  if (isDev) addFirst(serveWorkerScript(config.base, config.publicDir));
  if (httpServer) {
    // Express and the network faults speak HTTP/1.1 only.
    if ('setSecureContext' in httpServer) Object.assign(httpServer, { ALPNProtocols: http1 });
    if (settings.admin) takeControlSockets(httpServer as Server, ofApp, requestLog);
  }
  printLine(server, path, settings.admin ? `${dashboard}/` : undefined);
  return close;
}
