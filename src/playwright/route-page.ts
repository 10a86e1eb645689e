import { exposedHeaders } from '../server/cors.ts';

/** A catalog that runs in the test's own process: what `createPetCatalog()` gives. */
export interface RoutableCatalog {
  fetch(request: Request): Promise<Response | undefined>;
}

/** Playwright's `Request`, as far as it is needed. */
export interface RoutedRequest {
  url(): string;
  method(): string;
  headers(): Record<string, string>;
  postDataBuffer(): Buffer | null;
  response(): Promise<unknown>;
}

/** Playwright's `Route`, as far as it is needed. */
export interface RoutedCall {
  request(): RoutedRequest;
  fallback(): Promise<void>;
  abort(errorCode: 'connectionreset'): Promise<void>;
  fulfill(response: {
    status: number;
    headers: Record<string, string>;
    body: Buffer;
  }): Promise<void>;
}

/** Playwright's `Page` or `BrowserContext`, as far as it is needed. */
export interface RoutablePage {
  route(url: RegExp, handler: (route: RoutedCall) => Promise<void>): Promise<unknown>;
  unroute(url: RegExp, handler: (route: RoutedCall) => Promise<void>): Promise<void>;
}

/**
 * Answers a page's calls to the service from a catalog in the test's own process: no server, no service
 * worker. Requests that are not the service's go on to other routes, or to the network.
 *
 * A network fault aborts the request; `hang` leaves it open until the page gives up or the test ends.
 * A body that dribbles comes whole, at its end: Playwright sends no parts.
 *
 * @param page A page; or a context, for all of its pages.
 * @returns A function that stops it, and ends the calls that wait. It may be called twice.
 *
 * @example
 * const catalog = createPetCatalog({ pets: 3 });
 * await routePage(page, catalog);
 * await page.goto('/');
 */
export async function routePage(
  page: RoutablePage,
  catalog: RoutableCatalog,
): Promise<() => Promise<void>> {
  const calls = new Map<AbortController, Promise<void>>();

  function answer(route: RoutedCall): Promise<void> {
    const call = new AbortController();
    const answered = answerCall(route, call).finally(() => calls.delete(call));
    calls.set(call, answered);
    return answered;
  }

  async function answerCall(route: RoutedCall, call: AbortController): Promise<void> {
    const sent = route.request();
    const end = () => call.abort();
    // It settles when the request is over: answered, given up, or its page has closed.
    sent.response().then(end, end);
    try {
      const response = await catalog.fetch(toRequest(sent, call.signal));
      if (!response) await route.fallback();
      else if (response.type === 'error') await route.abort('connectionreset');
      else await route.fulfill(await toAnswer(response));
    } catch (error) {
      if (!call.signal.aborted) throw error;
      // Nobody is there to be answered any more, unless the routing was stopped.
      await route.abort('connectionreset').catch(() => {});
    }
  }

  await page.route(anyHttp, answer);
  return async () => {
    // Before the routing ends: Playwright then sends what has no answer yet to the network.
    for (const call of calls.keys()) call.abort();
    await Promise.allSettled(calls.values());
    await page.unroute(anyHttp, answer);
  };
}

const anyHttp = /^https?:/;

function toRequest(sent: RoutedRequest, signal: AbortSignal): Request {
  const url = new URL(sent.url());
  // A `Request` has none, and throws.
  url.username = '';
  url.password = '';
  const body = sent.postDataBuffer();
  return new Request(url, {
    method: sent.method(),
    headers: sent.headers(),
    body: body && new Uint8Array(body),
    signal,
  });
}

async function toAnswer(response: Response) {
  return {
    status: response.status,
    // Playwright adds what else a page of another origin needs, and answers its preflights.
    headers: {
      'access-control-expose-headers': exposedHeaders,
      ...Object.fromEntries(response.headers),
    },
    body: Buffer.from(await response.arrayBuffer()),
  };
}
