import * as v from 'valibot';
import {
  catalogDefaults,
  catalogOptionSchemas,
  checkOptions,
  withoutUndefined,
  type PetCatalogOptions,
} from '../catalog/options.ts';
import { OptionError } from '../contract/errors.ts';

/** How the requests are logged: for people, for programs, or not at all. */
export type LogFormat = 'pretty' | 'json' | 'none';

/**
 * A handler of msw, as `http.get(...)` gives it: told by what it can do, since a suite may bring an
 * msw of its own.
 */
export interface Handler {
  run(...args: never[]): unknown;
}

/** What `createApp` can be told. Every option may be left out. */
export interface AppOptions {
  /**
   * CORS of the service's paths: the origin that is allowed, several, `'*'` for all, or `false`
   * for no CORS headers. Default: `'*'`.
   */
  cors?: string | readonly string[] | false | undefined;
  /**
   * msw handlers of your own, which come before the three operations: the array, or the path of a
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

/** What `startServer` can be told: the catalog's options, the app's and these. */
export interface ServerOptions extends PetCatalogOptions, AppOptions {
  /** The port; 0 takes a free one. Default: 4020. */
  port?: number | undefined;
  /** The address to listen on. Beyond loopback needs `adminToken` or `admin: false`. Default: 127.0.0.1. */
  host?: string | undefined;
  /** Plain requests are answered before Express. Default: `true`. */
  fastLane?: boolean | undefined;
  /** The certificate and the key for HTTPS, each as the content of a PEM file. Default: plain HTTP. */
  tls?: { cert: string; key: string } | undefined;
}

export const serverDefaults = {
  ...catalogDefaults,
  baseUrl: '/v2',
  cors: '*',
  admin: true,
  log: 'none',
  port: 4020,
  host: '127.0.0.1',
  fastLane: true,
} as const;

const portWords = 'a port: a whole number from 0 to 65535';
const originWords = '"*", an origin such as "https://app.example", several of them, or false';
const tokenWords = 'a token of visible ASCII characters that is not empty';

const origin = v.pipe(
  v.string(originWords),
  v.check((text) => text === '*' || isOrigin(text), originWords),
);

/** @internal */
export const appOptionSchemas = {
  cors: v.union([origin, v.pipe(v.array(origin), v.minLength(1)), v.literal(false)], originWords),
  handlers: v.union(
    [v.pipe(v.string(), v.nonEmpty()), v.array(v.looseObject({}))],
    'the path of a module, or an array of msw handlers',
  ),
  admin: v.boolean('true or false'),
  // What a header can carry (RFC 6750, section 2.1, as far as people need it).
  adminToken: v.pipe(v.string(tokenWords), v.regex(/^[\x21-\x7e]+$/, tokenWords)),
  log: v.picklist(['pretty', 'json', 'none'], 'one of "pretty", "json", "none"'),
} as const;

/**
 * One schema for each option; the command line and the config file are checked by the same.
 *
 * @internal
 */
export const serverOptionSchemas = {
  ...catalogOptionSchemas,
  ...appOptionSchemas,
  port: v.pipe(
    v.number(portWords),
    v.integer(portWords),
    v.minValue(0, portWords),
    v.maxValue(65535, portWords),
  ),
  host: v.pipe(v.string('a host name or address'), v.nonEmpty('a host name or address')),
  fastLane: v.boolean('true or false'),
  tls: v.strictObject(
    {
      cert: v.pipe(v.string('PEM text'), v.nonEmpty('PEM text')),
      key: v.pipe(v.string('PEM text'), v.nonEmpty('PEM text')),
    },
    'an object with "cert" and "key"',
  ),
} as const;

/**
 * Checks the options of a server and fills in the defaults.
 *
 * @throws OptionError that names the option, the value and what is expected.
 */
export function resolveServerOptions(options: ServerOptions = {}) {
  checkOptions(options, serverOptionSchemas);
  const settings = { ...serverDefaults, ...withoutUndefined(options) };
  if (!isLoopback(settings.host) && settings.admin && options.adminToken === undefined) {
    throw new OptionError(
      `Option "host" is ${JSON.stringify(settings.host)}, which others can reach: set "adminToken" ` +
        '(--admin-token TOKEN) to protect the control plane, or turn it off with "admin": false (--no-admin)',
    );
  }
  // An IPv6 address may come as a URL writes it.
  return { ...settings, host: settings.host.replace(/^\[(.*)\]$/, '$1') };
}

/**
 * Checks the options of an app and fills in the defaults.
 *
 * @throws OptionError
 */
export function resolveAppOptions(options: AppOptions = {}) {
  checkOptions(options, appOptionSchemas);
  const { cors, admin, log } = serverDefaults;
  return { cors, admin, log, ...withoutUndefined(options) };
}

/** What no log may show: the keys and the token that are configured. */
export function secretsOf({ apiKeys = [], adminToken }: ServerOptions): string[] {
  return [...apiKeys, ...(adminToken === undefined ? [] : [adminToken])];
}

/** The options of the catalog among those of a server, as they were given. */
export function serverCatalogOptions({
  baseUrl = serverDefaults.baseUrl,
  ...options
}: ServerOptions): PetCatalogOptions {
  const own = Object.entries(options).filter(([name]) => Object.hasOwn(catalogOptionSchemas, name));
  return { baseUrl, ...Object.fromEntries(own) };
}

/** Whether only this machine can reach an address (RFC 5735, RFC 4291; RFC 6761 for the name). */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare);
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
