import { exposedHeaders } from '../server/cors.ts';

/** A catalog in the test's own process, from `createPetCatalog()`. */
export interface RoutableCatalog {
  fetch(request: Request): Promise<Response | undefined>;
}

/** The used part of Playwright's `Request`. */
export interface RoutedRequest {
  url(): string;
  method(): string;
  headers(): Record<string, string>;
  postDataBuffer(): Buffer | null;
  response(): Promise<unknown>;
}

/** The used part of Playwright's `Route`. */
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

/** The used part of Playwright's `Page` and `BrowserContext`. */
export interface RoutablePage {
  route(url: RegExp, handler: (route: RoutedCall) => Promise<void>): Promise<unknown>;
  unroute(url: RegExp, handler: (route: RoutedCall) => Promise<void>): Promise<void>;
}

/**
 * Answers a page's calls to the service from a catalog in the test's own process, without a server or a
 * service worker. Other requests go on to other routes, or to the network.
 *
 * A network fault aborts the request; `hang` leaves it open until the page gives up or the test ends.
 * A body that dribbles arrives whole, at its end, because Playwright sends no parts.
 *
 * @param page A page, or a context for all of its pages.
 * @returns A function that stops it and ends waiting calls. It may be called twice.
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
    // It settles when the request was answered or given up, or its page has closed.
    sent.response().then(end, end);
    try {
      const response = await catalog.fetch(toRequest(sent, call.signal));
      if (!response) await route.fallback();
      else if (response.type === 'error') await route.abort('connectionreset');
      else await route.fulfill(await toAnswer(response));
    } catch (error) {
      if (!call.signal.aborted) throw error;
      // The page has given up, or the routing was stopped.
      await route.abort('connectionreset').catch(() => {});
    }
  }

  await page.route(anyHttp, answer);
  return async () => {
    // When the routing ends, Playwright sends unanswered requests to the network.
    for (const call of calls.keys()) call.abort();
    await Promise.allSettled(calls.values());
    await page.unroute(anyHttp, answer);
  };
}

const anyHttp = /^https?:/;

function toRequest(sent: RoutedRequest, signal: AbortSignal): Request {
  const url = new URL(sent.url());
  // The constructor of `Request` throws at credentials in a URL.
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
    // Playwright adds the other CORS headers, and answers preflights.
    headers: {
      'access-control-expose-headers': exposedHeaders,
      ...Object.fromEntries(response.headers),
    },
    body: Buffer.from(await response.arrayBuffer()),
  };
}
