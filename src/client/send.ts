/** A control request that did not succeed. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  /** The status of the response; `null` if the server sent no whole response. */
  readonly status: number | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** The options of `createControl`. */
export interface ControlOptions {
  /**
   * The address of the server (`http://127.0.0.1:4020`), of the service (`…/v2`), or the path where the
   * mock is mounted in another app (`…/mock`).
   */
  url: string | URL;
  /**
   * With `isolate`: the key whose catalog is controlled. Without a key, `reset` resets all catalogs, reads
   * are from the common catalog, and the server refuses other changes.
   */
  apiKey?: string | undefined;
  /** With `isolate`, instead of a key: the number of a catalog in `catalogs.list()`. */
  catalog?: number | undefined;
  /** More headers of each control request: the header that `isolate` names, for example. */
  headers?: RequestInit['headers'] | undefined;
  /** The server's `adminToken`, if it has one. */
  token?: string | undefined;
  /** Sends the requests, for example through a proxy. Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

const optionNames = ['url', 'apiKey', 'catalog', 'headers', 'token', 'fetch'];

export type Query = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly string[]>
>;

/** The parts of a control request besides its method and path. */
export interface ControlRequest {
  /** `undefined` leaves a parameter out. An array repeats the parameter. */
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** Returns a `404` instead of throwing: there may be nothing with that id. */
  mayBeMissing?: true;
}

/**
 * Sends a control request and returns its response.
 *
 * @param line The method, and the path below `/__admin`: `POST /reset`.
 * @throws ControlError if the server refuses the request or does not answer.
 */
export type Send = (line: string, request?: ControlRequest) => Promise<Response>;

export function createSend(options: ControlOptions): Send {
  checkNames(options);
  const { url, apiKey, catalog, headers: own, token, fetch: sendIt = fetch } = options;
  const service = parseUrl(url);
  const segments = service.pathname.split('/').filter(Boolean);
  // The names are in lower case, so that later headers replace them.
  const identity = {
    ...toHeaders('headers', own),
    ...(apiKey !== undefined && apiKey !== '' && toHeaders('apiKey', { 'x-api-key': apiKey })),
    ...(token !== undefined &&
      token !== '' &&
      toHeaders('token', { authorization: `Bearer ${token}` })),
  };
  let plane: Promise<string> | undefined;
  let isConfirmed = segments.length > 0;

  /** Finds the control plane: at the origin, or below a part of the path of the URL. */
  async function findPlane(): Promise<string> {
    const paths = ['', ...segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)];
    const planes = paths.map((path) => `${service.origin}${path}/__admin`);
    // An origin without a path is rarely wrong: only a 404 makes the client look.
    if (planes.length === 1) return planes[0]!;
    // The origin comes first: below the service's path, the question would be a request in the journal.
    for (const candidate of planes) {
      if (await isPlane(candidate)) return candidate;
    }
    const asked = planes.map((candidate) => `${candidate}/health`).join(' or ');
    throw new ControlError(
      `There is no control plane at ${service.href} or above it: nothing answered GET ${asked}`,
      404,
    );
  }

  async function isPlane(candidate: string, signal?: AbortSignal): Promise<boolean> {
    const response = await ask(`${candidate}/health`, { ...(signal && { signal }) });
    const body = await response.text();
    return response.ok && body.startsWith('{"status":"ok"');
  }

  async function ask(target: string | URL, init: RequestInit): Promise<Response> {
    try {
      // No cookies: the key and the token say who asks.
      return await sendIt(target, { ...init, cache: 'no-store', credentials: 'omit' });
    } catch (error) {
      init.signal?.throwIfAborted();
      const { origin } = service;
      const reason = reasonOf(error);
      const message = reason.startsWith('[MSW] Cannot bypass a request')
        ? `msw in this process refused a request to ${origin}, because it has no handler for it: ` +
          `add http.all('${origin}/*', () => passthrough()) before the other handlers`
        : `${origin} does not answer: ${reason}`;
      throw new ControlError(message, null, { cause: error });
    }
  }

  return async (line, { query = {}, body, headers, signal, mayBeMissing } = {}) => {
    const [method = '', path = ''] = line.split(' ');
    // After a failure it looks again: the server may not be up yet.
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
      // A server of pages may answer every path with 200.
      const types = [undefined, 'application/json', 'text/event-stream'];
      if (types.includes(typeOf(response))) return response;
      await response.body?.cancel();
      throw noPlane(at, asked, response);
    }
    if (response.status === 404) {
      // The control plane has no such path, or the server has no control plane.
      isConfirmed ||= await isPlane(at, signal);
      if (!isConfirmed) throw noPlane(at, asked, response);
      if (mayBeMissing) return response;
    }
    throw await errorOf(response);
  };
}

/** Waits for a promise until the signal aborts. The promise goes on for others that wait for it. */
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
      'If the mock is mounted in another app, "url" must include the path of the mount',
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

/** @throws TypeError that names the option. The system's own message would show the value. */
export function toHeaders(
  option: string,
  given: ControlOptions['headers'],
): Record<string, string> {
  try {
    return Object.fromEntries(new Headers(given));
  } catch {
    throw new TypeError(`Option "${option}" must be text that a header can carry`);
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

/** Returns the system's reason, which `fetch` keeps below "fetch failed". */
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
