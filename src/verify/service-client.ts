import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { OptionError } from '../contract/errors.ts';
import { duration, onOneLine, shorten } from '../contract/text.ts';
import { collectBytes } from '../service/collect-bytes.ts';
import { key, type SentRequest } from './cases/case.ts';
import type { Redact } from '../catalog/redact.ts';
import { redactorFor } from './redact.ts';
import { UnreachableError } from './report.ts';
import { openResponse, toReceived, wordsFor, type Received } from './send.ts';

/** How a service is reached. */
export interface ServiceAccess {
  /** The base URL of the service, with `/v2` or its like. */
  url: string;
  /** A key that the service knows. Default: a made-up one. */
  apiKey?: string | undefined;
  /** Headers that are sent with each request. Default: none. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The time limit of each request in milliseconds. Default: 10,000. */
  timeout?: number | undefined;
  /** Ends the run. Requests that were not sent yet are not sent. */
  signal?: AbortSignal | undefined;
}

/** A pet as a service answers it. */
export type ServicePet = Readonly<Record<string, unknown>>;

/** A client of a service. @internal */
export interface ServiceClient {
  /** The base URL. */
  readonly against: string;
  /** The path of the base URL, without a slash at its end. */
  readonly basePath: string;
  /** The headers of each request of the service. */
  readonly headers: Readonly<Record<string, string>>;
  /** Redacts the secrets of the headers in a text. */
  readonly redact: Redact;
  /** Sends a request. Resolves with a message if there is no answer. */
  send(request: SentRequest): Promise<Received | string>;
  /** Asks for the list. @param key Default: the key of the service. */
  ask(query?: string, key?: string): Promise<Received | string>;
  /** Reads the pets of the list. @throws UnreachableError */
  list(query?: string): Promise<readonly ServicePet[]>;
  /** How many requests were sent. */
  count(): number;
  /** Notes for the user: a redirect that was followed. */
  notes(): string[];
  close(): void;
}

const mostMebibytes = 32;
const mostRedirects = 5;

/** @throws OptionError that names the URL. @internal */
export function createServiceClient(access: ServiceAccess): ServiceClient {
  const { apiKey, timeout = 10_000, signal } = access;
  const { origin, path: basePath } = parseTarget(access.url);
  const against = origin + basePath;
  const headers = { ...access.headers, 'X-API-Key': apiKey ?? key };
  const redact = redactorFor(apiKey, headers);
  const { Agent } = origin.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true });
  let requests = 0;
  let redirect: string | undefined;

  async function send({ method, path, headers: sent, body }: SentRequest) {
    const time = AbortSignal.timeout(timeout);
    const ends = signal ? AbortSignal.any([signal, time]) : time;
    const length = body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = { agent, method, headers: { ...sent, ...length }, signal: ends };
    const redirects: string[] = [];
    try {
      for (let target = path; ;) {
        requests++;
        const message = await openResponse(origin, { ...options, path: target }, body);
        const bytes = await readBody(message);
        if (!bytes) return `an answer of more than ${mostMebibytes} MiB`;
        const next = nextPath(message, method, new URL(origin + target));
        if (next === undefined || redirects.length === mostRedirects) {
          return toReceived(message.statusCode!, message.headers, bytes, redact, redirects);
        }
        redirect ??= `${method} ${target} to ${next}`;
        redirects.push(next);
        target = next;
      }
    } catch (error) {
      signal?.throwIfAborted();
      return time.aborted ? `no answer within ${duration(timeout)}` : wordsFor(error as Error);
    }
  }

  const ask: ServiceClient['ask'] = (query = '', ownKey = headers['X-API-Key']) => {
    const sent = { ...headers, 'X-API-Key': ownKey };
    return send({
      method: 'GET',
      path: `${basePath}/pets${query}`,
      headers: sent,
      body: undefined,
    });
  };

  return {
    against,
    basePath,
    headers,
    redact,
    send,
    ask,
    async list(query) {
      const response = await ask(query);
      if (isList(response)) return response.json.map((pet) => Object(pet) as ServicePet);
      const why = typeof response === 'string' ? response : whyNoList(response, redact, apiKey);
      throw new UnreachableError(onOneLine(`GET ${against}/pets: ${why}`));
    },
    count: () => requests,
    notes() {
      if (redirect === undefined) return [];
      const shown = shorten(onOneLine(redact(redirect)), 200);
      return [`The service redirects ${shown} on the same origin, and that was followed`];
    },
    close: () => agent.destroy(),
  };
}

/** Reads a body; `undefined` if it is too large. */
async function readBody(message: IncomingMessage): Promise<Uint8Array | undefined> {
  const bytes = collectBytes();
  for await (const chunk of message as AsyncIterable<Buffer<ArrayBuffer>>) {
    bytes.add(chunk);
    // Leaving the loop destroys the message.
    if (bytes.length() > mostMebibytes * 2 ** 20) return undefined;
  }
  return bytes.take();
}

/** Where a redirect leads to, if it may be followed: the key stays on the same origin. */
function nextPath(message: IncomingMessage, method: string, from: URL): string | undefined {
  const { statusCode: status = 0, headers } = message;
  const { location } = headers;
  if (location === undefined || !URL.canParse(location, from)) return undefined;
  const to = new URL(location, from);
  const isRead = method === 'GET' || method === 'HEAD';
  // A request that changes something goes nowhere else, but a slash may be added.
  const bare = ({ pathname }: URL) => pathname.replace(/\/$/, '');
  const isFollowed = isRead
    ? [301, 302, 303, 307, 308].includes(status)
    : method === 'POST' && bare(to) === bare(from) && (status === 307 || status === 308);
  return isFollowed && to.origin === from.origin ? to.pathname + to.search : undefined;
}

function isList(response: Received | string): response is Received & { json: unknown[] } {
  if (typeof response === 'string') return false;
  const { status, json } = response;
  return status === 200 && Array.isArray(json) && (json.length === 0 || json.some(hasId));
}

function whyNoList(response: Received, redact: Redact, apiKey?: string): string {
  const { status, headers, redirects, isDeep } = response;
  if (status === 401 || status === 403) {
    return apiKey === undefined
      ? `the service needs a key (${status}); give one with --api-key`
      : `the key was refused (${status})`;
  }
  if (redirects.length === mostRedirects) {
    return `${status} after ${mostRedirects} redirects, and no more are followed`;
  }
  if (status >= 300 && status < 400) {
    // The rest of the URL may hold a secret.
    const { location = '' } = headers;
    const place = URL.canParse(location) ? redact(new URL(location).origin) : 'no URL';
    return `${status} leads to another place, which is not followed, as the key would go there: ${place}`;
  }
  const to = redirects.at(-1);
  const after = to === undefined ? '' : ` after a redirect to ${shorten(redact(to), 200)}`;
  const type = shorten(redact(headers['content-type'] ?? 'no content type'), 60);
  const content = isDeep ? 'JSON that is nested too deep' : type;
  return `${status}${after} with ${content}, and not a JSON array of pets with ids; is the base URL right?`;
}

/**
 * Takes the base URL of a service apart.
 *
 * @throws OptionError, which repeats nothing of the URL: it may hold a password.
 */
function parseTarget(url: string): { origin: string; path: string } {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  const { protocol = '', origin = '', pathname = '' } = target ?? {};
  let expected: string | undefined;
  if (!/^https?:$/.test(protocol)) {
    expected = 'the base URL of a service, such as https://pets.example/v2';
  } else if (target!.href !== origin + pathname) {
    expected = 'a base URL without a name, a password, a query or a fragment';
  }
  if (expected !== undefined) throw new OptionError({ option: 'url', expected });
  return { origin, path: pathname.replace(/\/+$/, '') };
}

/** Whether a value is a pet with an id that it can be found by. @internal */
export function hasId(value: unknown): value is ServicePet {
  const { id } = (value ?? {}) as ServicePet;
  return (typeof id === 'string' && id !== '') || typeof id === 'number';
}
