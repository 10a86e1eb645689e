import { phraseOf } from '../contract/status-phrases.ts';
import { collectBytes } from '../operations/collect-bytes.ts';
import { pairsOf } from '../operations/headers.ts';
import type { Route, ServiceRequest } from '../operations/request.ts';
import type { Service } from '../operations/service.ts';
import { toSlowStream, toStream } from './to-stream.ts';

/** A request that is for the service. */
export interface Call {
  readonly route: Route;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The query without the question mark; `''` if there is none. */
  readonly query: string;
}

/** Returns `undefined` if the origin or the path is not the service's. */
export function matchRequest(service: Service, { url }: Request): Call | undefined {
  const { origin, pathname: path, search } = new URL(url);
  const { baseUrl } = service.settings;
  if (baseUrl.origin !== null && baseUrl.origin !== origin) return undefined;
  const route = service.matchRoute(path);
  return route && { route, path, query: search.slice(1) };
}

/**
 * Runs a request through the service. A network fault is `Response.error()`.
 *
 * @returns The response; `undefined` if the request is not for the service.
 */
export async function answerRequest(
  service: Service,
  request: Request,
): Promise<Response | undefined> {
  const call = matchRequest(service, request);
  if (!call) return undefined;
  // A real `fetch` sends no request that is aborted already.
  if (request.signal.aborted) return Response.error();
  const { route, ...target } = call;
  const response = await service.handle({ ...toServiceRequest(request), ...target }, route);
  const slow = response.dribble && toSlowStream(response.dribble, request);
  if (response.network !== undefined && slow === undefined) return Response.error();
  const { status, body } = response;
  const isWhole = body === null || typeof body === 'string';
  return new Response(slow ?? (isWhole ? body : toStream(body)), {
    status,
    statusText: phraseOf(status),
    headers: pairsOf(response.headers),
  });
}

function toServiceRequest(request: Request): Omit<ServiceRequest, 'path' | 'query'> {
  const headers = [...request.headers];
  return {
    method: request.method,
    // happy-dom keeps the letter case of header names.
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: headers.flat(),
    readBody: (limit) => readBody(request, limit),
    signal: () => request.signal,
  };
}

/**
 * Reads a body.
 *
 * @returns Its bytes; `undefined` as soon as there are more than `limit`.
 * @throws The reason of the request's signal, if it aborts before the end.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (!request.body) return new Uint8Array();
  const { signal } = request;
  const body = collectBytes();
  const reader = request.body.getReader();
  // The response does not wait until the source has ended.
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return body.take();
      if (body.length() + value.byteLength > limit) {
        stop();
        return undefined;
      }
      body.add(value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
