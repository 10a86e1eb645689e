import { OptionError } from '../contract/errors.ts';
import { onOneLine, shorten } from '../contract/words.ts';
import { key, type SentRequest } from './cases/case.ts';
import { wrongKey } from './place-case.ts';
import { UnreachableError } from './report.ts';
import { createClient, mostRedirects, type ReceivedResponse } from './send.ts';
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

/** A pet as a service has it. @internal */
export type ServicePet = Readonly<Record<string, unknown>>;

/** More than any list has that is read. */
const allOfThem = 1_000_000;

/** @throws OptionError that names the URL. @internal */
export function openService({ url, apiKey = key, headers = {}, timeout, signal }: ServiceAccess) {
  const { origin, path: basePath } = parseTarget(url);
  const against = origin + basePath;
  const collection = `${basePath}/pets`;
  const client = createClient(origin, signal, timeout);
  const sent: Record<string, string> = { ...headers, 'X-API-Key': apiKey };

  // What a message repeats of a response is without what was sent in secret.
  const { hide } = createShow([sent], apiKey);
  const failed = (words: string) =>
    new UnreachableError(onOneLine(`GET ${against}/pets: ${words}`));

  const requestFor = (query = '', ownKey = apiKey): SentRequest => ({
    method: 'GET',
    path: collection + query,
    headers: { ...sent, 'X-API-Key': ownKey },
    body: undefined,
  });

  /** One list of the service. @throws UnreachableError */
  async function listPets(query = ''): Promise<readonly ServicePet[]> {
    const response = await client.send(requestFor(query));
    if (typeof response === 'string') throw failed(response);
    if (!isList(response)) throw failed(whyNoList(response, hide));
    return response.json.map((pet) => Object(pet) as ServicePet);
  }

  return {
    ...client,
    against,
    basePath,
    collection,
    /**
     * All pets, as the list has them, or so many. Where it gives more when asked for many, it has a
     * default limit, and those are taken.
     *
     * @throws UnreachableError
     */
    async readPets(limit?: number): Promise<readonly ServicePet[]> {
      if (limit !== undefined) return (await listPets(`?limit=${limit}`)).slice(0, limit);
      const pets = await listPets();
      const others = await listPets(`?limit=${allOfThem}`).catch((error: unknown) => {
        if (error instanceof UnreachableError) return [];
        throw error;
      });
      return others.length > pets.length ? others : pets;
    },
    /** That a redirect was followed, in a sentence; nothing where none was. */
    redirectWords(): string[] {
      const redirect = client.firstRedirect();
      if (redirect === undefined) return [];
      const shown = shorten(onOneLine(hide(redirect)), 200);
      return [`The service redirects ${shown} on the same origin, and that was followed`];
    },
    /** Whether it takes a wrong key, too: for a list, and for a pet of it, as a list may be open to all. */
    async takesAnyKey(): Promise<boolean> {
      const all = await client.send(requestFor('', wrongKey));
      if (typeof all === 'string' || !isList(all)) return false;
      const id = String((all.json.find(hasId) as ServicePet | undefined)?.id);
      const one = await client.send(requestFor(`/${encodeURIComponent(id)}`, wrongKey));
      return typeof one === 'object' && one.status === (all.json.length === 0 ? 404 : 200);
    },
  };
}

function isList(response: ReceivedResponse): response is ReceivedResponse & { json: unknown[] } {
  const { status, json } = response;
  return status === 200 && Array.isArray(json) && (json.length === 0 || json.some(hasId));
}

type Hide = (text: string) => string;

function whyNoList({ status, headers, redirects }: ReceivedResponse, hide: Hide): string {
  const { location = '', 'content-type': type = 'no content type' } = headers;
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
