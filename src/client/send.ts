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
  token?: string | undefined;
  fetch?: typeof fetch | undefined;
}

/**
 * @throws TypeError when the URL is none of HTTP.
 * @throws ControlError (what it gives does) when the answer is not a success, or there is none.
 */
export function createSend({ url, apiKey, token, fetch: sendIt = fetch }: Credentials): Send {
  const origin = originOf(url);
  const identity = {
    ...(apiKey !== undefined && apiKey !== '' && { 'X-API-Key': apiKey }),
    ...(token !== undefined && token !== '' && { Authorization: `Bearer ${token}` }),
  };

  return async ({ method = 'GET', path, query = {}, body, headers, signal }) => {
    const target = new URL(`/__admin${path}`, origin);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) target.searchParams.set(name, String(value));
    }
    let response: Response;
    try {
      response = await sendIt(target, {
        method,
        headers: {
          ...identity,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
        cache: 'no-store',
        // The key and the token are the whole identity.
        credentials: 'omit',
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw new ControlError(`${origin} does not answer: ${reasonOf(error)}`, null, {
        cause: error,
      });
    }
    if (!response.ok) throw await errorOf(response);
    return response;
  };
}

function originOf(url: string | URL): string {
  const parsed = URL.canParse(String(url)) ? new URL(String(url)) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new TypeError(
      `Option "url" must be the server's address, such as "http://127.0.0.1:4020", not ${JSON.stringify(String(url))}`,
    );
  }
  return parsed.origin;
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
