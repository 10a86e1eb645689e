import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { OptionError } from '../contract/errors.ts';
import { duration, onOneLine, shorten } from '../contract/words.ts';
import { collectBytes } from '../service/collect-bytes.ts';
import { key, type SentRequest } from './cases/case.ts';
import { toSegment, wrongKey, type ServicePet } from './place-case.ts';
import { UnreachableError } from './report.ts';
import { openResponse, toReceived, wordsFor, type ReceivedResponse } from './send.ts';
import { createShow } from './show.ts';

/** How a service is reached. */
export interface ServiceAccess {
  /** The base URL of the service, `/v2` or whatever it is included. */
  url: string;
  /** The key that it knows. Default: one that it does not know. */
  apiKey?: string | undefined;
  /** Headers that are sent with each request. Default: none. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Of each request, in milliseconds. Default: 10,000. */
  timeout?: number | undefined;
  /** Ends the run: what has not been asked is not asked any more. */
  signal?: AbortSignal | undefined;
}

/** More than any list has that is read. */
const allOfThem = 1_000_000;
/** What is read of a response at most. */
const mostMebibytes = 32;
const mostRedirects = 5;

/** @throws OptionError that names the URL. @internal */
export function openService(access: ServiceAccess) {
  const { apiKey = key, headers, timeout = 10_000, signal } = access;
  const { origin, path: basePath } = parseTarget(access.url);
  const against = origin + basePath;
  const collection = `${basePath}/pets`;
  const { Agent } = origin.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true });
  let requests = 0;
  /** `GET /v2/pets to /v2/pets/`: the first redirect that was followed. */
  let redirect: string | undefined;

  /**
   * Sends a request, whose key goes nowhere else: a redirect is followed on the same origin alone.
   *
   * @returns Words where nothing comes back, or nothing that can be read.
   * @throws what the signal was aborted with.
   */
  async function send(request: SentRequest): Promise<Received> {
    const { method, body } = request;
    const time = AbortSignal.timeout(timeout);
    const ends = signal ? AbortSignal.any([signal, time]) : time;
    const length = body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = { agent, method, headers: { ...request.headers, ...length }, signal: ends };
    const redirects: string[] = [];
    let { path } = request;
    try {
      for (;;) {
        requests++;
        const message = await openResponse(origin, { ...options, path }, body);
        const bytes = collectBytes();
        for await (const chunk of message as AsyncIterable<Buffer<ArrayBuffer>>) {
          bytes.add(chunk);
          // To leave the loop destroys the message.
          if (bytes.length() > mostMebibytes * 2 ** 20) {
            return `an answer of more than ${mostMebibytes} MiB`;
          }
        }
        const next = nextPath(message, method, new URL(origin + path));
        if (next === undefined || redirects.length === mostRedirects) {
          return toReceived(message.statusCode!, message.headers, bytes.take(), redirects);
        }
        redirect ??= `${method} ${path} to ${next}`;
        redirects.push(next);
        path = next;
      }
    } catch (error) {
      signal?.throwIfAborted();
      return time.aborted ? `no answer within ${duration(timeout)}` : wordsFor(error as Error);
    }
  }

  const get = (rest: string, ownKey = apiKey) =>
    send({
      method: 'GET',
      path: collection + rest,
      headers: { ...headers, 'X-API-Key': ownKey },
      body: undefined,
    });

  // What a message repeats of a response is without what was sent in secret.
  const { hide } = createShow([{ ...headers, 'X-API-Key': apiKey }], apiKey);

  /** One list of the service. @throws UnreachableError */
  async function listPets(query = ''): Promise<readonly ServicePet[]> {
    const response = await get(query);
    if (isList(response)) return response.json.map((pet) => Object(pet) as ServicePet);
    const why = typeof response === 'string' ? response : whyNoList(response, hide);
    throw new UnreachableError(onOneLine(`GET ${against}/pets: ${why}`));
  }

  return {
    against,
    basePath,
    collection,
    send,
    /** How many requests went out. */
    count: () => requests,
    close: () => agent.destroy(),
    /**
     * All pets, as the list has them, or so many. Where it gives more when asked for many, it has a
     * default limit, and those are taken.
     *
     * @throws UnreachableError
     */
    async readPets(limit?: number): Promise<readonly ServicePet[]> {
      if (limit !== undefined) return (await listPets(`?limit=${limit}`)).slice(0, limit);
      const pets = await listPets();
      const others = await listPets(`?limit=${allOfThem}`).catch(unlessUnreachable);
      return others && others.length > pets.length ? others : pets;
    },
    /** Whether it still answers, whatever that is. */
    answers: async () => typeof (await get('?limit=1')) !== 'string',
    /** That a redirect was followed, in a sentence; nothing where none was. */
    redirectWords(): string[] {
      if (redirect === undefined) return [];
      const shown = shorten(onOneLine(hide(redirect)), 200);
      return [`The service redirects ${shown} on the same origin, and that was followed`];
    },
    /** Whether it takes a wrong key, too: for a list, and for a pet of it, as a list may be open to all. */
    async takesAnyKey(): Promise<boolean> {
      const all = await get('', wrongKey);
      if (!isList(all)) return false;
      const id = String((all.json.find(hasId) as ServicePet | undefined)?.id);
      const one = await get(`/${toSegment(id)}`, wrongKey);
      return typeof one === 'object' && one.status === (all.json.length === 0 ? 404 : 200);
    },
  };
}

/** Lets pass that there is no list of pets. @internal */
export function unlessUnreachable(error: unknown): undefined {
  if (!(error instanceof UnreachableError)) throw error;
}

/** Where a redirect leads to on the same origin; a method that may change something is not turned into another (RFC 9110, section 15.4). */
function nextPath(
  { statusCode: status = 0, headers: { location } }: IncomingMessage,
  method: string,
  from: URL,
): string | undefined {
  if (location === undefined || !URL.canParse(location, from)) return undefined;
  const to = new URL(location, from);
  // Anywhere else it might do to many what was meant for one; a slash is no other place.
  const bare = ({ pathname }: URL) => pathname.replace(/\/$/, '');
  const isFollowed =
    method === 'GET' || method === 'HEAD'
      ? [301, 302, 303, 307, 308].includes(status)
      : method === 'POST' && bare(to) === bare(from) && (status === 307 || status === 308);
  return isFollowed && to.origin === from.origin ? to.pathname + to.search : undefined;
}

type Received = ReceivedResponse | string;

function isList(response: Received): response is ReceivedResponse & { json: unknown[] } {
  if (typeof response === 'string') return false;
  const { status, json } = response;
  return status === 200 && Array.isArray(json) && (json.length === 0 || json.some(hasId));
}

type Hide = (text: string) => string;

function whyNoList({ status, headers, redirects }: ReceivedResponse, hide: Hide): string {
  const {
    location = '',
    'content-type': plain = 'no content type',
    'content-encoding': coding,
  } = headers;
  const type = coding === undefined ? plain : `${plain} in the content coding ${coding}`;
  if (status === 401 || status === 403) {
    return `the service refuses the key (${status}); give one with --api-key`;
  }
  if (redirects.length === mostRedirects) {
    return `${status} after ${mostRedirects} redirects, and no more are followed`;
  }
  if (status >= 300 && status < 400) {
    // Of a place that may hold anything, only the origin.
    const place = URL.canParse(location) ? hide(new URL(location).origin) : 'no URL';
    return `${status} leads to another place, which is not followed, as the key would go there: ${place}`;
  }
  const to = redirects.at(-1);
  const after = to === undefined ? '' : ` after a redirect to ${shorten(hide(to), 200)}`;
  return `${status}${after} with ${shorten(hide(type), 60)}, and not a JSON array of pets with ids; is the base URL right?`;
}

/**
 * The base URL of a service, in the two parts that its requests are made of.
 *
 * @throws OptionError, which repeats nothing of it: it may hold a password.
 */
function parseTarget(url: string): { origin: string; path: string } {
  const refuse = (expected: string) => new OptionError({ option: 'url', expected });
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !/^https?:$/.test(target.protocol)) {
    throw refuse('the base URL of a service, such as https://pets.example/v2');
  }
  const { origin, pathname, username, password, search, hash } = target;
  if (username + password + search + hash !== '') {
    throw refuse('a base URL without a name, a password, a query or a fragment');
  }
  return { origin, path: pathname.replace(/\/+$/, '') };
}

/** Whether a pet can be told from others. @internal */
export function hasId(value: unknown): boolean {
  const { id } = (value ?? {}) as ServicePet;
  return typeof id === 'string' || typeof id === 'number';
}
