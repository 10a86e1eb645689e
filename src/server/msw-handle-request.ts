import type { IncomingMessage, ServerResponse } from 'node:http';
import { getResponse, type HttpHandler } from 'msw';
import { networkFaultOf } from '../handlers/fetch-adapter.ts';
import { dropConnection } from './connection.ts';
import { sendServiceResponse } from './send.ts';
import { sendResponse } from './send-response.ts';

/** One request on its way through the handlers. */
export interface Exchange {
  readonly res: ServerResponse;
  /** The server's own headers for the answer, names and values in turn. */
  readonly headers: readonly string[];
  /** Aborts if the client goes; `undefined` if the user has no handlers that could listen for it. */
  readonly signal: AbortSignal | undefined;
  /** Called with each `Request` that a handler gets. */
  bind(request: Request): void;
  /** Called if a handler returns `passthrough()`. */
  passedOn(): void;
  /** Called once, before the answer of a handler is sent. */
  answered(): void;
}

/** The used part of what @mswjs/http-middleware passes to `handleRequest`. */
interface MiddlewareHooks {
  readonly resolutionContext: { readonly baseUrl: string };
  onPassthroughResponse(): void;
}

type Middleware<Req> = (req: Req, res: never, next: (error?: unknown) => void) => unknown;

/**
 * The exchange of the call that `runMiddleware` is making. The middleware tells `handleRequest` nothing
 * of Node's request, but calls it before it returns: so this is set only during that call.
 */
let current: Exchange | undefined;

/** Runs a middleware of @mswjs/http-middleware for an exchange. */
export function runMiddleware<Req extends IncomingMessage>(
  middleware: Middleware<Req>,
  exchange: Exchange,
  req: Req,
  next: (error?: unknown) => void,
): void {
  current = exchange;
  try {
    // The response is sent here, and not by the middleware.
    middleware(req, undefined as never, next);
  } finally {
    current = undefined;
  }
}

/**
 * Stands in for the `handleRequest` of msw 2, which @mswjs/http-middleware imports and msw 3 does not
 * export. The build and the tests give this one to the middleware (decisions/msw-versions.md).
 *
 * It asks the handlers one by one and sends the first response. If a handler returns nothing, or
 * `passthrough()`, the next one is asked, because a mock server has no network behind it.
 *
 * @throws What a handler throws, and the error of a response body that fails.
 */
export async function handleRequest(
  request: Request,
  _requestId: string,
  handlers: readonly HttpHandler[],
  _options: unknown,
  _emitter: unknown,
  { resolutionContext, onPassthroughResponse }: MiddlewareHooks,
): Promise<void> {
  const exchange = current!;
  const { signal } = exchange;
  const shared = signal ? new Request(request, { signal }) : request;
  for (const handler of handlers) {
    if (!takesMethod(handler, request.method)) continue;
    // A handler that passes a request on may have read its body. Without a body, all handlers get one
    // object, for which msw keeps what it has parsed.
    const own = shared.body ? shared.clone() : shared;
    exchange.bind(own);
    const response = await getResponse([handler], own, resolutionContext).catch(
      (cause: unknown) => {
        throw new Error(`The handler ${handler.info.header} failed`, { cause });
      },
    );
    if (response && isPassthrough(response)) exchange.passedOn();
    else if (response) {
      exchange.answered();
      return send(exchange, response);
    }
  }
  onPassthroughResponse();
}

/** msw asks the same, but parses the URL and the cookies first: 40 % of a get. */
function takesMethod({ info: { method } }: HttpHandler, asked: string): boolean {
  return typeof method !== 'string' || method.toUpperCase() === asked.toUpperCase();
}

const isPassthrough = ({ headers }: Response) => headers.get('x-msw-intention') === 'passthrough';

async function send({ res, headers }: Exchange, response: Response): Promise<void> {
  const fault = networkFaultOf(response);
  if (fault) sendServiceResponse(res, fault, headers);
  else if (response.status === 0) dropConnection(res);
  else await sendResponse(res, response, headers);
}
