import { getResponse, type HttpHandler } from 'msw';

/** What @mswjs/http-middleware does with what the handlers give. */
interface Outcome {
  readonly resolutionContext: { readonly baseUrl: string };
  onMockedResponse(response: Response): Promise<void>;
  onPassthroughResponse(): void;
}

/**
 * Stands for msw 2's function of this name, which @mswjs/http-middleware calls and msw 3 no longer
 * exports: the bundle gives this one to the middleware, for both (decisions/msw-versions.md). It puts
 * no cookies into msw 2's jar, which all clients would share, and prints no warning, for which msw
 * would read the whole body of a request that no handler is for.
 * A network error, and what the service has sent itself, is nothing to send.
 *
 * @throws What a handler throws, and what the middleware throws while it sends.
 */
export async function handleRequest(
  request: Request,
  _requestId: string,
  handlers: HttpHandler[],
  _options: unknown,
  _emitter: unknown,
  { resolutionContext, onMockedResponse, onPassthroughResponse }: Outcome,
): Promise<void> {
  const response = await getResponse(handlers, request, resolutionContext);
  if (!response) onPassthroughResponse();
  else if (response.status > 0) await onMockedResponse(response);
}
