import type { RequestRecord } from '../catalog/journal.ts';
import { isolationHeader } from '../catalog/options.ts';
import type { BaseUrl } from '../contract/base-url.ts';
import { methodsOf, type OperationName } from '../contract/operations.ts';
import { phraseOf } from '../contract/status-phrases.ts';
import type { ServiceRequest } from '../operations/request.ts';
import type { ChunkedBody, ServiceResponse } from '../operations/response.ts';
import type { Route } from '../operations/route.ts';
import type { Service } from '../operations/service.ts';

/** What a host adds to a request that fetch's `Request` cannot carry. */
export interface HostContext {
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
  /** The journal's record, when the host has begun one. */
  record: RequestRecord | undefined;
  /** The path below which the host is mounted; `''` for none. */
  readonly mount: string;
  /** The headers as they came, names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** Told when the service is about to read the body, and gives when it may. */
  onBody(): Promise<void> | undefined;
  /** Told of each response. When it has a `network` fault, the host applies it to the connection. */
  onResponse(response: ServiceResponse): void;
}

/** The service for fetch's requests. */
export interface FetchAdapter {
  /** The place that a request is for; `undefined` for one that is none of the service's. */
  routeOf(request: Request): Route | undefined;
  /** Whether a request, of the operation's own method, is for its path. */
  isFor(operation: OperationName, request: Request): boolean;
  answer(request: Request): Promise<Response>;
}

/** @param contextOf Returns the context of the request being handled, for a host that has one. */
export function createFetchAdapter(
  service: Service,
  contextOf?: () => HostContext | undefined,
): FetchAdapter {
  const { baseUrl } = service.settings;
  const isolation = isolationHeader(service.settings)?.toLowerCase();

  function routeOf(request: Request): Route | undefined {
    const { origin, path } = splitUrl(request.url);
    return isOrigin(origin, baseUrl) ? service.matchRoute(path) : undefined;
  }

  return {
    routeOf,
    isFor(operation, request) {
      const route = routeOf(request);
      return route !== undefined && methodsOf[route.resource][request.method] === operation;
    },
    async answer(request) {
      const { path, query } = splitUrl(request.url);
      const context = contextOf?.();
      const response = await service.answer(
        toServiceRequest(request, path, query, isolation, context),
        service.matchRoute(path)!,
      );
      context?.onResponse(response);
      return toResponse(response);
    },
  };
}

function isOrigin(origin: string, { origin: wanted }: BaseUrl): boolean {
  return wanted === null || wanted === origin;
}

/** The URL of a request, split without making a `URL`: it is one already. */
export function splitUrl(url: string): { origin: string; path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const hash = url.indexOf('#');
  const end = hash === -1 ? url.length : hash;
  const mark = url.indexOf('?');
  const pathEnd = mark === -1 || mark > end ? end : mark;
  return {
    origin: url.slice(0, start),
    path: url.slice(start, pathEnd),
    query: pathEnd === end ? '' : url.slice(mark + 1, end),
  };
}

/**
 * Fetch's request as the service takes it.
 *
 * @param isolation The header that chooses the catalog, in lower case.
 */
export function toServiceRequest(
  request: Request,
  path: string,
  query: string,
  isolation: string | undefined,
  context?: HostContext,
): ServiceRequest {
  const { headers } = request;
  const header = (name: string) => headers.get(name) ?? undefined;
  return {
    method: request.method,
    path,
    query,
    headers: {
      ...(isolation !== undefined && { [isolation]: header(isolation) }),
      'x-api-key': header('x-api-key'),
      'content-type': header('content-type'),
      'content-encoding': header('content-encoding'),
      'content-length': header('content-length'),
      prefer: header('prefer'),
    },
    rawHeaders: context?.rawHeaders ?? rawHeadersOf(headers),
    async readBody(limit) {
      await context?.onBody();
      return readBody(request, limit);
    },
    signal: () => context?.signal ?? request.signal,
    record: context?.record,
    mount: context?.mount,
  };
}

function rawHeadersOf(headers: Headers): string[] {
  return [...headers].flat();
}

async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > limit) {
      // Not awaited: a source that does not end need not end for this answer.
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
  if (chunks.length === 1) return chunks[0];
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** The service's response as fetch's; a network fault is a network error. */
export function toResponse(response: ServiceResponse): Response {
  if (response.network !== undefined) return Response.error();
  const { status, headers, body } = response;
  return new Response(body === null || typeof body === 'string' ? body : toStream(body), {
    status,
    statusText: phraseOf(status),
    headers: pairsOf(headers),
  });
}

function pairsOf(list: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < list.length; index += 2) pairs.push([list[index]!, list[index + 1]!]);
  return pairs;
}

function toStream(chunks: ChunkedBody): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel() {
      iterator.return?.();
    },
  });
}
