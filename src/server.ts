/// <reference lib="esnext.disposable" preserve="true" />
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { OptionError } from './contract/errors.ts';
import { toPetCatalog, type PetCatalog, serviceOf } from './pet-catalog.ts';
import { checkMsw } from './server/check-msw.ts';
import { checkHandlers } from './server/module-lists.ts';
import { createExpressApp } from './server/express-app.ts';
import { createRequestLog } from './server/log.ts';
import {
  checkBasePath,
  refuseTaken,
  resolveMountOptions,
  secretsOf,
  type MountOptions,
  type ServerOptions,
} from './server/options.ts';
import { start } from './server/start.ts';

export { StartError } from './server/load-module.ts';
export type {
  AppOptions,
  Handler,
  LogFormat,
  MountOptions,
  ServerOptions,
} from './server/options.ts';
export type { PetCatalog };

/** A server that answers. */
export interface PetCatalogServer {
  /** Where the service lives: `http://127.0.0.1:4020/v2`. */
  readonly url: string;
  /** The port it listens on. */
  readonly port: number;
  /** The catalog that it serves, with the same controls as in a test. */
  readonly catalog: PetCatalog;
  /** Answers what is in flight, for 5 seconds at most, and ends. May be called twice. */
  close(): Promise<void>;
  /** Closes it at the end of a block: `await using server = await startServer()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a standalone server.
 *
 * @example
 * const server = await startServer({ port: 0, pets: 5 });
 * await fetch(`${server.url}/pets`, { headers: { 'X-API-Key': 'test' } });
 * await server.close();
 *
 * @throws OptionError that names the option, the value and what is expected; StartError when the
 *   handlers file cannot be loaded, or msw is not of a version that the server can use; Node's own
 *   error when it cannot listen (`EADDRINUSE`).
 */
export async function startServer(options: ServerOptions = {}): Promise<PetCatalogServer> {
  const { url, port, service, close } = await start(options);
  return { url, port, catalog: toPetCatalog(service), close, [Symbol.asyncDispose]: close };
}

/** An Express app, described without the types of Express, which a user may not have. */
export interface PetCatalogApp {
  /** Takes a request: for `use(...)` of Express and connect, and for `createServer(...)` of Node. */
  (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void): void;
  /** Starts a server with nothing else on it. */
  listen(port?: number, host?: string, callback?: () => void): Server;
}

/**
 * Makes the Express app without a server, to be mounted in another: the service at its base path, the control plane
 * at `/__admin`. In another app it has a dashboard only if the option `dashboard` says where, and leaves
 * other paths to that app.
 *
 * @example
 * app.use('/mock', createApp(createPetCatalog(), { dashboard: '/__pets' }));
 *
 * @param catalog In CommonJS, its `handlers` have other types: TypeScript finds other declarations of msw.
 * @throws OptionError that names the option, the value and what is expected; StartError if msw is
 *   not of a version that the app can use.
 */
export function createApp(
  catalog: Omit<PetCatalog, 'handlers'>,
  options: MountOptions = {},
): PetCatalogApp {
  const settings = resolveMountOptions(options);
  checkMsw();
  const service = serviceOf(catalog);
  const { dashboard = '/' } = settings;
  const { path } = service.settings.baseUrl;
  refuseTaken('dashboard', dashboard, ['/__admin', ...(path === '' ? [] : [path])]);
  checkBasePath(path, options.dashboard === undefined ? '' : dashboard);
  if (typeof options.handlers === 'string') {
    const expected = 'an array of msw handlers, as createApp loads no module';
    throw new OptionError({ option: 'handlers', value: options.handlers, expected });
  }
  const handlers = checkHandlers(options.handlers);
  const log = createRequestLog(settings.log, { secrets: secretsOf(options) });
  return createExpressApp(service, () => handlers, settings, log);
}
