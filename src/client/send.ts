/** A control request that did not succeed. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  /** The status of the response; `null` when there was none, or not all of it (the server is not there, say). */
  readonly status: number | null;

  /** @param message The server's own, where there was a response. */
  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Which server, and who asks. */
export interface ControlOptions {
  /**
   * The server's origin (`http://127.0.0.1:4020`), its service URL (`…/v2`), or where the app is
   * mounted in another (`…/mock`): the control plane is looked for there and above it.
   */
  url: string | URL;
  /**
   * With `isolate`: the key whose catalog is controlled. Without it, `reset` is of all catalogs, what is
   * read is of the one for requests without a key, and changes are refused.
   */
  apiKey?: string | undefined;
  /** With `isolate`, instead of a key: the number of a catalog in `catalogs.list()`. */
  catalog?: number | undefined;
  /**
   * What each control request brings besides: where `isolate` names a header, that one
   * (`{ 'X-Test-Id': 'one' }`).
   */
  headers?: RequestInit['headers'] | undefined;
  /** The server's `adminToken`, when it has one. */
  token?: string | undefined;
  /** What sends the requests: a `fetch` through a proxy, say. Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

const optionNames = ['url', 'apiKey', 'catalog', 'headers', 'token', 'fetch'];

export type Query = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly string[]>
>;

/** What a control request has besides its line. */
export interface ControlRequest {
  /** `undefined` leaves a parameter out; each text of an array is sent in one of its own. */
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** The response is wanted with a 404 as well: there may be nothing of that id. */
  mayBeMissing?: true;
}

/**
 * Sends a control request, and gives the response when it is a success.
 *
 * @param line The method, and the path below `/__admin`: `POST /reset`.
 */
export type Send = (line: string, request?: ControlRequest) => Promise<Response>;

export function createSend(options: ControlOptions): Send {
  checkNames(options);
  const { url, apiKey, catalog, headers: own, token, fetch: sendIt = fetch } = options;
  const service = parseUrl(url);
  const segments = service.pathname.split('/').filter(Boolean);
  // The names are in lower case now, so that later headers replace them.
  const identity = {
    ...toHeaders('headers', own),
    ...(apiKey !== undefined && apiKey !== '' && toHeaders('apiKey', { 'x-api-key': apiKey })),
    ...(token !== undefined &&
      token !== '' &&
      toHeaders('token', { authorization: `Bearer ${token}` })),
  };
  let plane: Promise<string> | undefined;
  let isConfirmed = segments.length > 0;

  /**
   * Where the control plane is. A URL with a path may be the service's, or where an app is mounted. From
   * the origin on: below the service's own path, it would be a request in the journal.
   */
  async function findPlane(): Promise<string> {
    const paths = ['', ...segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)];
    const planeAt = (path: string) => `${service.origin}${path}/__admin`;
    // An origin is right as a rule: it is confirmed only once a request was answered with 404.
    if (paths.length === 1) return planeAt('');
    let deepest: string | undefined;
    for (const path of paths) {
      const candidate = planeAt(path);
      const answer = isPlane(candidate);
      // Once there is one, what lies below it may fail as it likes.
      const isThere = await (deepest === undefined ? answer : answer.catch(() => false));
      if (isThere && (await isOfUrl(candidate, path))) return candidate;
      if (isThere) deepest = candidate;
    }
    if (deepest !== undefined) return deepest;
    throw new ControlError(
      `There is no control plane at ${service.href} or above it: nothing answered GET ` +
        paths.map((path) => `${planeAt(path)}/health`).join(' or '),
      404,
    );
  }

  /** Whether the mock there can be meant: its base path is at, below or above the path of the URL. */
  async function isOfUrl(candidate: string, path: string): Promise<boolean> {
    const response = await ask(`${candidate}/info`, { headers: identity });
    if (!response.ok) {
      await response.body?.cancel();
      return true;
    }
    const { basePath } = await jsonOf<{ basePath: string }>(response);
    // Behind a proxy that cuts its path off, the mock does not know of it.
    const whole = `${basePath}/`.startsWith(`${path}/`) ? basePath : path + basePath;
    const theirs = whole.split('/').filter(Boolean);
    return segments.every((segment, index) => [undefined, segment].includes(theirs[index]));
  }

  async function isPlane(candidate: string, signal?: AbortSignal): Promise<boolean> {
    const response = await ask(`${candidate}/health`, { ...(signal && { signal }) });
    const body = await response.text();
    return response.ok && body.startsWith('{"status":"ok"');
  }

  async function ask(target: string | URL, init: RequestInit): Promise<Response> {
    try {
      // The key and the token are the whole identity.
      return await sendIt(target, { ...init, cache: 'no-store', credentials: 'omit' });
    } catch (error) {
      init.signal?.throwIfAborted();
      const { origin } = service;
      const reason = reasonOf(error);
      // With `onUnhandledRequest: 'error'`, of msw 3 `onUnhandledFrame`.
      const message = reason.startsWith('[MSW] Cannot bypass a request')
        ? `msw in this process has refused a request to ${origin}, as no handler is for it: ` +
          `add http.all('${origin}/*', () => passthrough()) before its other handlers`
        : `${origin} does not answer: ${reason}`;
      throw new ControlError(message, null, { cause: error });
    }
  }

  return async (line, { query = {}, body, headers, signal, mayBeMissing } = {}) => {
    const [method = '', path = ''] = line.split(' ');
    // Sought again after a failure: the server may not be up yet.
    plane ??= findPlane().catch((error: unknown) => {
      plane = undefined;
      throw error;
    });
    const at = await untilAborted(plane, signal);
    const target = new URL(at + path);
    for (const [name, value] of Object.entries({ catalog, ...query })) {
      if (value === undefined) continue;
      for (const one of Array.isArray(value) ? value : [value]) {
        target.searchParams.append(name, String(one));
      }
    }
    const response = await ask(target, {
      method,
      headers: {
        ...identity,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const asked = `${method} ${target.pathname}`;
    if (response.ok) {
      // Each success of the plane is JSON, a stream of events, or without a body and a type.
      const types = [undefined, 'application/json', 'text/event-stream'];
      if (types.includes(typeOf(response))) return response;
      await response.body?.cancel();
      // A server of pages, say, that answers all paths with one.
      throw noPlane(at, asked, response);
    }
    if (response.status === 404) {
      // Either the control plane has no such path, or there is no control plane.
      isConfirmed ||= await isPlane(at, signal);
      if (!isConfirmed) throw noPlane(at, asked, response);
      if (mayBeMissing) return response;
    }
    throw await errorOf(response);
  };
}

/** What others wait for, too: a signal ends this wait alone. */
export function untilAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return shared;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    void shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

const typeOf = ({ headers }: Response) => headers.get('content-type')?.split(';', 1)[0];

function noPlane(at: string, asked: string, response: Response): ControlError {
  const { status } = response;
  const what = status === 404 ? '404' : `${status} and ${typeOf(response)}`;
  return new ControlError(
    `There is no control plane at ${at}: ${asked} was answered with ${what}. ` +
      'Where the mock is mounted in another app, "url" must include the path of the mount',
    status,
  );
}

/**
 * Returns the JSON of a response.
 *
 * @throws ControlError without a status if the connection broke, or if the body is not JSON.
 */
export async function jsonOf<T>(response: Response, signal?: AbortSignal): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (error) {
    signal?.throwIfAborted();
    const message = `The answer of ${response.url} cannot be read: ${reasonOf(error)}`;
    throw new ControlError(message, null, { cause: error });
  }
}

function checkNames(options: ControlOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError('The options must be an object with "url", the server\'s address');
  }
  for (const name of Object.keys(options)) {
    if (optionNames.includes(name)) continue;
    throw new TypeError(`Unknown option "${name}". The options are: ${optionNames.join(', ')}`);
  }
}

/** @throws TypeError that names the option alone: what the system says has the value in it. */
export function toHeaders(
  option: string,
  given: ControlOptions['headers'],
): Record<string, string> {
  try {
    return Object.fromEntries(new Headers(given));
  } catch {
    throw new TypeError(`Option "${option}" must be what the headers of a request can carry`);
  }
}

function parseUrl(url: string | URL): URL {
  const parsed = URL.canParse(String(url)) ? new URL(String(url)) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new TypeError(
      `Option "url" must be the server's address, such as "http://127.0.0.1:4020", not ${JSON.stringify(String(url))}`,
    );
  }
  return parsed;
}

/** The system's own reason lies below fetch's "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return cause.message || String((cause as { code?: string }).code);
  return error.message;
}

async function errorOf(response: Response): Promise<ControlError> {
  const { status, statusText } = response;
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null;
  const message = typeof body?.error === 'string' ? body.error : `${status} ${statusText}`.trim();
  return new ControlError(message, status);
}
