import type { IncomingHttpHeaders } from 'node:http';
import type { Service } from '../service/service.ts';
import type { AppOptions } from './options.ts';

/**
 * Gives the CORS headers of the answer to a request: lower-case names and values in turn. Both routes
 * use it, so that a page reads the same from both.
 */
export type CorsHeaders = (method: string, headers: IncomingHttpHeaders) => readonly string[];

export interface CorsPolicy {
  /** The origins that may read; `'*'` among them allows every origin. `false` turns CORS off. */
  readonly origins: AppOptions['cors'];
  /** The response headers that a page may read. Default: all that the mock sends. */
  readonly exposed?: string;
  /** Whether pages of named origins may send credentials. Default: `false`. */
  readonly hasCredentials?: boolean;
  /** The methods that a preflight allows, besides the method that it asks for. */
  readonly methods: () => readonly string[];
}

/** The response headers that a page of another origin may read. */
export const exposedHeaders = 'Location,Preference-Applied,WWW-Authenticate,*';
/** How long a browser may keep a preflight, in seconds. */
const maxAge = '600';

export function createCors(policy: CorsPolicy): CorsHeaders {
  const { origins = '*', exposed = exposedHeaders, hasCredentials = false, methods } = policy;
  if (origins === false) return () => [];
  const named = typeof origins === 'string' ? [origins] : origins;
  const expose = ['access-control-expose-headers', exposed];
  const forAll = named.includes('*') ? ['access-control-allow-origin', '*', ...expose] : undefined;
  const credentials = hasCredentials ? ['access-control-allow-credentials', 'true'] : [];
  const forOrigin = new Map(
    named.map((origin) => [
      origin,
      ['access-control-allow-origin', origin, ...credentials, ...expose, 'vary', 'Origin'],
    ]),
  );
  const forOthers = ['vary', 'Origin'];

  return (method, headers) => {
    const own = forAll ?? forOrigin.get(headers.origin ?? '') ?? forOthers;
    return isPreflight(method, headers) ? mergeHeaders(preflight(headers, methods()), own) : own;
  };
}

/** The CORS of the service's paths, on both routes. */
export function serviceCors(
  service: Service,
  { cors }: { readonly cors?: AppOptions['cors'] },
): CorsHeaders {
  const methods = () => service.operations.methods.filter((method) => method !== 'OPTIONS');
  return createCors({ origins: cors, hasCredentials: true, methods });
}

export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers;
}

function preflight(headers: IncomingHttpHeaders, methods: readonly string[]): string[] {
  const asked = headers['access-control-request-method'] ?? '';
  // A page sees the 404 or the 405 of a method only if the preflight allows that method.
  const isToken = /^[!#$%&'*+\-.^_`|~\w]+$/.test(asked);
  const allowed = new Set([...methods, ...(isToken ? [asked] : [])]);
  const names = headers['access-control-request-headers'];
  return [
    'access-control-allow-methods',
    [...allowed].join(','),
    'access-control-max-age',
    maxAge,
    ...(names === undefined ? [] : ['access-control-allow-headers', names]),
    'vary',
    'Access-Control-Request-Headers',
  ];
}

/**
 * Joins the headers of an answer and the server's own for it. A header of the answer replaces the
 * server's of the same name, except `Vary`, which is merged.
 */
export function mergeHeaders(answer: readonly string[], own: readonly string[]): string[] {
  const all = [...answer];
  for (let index = 0; index < own.length; index += 2) {
    const name = own[index]!;
    const place = placeOf(answer, name);
    if (place === -1) all.push(name, own[index + 1]!);
    else if (name === 'vary') all[place + 1] = `${all[place + 1]}, ${own[index + 1]}`;
  }
  return all;
}

/** Returns a list of names and values in turn as an object. */
export function headersOf(list: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < list.length; index += 2) headers[list[index]!] = list[index + 1]!;
  return headers;
}

function placeOf(list: readonly string[], name: string): number {
  for (let index = 0; index < list.length; index += 2) if (list[index] === name) return index;
  return -1;
}
