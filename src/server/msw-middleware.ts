import { ReadableStream as NodeStream } from 'node:stream/web';
import { createMiddleware } from '@mswjs/http-middleware';
import type { NextFunction, Request as ExpressRequest, Response as ExpressResponse } from 'express';
import type { HttpHandler } from 'msw';
import { show } from '../contract/errors.ts';
import type { Contexts, RequestContext } from './request-context.ts';

type Handler = Pick<HttpHandler, 'run' | 'test'> & { info?: { header?: string } };
type RunArgs = Parameters<HttpHandler['run']>[0];
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
  service: readonly Handler[],
  contexts: Contexts,
  onError: (error: unknown) => void,
): Middleware {
  /** A handler for one request, as the middleware tells a handler nothing of Node's request. */
  function host(handler: Handler, isOwn: boolean, context: RequestContext): Handler {
    return Object.create(handler, {
      run: { value: (args: RunArgs) => run(handler, isOwn, context, args) },
    }) as Handler;
  }

  async function run(handler: Handler, isOwn: boolean, context: RequestContext, args: RunArgs) {
    // Nothing shows whether a handler will read the body, only whether it matches the request.
    if (
      isOwn &&
      context.waitsToSend &&
      (await handler.test({ ...args, request: args.request.clone() }))
    ) {
      await context.onBody();
    }
    const request = isOwn ? cloneFor(args, context) : keepOneBody(args);
    contexts.set(request, context);
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
    if (response.type === 'error' || response.status === 0) {
      // A fault of the service's own is applied elsewhere.
      if (isOwn) context.drop();
      // There is nothing to answer any more; nothing holds on to this promise.
      return new Promise<never>(() => {});
    }
    return isOwn
      ? { ...result, response: sendable(response, args.request.method, context) }
      : result;
  }

  /** A request of the handler's own, body and all, which aborts when the client has gone. */
  function cloneFor({ request }: RunArgs, { signal }: RequestContext): RunArgs['request'] {
    return new Request(request.clone(), { signal }) as RunArgs['request'];
  }

  /** The request without the clone that msw keeps for its log: a call that waits would hold its body. */
  function keepOneBody({ request }: RunArgs): RunArgs['request'] {
    return Object.assign(request, { clone: () => request });
  }

  /** A copy that the middleware can send, whatever its body does. */
  function sendable(response: Response, method: string, context: RequestContext): Response {
    const { status, statusText, headers, body } = response;
    if (status < 200 || status > 599) {
      throw new RangeError(`A handler answered with the status ${status}, which cannot be sent`);
    }
    if (method === 'HEAD' || context.signal.aborted) {
      // Nobody reads it, and a source without an end would be read for ever.
      body?.cancel().catch(() => {});
      return new Response(null, { status, statusText, headers });
    }
    return new Response(body && guard(body, context), { status, statusText, headers });
  }

  /**
   * A body that never fails: an error in the middleware's stream would end the process. It stops at
   * the source when the client has gone.
   */
  function guard(body: ReadableStream<unknown>, context: RequestContext): ReadableStream {
    const reader = body.getReader();
    const encoder = new TextEncoder();
    const giveUp = (error: unknown) => {
      onError(error);
      context.drop();
      reader.cancel(error).catch(() => {});
    };
    context.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}));
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else if (typeof value === 'string') controller.enqueue(encoder.encode(value));
          else if (ArrayBuffer.isView(value)) controller.enqueue(value);
          else throw new TypeError('A response body must stream bytes or strings');
        } catch (error) {
          giveUp(error);
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  return (req, res, next) => {
    const context = contexts.get(req)!;
    const hosted = [
      ...own().map((handler) => host(handler, true, context)),
      ...service.map((handler) => host(handler, false, context)),
    ];
    const middleware = createMiddleware(...(hosted as HttpHandler[])) as Middleware;
    return middleware(facade(req, context.target.path, context.target.query), res, next);
  };
}

/**
 * The parts of a request that the middleware reads. Of the request itself, it would take two slashes
 * for a host, and would write a body that was parsed before it as JSON once more.
 */
function facade(req: ExpressRequest, path: string, query: string): ExpressRequest {
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
    body: bodyOf(req),
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
