import type { CorsOptions } from 'cors';
import type { AppOptions } from './options.ts';

/** Response headers that a page may read (Fetch, section 3.2.2): all, by their names where `*` is no news. */
const exposedHeaders = ['Location', 'Preference-Applied', 'WWW-Authenticate', '*'];

/** The header with which every response lets pages read the exposed headers. */
export const exposeHeaders = ['Access-Control-Expose-Headers', exposedHeaders.join(',')] as const;

/**
 * How the `cors` package is set up; `undefined` for no CORS at all.
 *
 * @param methodsOf Gives the methods that a preflight allows.
 */
export function corsOptions(
  cors: AppOptions['cors'],
  methodsOf: () => readonly string[] = () => [],
): CorsOptions | undefined {
  if (cors === false) return undefined;
  const origin = typeof cors === 'object' ? [...cors] : (cors ?? '*');
  return {
    origin: Array.isArray(origin) && origin.includes('*') ? '*' : origin,
    // Looked up for each preflight, as the operations may be replaced.
    get methods() {
      return methodsOf().filter((method) => method !== 'OPTIONS');
    },
    exposedHeaders,
    maxAge: 600,
    // A preflight is answered by the service, as any OPTIONS: with its Allow header.
    preflightContinue: true,
  };
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

/** For control requests of the pages of other sites, which bring a token. */
export function controlCorsOptions(origin: string[]): CorsOptions {
  return {
    origin,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['Allow', 'WWW-Authenticate'],
    maxAge: 600,
  };
}
