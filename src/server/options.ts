import { checkOptions, type PetCatalogOptions } from '../catalog/options.ts';
import { withoutUndefined } from '../contract/values.ts';
import type { Operation } from '../operations/define-operation.ts';
import { parseBaseUrl } from '../contract/base-url.ts';
import { messageOf, OptionError } from '../contract/errors.ts';
import { catalogOptions, defaultsOf, mountOptions, serverOptions } from '../controls/options.ts';

/** How the requests are logged: for people, for programs, or not at all. */
export type LogFormat = 'pretty' | 'json' | 'none';

/**
 * A handler of msw, as `http.get(...)` gives it: told by what it can do, since a suite may bring an
 * msw of its own.
 */
export interface Handler {
  run(...args: never[]): unknown;
}

/** The options of an Express app. Every option may be left out. */
export interface AppOptions {
  /**
   * CORS of the service's paths: the origin that is allowed, several, `'*'` for all, or `false`
   * for no CORS headers. Default: `'*'`.
   */
  cors?: string | readonly string[] | false | undefined;
  /**
   * msw handlers of your own, which come before the operations of the service: the array, or the path of a
   * module whose default export it is. Default: none.
   */
  handlers?: string | readonly Handler[] | undefined;
  /** The control plane and the dashboard. Default: `true`. */
  admin?: boolean | undefined;
  /** The token that control requests must bring. Default: none, and then only loopback is served. */
  adminToken?: string | undefined;
  /** One line for each request, on standard error. Default: `'none'` (the command has its own). */
  log?: LogFormat | undefined;
}

/** The options of `createApp`. Every option may be left out. */
export interface MountOptions extends AppOptions {
  /**
   * Where the dashboard is, for an app that is mounted in another: `'/__pets'`. The API reference and
   * the OpenAPI document are then below it, at `/__pets/docs` and `/__pets/openapi.json`, and `/docs`
   * is left to the other app. Default: no dashboard in another app.
   */
  dashboard?: string | undefined;
}

export interface AppSettings extends Omit<MountOptions, 'handlers' | 'log'> {
  /** The host that the server listens on: control requests may name it. */
  host?: string | undefined;
  /** Aborts when the server closes: streams and waits end. */
  closing?: AbortSignal | undefined;
  /**
   * Whether it answers `404` for what nothing takes below the base path, in another app too. A path that
   * a user's handler passes on stays with the other app. Default: `false`.
   */
  ownsBasePath?: boolean | undefined;
  /** When it began, in milliseconds of `Date.now()`. Default: when the app is made. */
  startedAt?: number | undefined;
}

/** The options of `startServer`: those of a catalog, of an app, and these. */
export interface ServerOptions extends Omit<PetCatalogOptions, 'operations'>, AppOptions {
  /**
   * More operations: an array, or the path of a module whose default export is an array. Default: none.
   */
  operations?: string | readonly Operation[] | undefined;
  /**
   * The language of the names of generated pets: `'de'`, `'ja'`, `'pt-BR'`; with a country that has
   * no names of its own, those of the language. Default: `'en'`.
   */
  locale?: string | undefined;
  /** The port; 0 takes a free one. Default: 4020. */
  port?: number | undefined;
  /** The address to listen on. Beyond loopback needs `adminToken` or `admin: false`. Default: 127.0.0.1. */
  host?: string | undefined;
  /** The certificate and the key for HTTPS, each as the content of a PEM file. Default: plain HTTP. */
  tls?: { cert: string; key: string } | undefined;
}

/** @internal */
export const serverDefaults = { ...defaultsOf(serverOptions), baseUrl: '/v2' } as const;

/** @throws OptionError */
export function resolveServerOptions(options: ServerOptions = {}) {
  checkOptions(options, serverOptions);
  const settings = { ...serverDefaults, ...withoutUndefined(options) };
  if (!isLoopback(settings.host) && settings.admin && options.adminToken === undefined) {
    throw new OptionError({
      option: 'host',
      value: settings.host,
      expected: 'a loopback address, or one beside adminToken or admin: false',
      explain: (nameOf) =>
        `${nameOf('host')} is ${JSON.stringify(settings.host)}, which others can reach: set "adminToken" ` +
        '(--admin-token TOKEN) to protect the control plane, or turn it off with "admin": false (--no-admin)',
    });
  }
  checkBasePath(parseBaseUrl(settings.baseUrl)!.path, '');
  // An IPv6 address may come as a URL writes it.
  return { ...settings, host: settings.host.replace(/^\[(.*)\]$/, '$1') };
}

/** @throws OptionError */
export function resolveMountOptions(options: MountOptions = {}) {
  checkOptions(options, mountOptions);
  const settings = { ...defaultsOf(mountOptions), ...withoutUndefined(options) };
  return { ...settings, dashboard: options.dashboard?.replace(/\/$/, '') };
}

/** Returns the message of OpenSSL about a certificate and its key; `undefined` if they are good. */
export async function findTlsProblem(tls: { cert: string; key: string }) {
  const { createSecureContext } = await import('node:tls');
  try {
    createSecureContext(tls);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * The service may not live where the control plane or a page does, which come before it.
 *
 * @param root Where the dashboard is: a path without a slash at its end.
 * @throws OptionError
 */
export function checkBasePath(path: string, root: string): void {
  const pages = ['docs', 'openapi.json', 'openapi.yaml', 'favicon.ico', '__dashboard'];
  refuseTaken('baseUrl', path, ['/__admin', ...pages.map((page) => `${root}/${page}`)]);
}

/** @throws OptionError for a path at or below one of the mock's own paths. */
export function refuseTaken(option: string, path: string, taken: readonly string[]): void {
  const found = taken.find((one) => `${path}/`.startsWith(`${one}/`));
  if (found === undefined) return;
  const expected = `a path that is not at or below ${found}, which is taken`;
  throw new OptionError({ option, value: path, expected });
}

type Secrets = Pick<ServerOptions, 'apiKeys' | 'adminToken'>;

/** Returns the configured keys and the token, which no log may show. */
export function secretsOf({ apiKeys = [], adminToken = '' }: Secrets): string[] {
  return [...apiKeys, adminToken];
}

/** The options of the catalog among those of a server, as they were given. */
export function serverCatalogOptions(options: ServerOptions): PetCatalogOptions {
  const { baseUrl = serverDefaults.baseUrl, operations, ...rest } = options;
  const own = Object.entries(rest).filter(([name]) => Object.hasOwn(catalogOptions, name));
  // The operations of a file are loaded later.
  const given = typeof operations === 'object' && { operations };
  return { baseUrl, ...Object.fromEntries(own), ...given };
}

/** Whether only this machine can reach an address (RFC 5735, RFC 4291; RFC 6761 for the name). */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare);
}
