import { phraseOf } from '../contract/status-phrases.ts';
import { collectBytes } from '../operations/collect-bytes.ts';
import { pairsOf } from '../operations/headers.ts';
import type { Route, ServiceRequest } from '../operations/request.ts';
import type { Service } from '../operations/service.ts';
import { toSlowStream, toStream } from './to-stream.ts';

export interface Call {
  readonly route: Route;
  readonly path: string;
  /** Without the question mark; `''` when there is none. */
  readonly query: string;
}

/** `undefined` for a path or an origin that is not the service's. */
export function matchRequest(service: Service, { url }: Request): Call | undefined {
  const { origin, pathname: path, search } = new URL(url);
  const { baseUrl } = service.settings;
  if (baseUrl.origin !== null && baseUrl.origin !== origin) return undefined;
  const route = service.matchRoute(path);
  return route && { route, path, query: search.slice(1) };
}

/** Has the service answer a request of fetch. A network fault is a network error. */
export async function answerRequest(
  service: Service,
  request: Request,
  { route, path, query }: Call,
): Promise<Response> {
  // It would not have been sent.
  if (request.signal.aborted) return Response.error();
  const given = toServiceRequest(request);
  const response = await service.handle({ ...given, path, query }, route);
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
    // The headers of happy-dom have their names as they were written.
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: headers.flat(),
    readBody: (limit) => readBody(request, limit),
    signal: () => request.signal,
  };
}

/**
 * The bytes of a body; `undefined` as soon as there are more than `limit`. Rejects when the request is
 * aborted before the end.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (!request.body) return new Uint8Array();
  const { signal } = request;
  const body = collectBytes();
  const reader = request.body.getReader();
  // Not awaited: the response does not depend on when the source ends.
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
