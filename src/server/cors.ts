import type { CorsOptions } from 'cors';
import type { AppOptions } from './options.ts';

/** Response headers that a page may read (Fetch, section 3.2.2). */
const exposedHeaders = ['Location', 'Preference-Applied', 'WWW-Authenticate'];

/** The header with which every response lets pages read the exposed headers. */
export const exposeHeaders = ['Access-Control-Expose-Headers', exposedHeaders.join(',')] as const;

/** How the `cors` package is set up; `undefined` for no CORS at all. */
export function corsOptions(cors: AppOptions['cors']): CorsOptions | undefined {
  if (cors === false) return undefined;
  const origin = typeof cors === 'object' ? [...cors] : (cors ?? '*');
  return {
    origin: Array.isArray(origin) && origin.includes('*') ? '*' : origin,
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders,
    maxAge: 600,
    // A preflight is answered by the service, as any OPTIONS: with its Allow header.
    preflightContinue: true,
  };
}

/** Names and values in turn, for the fast lane; `undefined` when they depend on the request. */
export function fixedCorsHeaders(cors: AppOptions['cors']): string[] | undefined {
  const options = corsOptions(cors);
  if (!options) return [];
  if (options.origin !== '*') return undefined;
  return ['Access-Control-Allow-Origin', '*', ...exposeHeaders];
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
