import type { CorsOptions } from 'cors';
import type { AppOptions } from './options.ts';

/** Response headers that a page may read (Fetch, section 3.2.2): all, by their names where `*` is no news. */
const exposedHeaders = ['Location', 'Preference-Applied', 'WWW-Authenticate', '*'];

/** The header with which every response lets pages read the exposed headers. */
export const exposeHeaders = ['Access-Control-Expose-Headers', exposedHeaders.join(',')] as const;

/** How the `cors` package is set up, but for the methods of a preflight; `undefined` for no CORS at all. */
export function corsOptions(cors: AppOptions['cors']): CorsOptions | undefined {
  if (cors === false) return undefined;
  const origin = typeof cors === 'object' ? [...cors] : (cors ?? '*');
  return {
    origin: Array.isArray(origin) && origin.includes('*') ? '*' : origin,
    exposedHeaders,
    maxAge: 600,
    // A preflight is answered by the service, as any OPTIONS: with its Allow header.
    preflightContinue: true,
  };
}

/**
 * The methods that a preflight allows: the service's, and whichever was asked for, so that the page sees
 * the `405` or the `404` that follows.
 */
export function preflightMethods(own: readonly string[], asked = ''): string[] {
  const methods = own.filter((method) => method !== 'OPTIONS');
  if (/^[!#$%&'*+\-.^_`|~\w]+$/.test(asked) && !methods.includes(asked)) methods.push(asked);
  return methods;
}

/**
 * Gives what the `cors` package sets on a response, names and values in turn, for responses without
 * Express.
 */
export function createCorsHeaders(
  cors: AppOptions['cors'],
): (requestOrigin: string | undefined) => readonly string[] {
  const options = corsOptions(cors);
  if (!options) return () => [];
  const { origin } = options;
  const forOthers = origin === '*' ? exposeHeaders : ['Vary', 'Origin', ...exposeHeaders];
  const forOne = (one: string) => ['Access-Control-Allow-Origin', one, ...forOthers];
  if (typeof origin === 'string') {
    const headers = forOne(origin);
    return () => headers;
  }
  const byOrigin = new Map((origin as string[]).map((one) => [one, forOne(one)]));
  return (requestOrigin) => byOrigin.get(requestOrigin ?? '') ?? forOthers;
}
