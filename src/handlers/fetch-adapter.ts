import type { RequestRecord } from '../catalog/journal.ts';
import { isolationHeader } from '../catalog/options.ts';
import { phraseOf } from '../contract/status-phrases.ts';
import type { ServiceRequest } from '../operations/request.ts';
import type { ServiceResponse } from '../operations/response.ts';
import type { Route } from '../operations/route.ts';
import type { Service } from '../operations/service.ts';
import { toSlowStream } from './slow-stream.ts';

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

export interface FetchCall {
  readonly service: Service;
  readonly request: Request;
  readonly route: Route;
  readonly context: HostContext | undefined;
}

export type Resolver = (call: FetchCall) => Promise<Response>;

/** The route of a request; `undefined` for a path or an origin that is not the service's. */
export function routeOf(service: Service, request: Request): Route | undefined {
  const { origin, path } = splitUrl(request.url);
  const { origin: wanted } = service.settings.baseUrl;
  return wanted === null || wanted === origin ? service.matchRoute(path) : undefined;
}

export async function callService(
  { service, request, route, context }: FetchCall,
  readBody: ServiceRequest['readBody'] = async () => new Uint8Array(),
): Promise<ServiceResponse> {
  const { path, query } = splitUrl(request.url);
  const { headers } = request;
  const header = (name: string) => headers.get(name) ?? undefined;
  const isolation = isolationHeader(service.settings)?.toLowerCase();
  const response = await service.handle(
    {
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
      rawHeaders: context?.rawHeaders ?? [...headers].flat(),
      readBody,
      signal: () => context?.signal ?? request.signal,
      record: context?.record,
      mount: context?.mount,
    },
    route,
  );
  context?.onResponse(response);
  return response;
}

/**
 * The service's response as fetch's; a network fault is a network error.
 *
 * @param call What it is the response to.
 * @param toBody Makes its body, where that may be other than a text.
 */
export function toResponse(
  response: ServiceResponse,
  { request, context }: FetchCall,
  toBody: (body: ServiceResponse['body']) => BodyInit | null = (body) => body as string | null,
): Response {
  const { status, headers, network, dribble } = response;
  // A host with a connection applies the fault to that.
  const slow = dribble && !context ? toSlowStream(dribble, request) : undefined;
  if (network !== undefined && slow === undefined) return Response.error();
  const body = slow ?? toBody(response.body);
  return new Response(body, { status, statusText: phraseOf(status), headers: pairsOf(headers) });
}

function pairsOf(list: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < list.length; index += 2) pairs.push([list[index]!, list[index + 1]!]);
  return pairs;
}

/** Splits the URL of a request without making a `URL`, as it is already valid. */
function splitUrl(url: string): { origin: string; path: string; query: string } {
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
