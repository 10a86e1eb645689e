import { ControlError } from './control-error.ts';

/** What a control request is made of. */
export interface ControlRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/__admin`, with its slash: `/reset`. */
  path: string;
  /** `undefined` leaves a parameter out. */
  query?: Readonly<Record<string, string | number | null | undefined>>;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

/** Sends a control request; gives its answer when that is a success. */
export type Send = (request: ControlRequest) => Promise<Response>;

/** Whose requests they are. */
export interface Credentials {
  url: string | URL;
  apiKey?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  token?: string | undefined;
  fetch?: typeof fetch | undefined;
}

/**
 * @throws TypeError when the URL is none of HTTP.
 * @throws ControlError (what it gives does) when the answer is not a success, or there is none.
 */
export function createSend({
  url,
  apiKey,
  headers: own,
  token,
  fetch: sendIt = fetch,
}: Credentials): Send {
  const service = parseUrl(url);
  const identity = {
    ...own,
    ...(apiKey !== undefined && apiKey !== '' && { 'X-API-Key': apiKey }),
    ...(token !== undefined && token !== '' && { Authorization: `Bearer ${token}` }),
  };
  let plane: Promise<string> | undefined;

  /** Where the control plane is. A URL with a path may be the service's, or where an app is mounted. */
  async function findPlane(signal: AbortSignal | undefined): Promise<string> {
    const segments = service.pathname.split('/').filter(Boolean);
    const prefixes = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
    for (const prefix of ['', ...prefixes]) {
      const candidate = `${service.origin}${prefix}/__admin`;
      if (segments.length === 0) return candidate;
      const response = await ask(`${candidate}/health`, { ...(signal && { signal }) });
      const body = await response.text();
      if (response.ok && body.startsWith('{"status":"ok"')) return candidate;
    }
    throw new ControlError(`There is no control plane at ${service.href} or above it`, 404);
  }

  async function ask(target: string | URL, init: RequestInit): Promise<Response> {
    try {
      // The key and the token are the whole identity.
      return await sendIt(target, { ...init, cache: 'no-store', credentials: 'omit' });
    } catch (error) {
      init.signal?.throwIfAborted();
      throw new ControlError(`${service.origin} does not answer: ${reasonOf(error)}`, null, {
        cause: error,
      });
    }
  }

  return async ({ method = 'GET', path, query = {}, body, headers, signal }) => {
    // Sought again after a failure: the server may not be up yet.
    plane ??= findPlane(signal).catch((error: unknown) => {
      plane = undefined;
      throw error;
    });
    const target = new URL((await plane) + path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) target.searchParams.set(name, String(value));
    }
    const response = await ask(target, {
      method,
      headers: {
        ...identity,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  };
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
  const text = await response.text().catch(() => '');
  return new ControlError(
    messageIn(text) ?? `${response.status} ${response.statusText}`.trim(),
    response.status,
  );
}

function messageIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
