import { phraseOf, pairsOf } from '../contract/http.ts';
import { collectBytes } from '../service/collect-bytes.ts';
import type { Route, ServiceRequest } from '../service/request.ts';
import type { Dribble, ServiceResponse } from '../service/response.ts';
import type { Service } from '../service/service.ts';

/** The part of a request's URL that the service answers. */
export interface Target {
  readonly route: Route;
  readonly origin: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The query without the question mark; `''` if there is none. */
  readonly query: string;
}

/** The facts of a request that a host knows and a `Request` of fetch does not tell. */
export type HostCall = Pick<
  ServiceRequest,
  'mount' | 'record' | 'headers' | 'rawHeaders' | 'signal'
>;

/** The service's responses to network faults. A host that has the connection applies them to it. */
const networkFaults = new WeakMap<Response, ServiceResponse>();

/** Returns the network fault of a response; `undefined` for any other response. */
export const networkFaultOf = (response: Response): ServiceResponse | undefined =>
  networkFaults.get(response);

/** Returns `undefined` if the origin or the path is not the service's. */
export function matchRequest(service: Service, { url }: Request): Target | undefined {
  const { origin, pathname: path, search } = new URL(url);
  const { baseUrl } = service.settings;
  if (baseUrl.origin !== null && baseUrl.origin !== origin) return undefined;
  const route = service.matchRoute(path);
  return route && { route, origin, path, query: search.slice(1) };
}

/**
 * Runs a request through the service. A network fault is `Response.error()`.
 *
 * @param host What the host knows of the request. It applies network faults itself.
 * @returns The response; `undefined` if the request is not for the service.
 */
export async function answerRequest(
  service: Service,
  request: Request,
  host?: HostCall,
): Promise<Response | undefined> {
  const matched = matchRequest(service, request);
  if (!matched) return undefined;
  // A real `fetch` sends no request that is aborted already.
  if (request.signal.aborted) return Response.error();
  const { route, ...target } = matched;
  const given = { ...toServiceRequest(request), ...host, ...target };
  const response = await service.handle(given, route);
  const isDropped = response.network !== undefined && (host || !response.dribble);
  if (isDropped) {
    const dropped = Response.error();
    networkFaults.set(dropped, response);
    return dropped;
  }
  const slow = response.dribble && toSlowStream(response.dribble, request);
  const { status, body } = response;
  return new Response(slow ?? (body as BodyInit | null), {
    status,
    statusText: phraseOf(status),
    headers: pairsOf(response.headers),
  });
}

function toServiceRequest(request: Request): Omit<ServiceRequest, 'origin' | 'path' | 'query'> {
  const headers = [...request.headers];
  return {
    method: request.method,
    // happy-dom keeps the letter case of header names.
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: headers.flat(),
    readBody: (limit) => readBody(request, limit),
    signal: () => request.signal,
    isGone: () => request.signal.aborted,
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

/** Returns a slow body as a stream, which stops when its reader cancels it or the request is aborted. */
function toSlowStream(dribble: Dribble, request: Request): ReadableStream {
  const controller = new AbortController();
  const parts = whileWanted(dribble, request, controller);
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await parts.next();
      if (done) stream.close();
      else stream.enqueue(value);
    },
    cancel() {
      controller.abort();
      void parts.return();
    },
  });
}

async function* whileWanted(dribble: Dribble, request: Request, controller: AbortController) {
  const { signal: gone } = controller;
  // It refers to the request: Node drops the signal of a request that is garbage collected.
  const stop = () => controller.abort(request.signal.reason);
  if (request.signal.aborted) stop();
  request.signal.addEventListener('abort', stop);
  try {
    yield* dribble(gone);
    gone.throwIfAborted();
  } finally {
    request.signal.removeEventListener('abort', stop);
  }
}
