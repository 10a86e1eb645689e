import type { IncomingMessage } from 'node:http';
import type { CorsOptions } from 'cors';
import type { AppOptions } from './options.ts';

/** Response headers that a page may read (Fetch, section 3.2.2). */
const exposedHeaders = ['Location', 'Preference-Applied', 'WWW-Authenticate'];

/** How the `cors` package is set up for one request. */
export interface Cors {
  /** For a request that is answered with none of those headers: a plain read. */
  read: CorsOptions;
  other: CorsOptions;
}

/** `undefined` for no CORS at all. */
export function corsOptions(cors: AppOptions['cors']): Cors | undefined {
  if (cors === false) return undefined;
  const origin = typeof cors === 'object' ? [...cors] : (cors ?? '*');
  const read: CorsOptions = {
    origin: Array.isArray(origin) && origin.includes('*') ? '*' : origin,
    methods: ['GET', 'HEAD', 'POST'],
    maxAge: 600,
    // A preflight is answered by the service, as any OPTIONS: with its Allow header.
    preflightContinue: true,
  };
  return { read, other: { ...read, exposedHeaders } };
}

/** Whether a request is a plain read. */
export function isRead({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.prefer === undefined;
}

/**
 * The headers that the `cors` package sets on every answer, names and values in turn, for the fast
 * lane; `undefined` when they depend on the request.
 */
export function fixedCorsHeaders(
  cors: AppOptions['cors'],
): { read: string[]; other: string[] } | undefined {
  const options = corsOptions(cors);
  if (!options) return { read: [], other: [] };
  if (options.read.origin !== '*') return undefined;
  const read = ['Access-Control-Allow-Origin', '*'];
  return { read, other: [...read, 'Access-Control-Expose-Headers', exposedHeaders.join(',')] };
}
