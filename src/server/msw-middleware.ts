import { ReadableStream as NodeStream } from 'node:stream/web';
import { createMiddleware } from '@mswjs/http-middleware';
import type { NextFunction, Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { http, type HttpHandler } from 'msw';
import { show } from '../contract/errors.ts';
import { isFraming } from '../contract/headers.ts';
import { matchRequest, readBody } from '../handlers/fetch-adapter.ts';
import type { Service } from '../operations/service.ts';
import { dropConnection, goneSignal } from './connection.ts';
import { askForBody } from './continue.ts';
import type { RequestContext } from './request-context.ts';
import type { RequestTarget } from './request-head.ts';

type Handler = Pick<HttpHandler, 'run' | 'test'> & { info?: { header?: string } };
type Run = (args: Parameters<HttpHandler['run']>[0]) => unknown;
type Parsed = Awaited<ReturnType<HttpHandler['parse']>>;
type Middleware = (req: ExpressRequest, res: ExpressResponse, next: NextFunction) => unknown;

/**
 * Gives `createMiddleware` of @mswjs/http-middleware requests that are always well-formed, and keeps
 * from it responses that it cannot send.
 *
 * @param own Gives the user's handlers, which come first; a request keeps those it began with.
 * @param onError Told of errors that come too late for a response.
 */
export function createMswMiddleware(
  own: () => readonly Handler[],
  service: Service,
  contextOf: (req: ExpressRequest) => RequestContext,
  onError: (error: unknown) => void,
): Middleware {
  const hosts = new WeakMap<Request, Pick<RequestContext, 'request' | 'respond'>>();
  // Whatever origin the catalog is at in a test, here it is at the server's own.
  const { path } = service.settings.baseUrl;
  const here = { ...service, settings: { ...service.settings, baseUrl: { origin: null, path } } };
  const ofService = [
    http.all(
      ({ request }) => ({ matches: matchRequest(here, request) !== undefined, params: {} }),
      async ({ request }) => {
        const { route, ...target } = matchRequest(here, request)!;
        const { request: asked, respond } = hosts.get(request)!;
        respond(await service.handle({ ...asked, ...target }, route));
        // There is nothing more to send.
        return Response.error();
      },
    ),
  ].map(withoutCookies);

  return (req, res, next) => {
    const { target, request: asked, respond } = contextOf(req);
    const users = own();
    const gone = users.length > 0 ? goneSignal(req, res) : undefined;
    // Others read the body, too, or have read it: a parser of the app that this one is mounted in.
    const isShared = users.length > 0 || req.readableEnded;
    const drop = (error: unknown) => {
      onError(error);
      dropConnection(res);
    };

    const runOwn =
      (handler: Handler): Run =>
      async (args) => {
        const waitsToSend = req.headers.expect !== undefined;
        // Nothing shows whether a handler will read the body, only whether it matches the request.
        if (waitsToSend && (await handler.test({ ...args, request: args.request.clone() }))) {
          askForBody(req);
        }
        // A request of the handler's own, body and all, which aborts when the client has gone.
        const request = new Request(args.request.clone(), { signal: gone! }) as typeof args.request;
        const result = await handler.run({ ...args, request }).catch((error: unknown) => {
          if (error instanceof Error || error instanceof Response) throw error;
          // It says nothing of its place. What is falsy, msw would take for no error, and the request would
          // go on to the next handler.
          const name = handler.info?.header ?? '';
          const message = `The handler ${name && `${name} `}threw ${show(error)}`;
          throw new Error(message, { cause: error });
        });
        const response = result?.response;
        if (!response) return result;
        if (response.headers.get('x-msw-intention') === 'passthrough') {
          // There is no network behind a mock server: a request passes through to the next handler.
          return { ...result, response: undefined };
        }
        if (response.status === 0) {
          dropConnection(res);
          return result;
        }
        const isWanted = req.method !== 'HEAD' && !gone!.aborted;
        return { ...result, response: sendable(response, isWanted, gone!, drop) };
      };

    const runService =
      (handler: Handler): Run =>
      ({ request, ...args }) => {
        // msw keeps a clone for its log: a call that waits would hold its body.
        Object.assign(request, { clone: () => request });
        const readShared = async (limit: number) => {
          askForBody(req);
          return readBody(request, limit);
        };
        hosts.set(request, {
          request: isShared ? { ...asked, readBody: readShared } : asked,
          respond,
        });
        return handler.run({ ...args, request });
      };

    const middleware = createMiddleware(
      ...users.map((handler) => withRun(handler, runOwn(handler))),
      ...ofService.map((handler) => withRun(handler, runService(handler))),
    ) as Middleware;
    return middleware(facade(req, target, isShared), res, next);
  };
}

/**
 * A copy that the middleware can send, whatever its body does. How a message is framed is the server's
 * business. A length is kept, as pages show how much of it has come, and the body is held to it.
 */
function sendable(
  { status, statusText, headers, body }: Response,
  isWanted: boolean,
  gone: AbortSignal,
  onError: (error: unknown) => void,
): Response {
  // Of one that nobody reads, a source without an end would be read for ever.
  if (!isWanted) body?.cancel().catch(() => {});
  const own = new Headers(headers);
  for (const name of headers.keys()) if (isFraming(name)) own.delete(name);
  const said = headers.get('content-length') ?? '';
  const length = /^\d+$/.test(said) && !(isWanted && !body) ? Number(said) : Number.NaN;
  if (length >= 0) own.set('content-length', said);
  const sent = isWanted && body ? guard(body, length, gone, onError) : null;
  return new Response(sent, { status, statusText, headers: own });
}

/**
 * A body that never fails: an error in the middleware's stream would end the process. It stops at the
 * source when the client has gone.
 *
 * @param left How many bytes it must have; `NaN` for as many as it has.
 */
function guard(
  body: ReadableStream<unknown>,
  left: number,
  gone: AbortSignal,
  onError: (error: unknown) => void,
): ReadableStream {
  const reader = body.getReader();
  const encoder = new TextEncoder();
  gone.addEventListener('abort', () => void reader.cancel().catch(() => {}));
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        const bytes = typeof value === 'string' ? encoder.encode(value) : value;
        if (!done && !ArrayBuffer.isView(bytes)) {
          throw new TypeError('A response body must stream bytes or strings');
        }
        if (ArrayBuffer.isView(bytes)) left -= bytes.byteLength;
        // A client that has gone has made no handler fail.
        if (done ? left > 0 && !gone.aborted : left < 0) {
          const how = `${Math.abs(left)} bytes ${done ? 'shorter' : 'longer'}`;
          throw new Error(`The body of a handler is ${how} than its Content-Length says`);
        }
        if (done) controller.close();
        else controller.enqueue(bytes);
      } catch (error) {
        onError(error);
        reader.cancel(error).catch(() => {});
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** A handler for one request, as the middleware tells a handler nothing of Node's request. */
function withRun(handler: Handler, run: Run): HttpHandler {
  return Object.create(handler, { run: { value: run } }) as HttpHandler;
}

/** The service reads no cookies, and of the URL no more than its predicate: msw would parse both. */
function withoutCookies(handler: HttpHandler): Handler {
  const { path: match } = handler.info as { path: unknown } as {
    path(args: { request: Request }): Parsed['match'];
  };
  const parse: HttpHandler['parse'] = (args) =>
    Promise.resolve({ match: match(args), cookies: {} });
  return Object.create(handler, { parse: { value: parse } }) as Handler;
}

/**
 * The parts of a request that the middleware reads. Of the request itself, it would take two slashes
 * for a host, and would write a body that was parsed before it as JSON once more.
 */
function facade(req: ExpressRequest, target: RequestTarget, hasBody: boolean): ExpressRequest {
  const { path, query } = target;
  const host = urlHost(req.headers.host ?? '');
  const { accept, ...headers } = req.headers;
  return {
    method: req.method,
    protocol: req.protocol,
    url: `${req.protocol}://${host}${path}${query === '' ? '' : `?${query}`}`,
    get: () => host,
    // A client that names msw's passthrough would get past every handler.
    headers: accept?.includes('msw/passthrough') ? headers : req.headers,
    readable: false,
    header: () => undefined,
    body: hasBody ? bodyOf(req) : undefined,
  } as unknown as ExpressRequest;
}

/** Names that msw 2's store of cookies takes for whole domains, and throws at (RFC 6761, RFC 6762). */
const reservedName = /^(?:example|local|test)\.?(?::\d*)?$/i;

/** A host for the URL of a request. Not every name that HTTP allows can stand there: 999.1.1.1. */
function urlHost(asked: string): string {
  return URL.canParse(`http://${asked}`) && !reservedName.test(asked) ? asked : 'localhost';
}

function bodyOf(req: ExpressRequest): BodyInit | undefined {
  // Read no further than its reader wants.
  if (!req.readableEnded) {
    return NodeStream.from(req.iterator({ destroyOnReturn: false })) as unknown as BodyInit;
  }
  // A parser of the app that this one is mounted in has read it.
  const body: unknown = req.body;
  if (body === undefined) return undefined;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body as BodyInit;
  return JSON.stringify(body);
}
