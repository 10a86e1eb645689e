import { complete, create, key, type SentRequest, type ServiceCase } from './cases/case.ts';
import { parseJson } from '../contract/parse-json.ts';

/** A pet as a service has it. */
export type ServicePet = Readonly<Record<string, unknown>>;

/** What a service has, and what may be sent to it. */
export interface Ground {
  /** The path of the base URL, without a slash at its end. */
  readonly basePath: string;
  /** The path of the list. */
  readonly collection: string;
  /** The pets that it had at the start, by their ids, in the order of its list. */
  pets: ReadonlyMap<string, ServicePet>;
  /** The place of each in that list. */
  places: ReadonlyMap<string, number>;
  readonly apiKey: string | undefined;
  /** Whether it takes a key that nobody has, too. */
  takesAnyKey: boolean;
  /** Sent with each request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly write: boolean;
  /** The name of what is created, so that a person finds it. */
  readonly name: string;
}

/** What the name of each pet begins with that a run creates. */
export const mark = 'pet-catalog-mock verify';

/** Of no service. */
export const wrongKey = `not-${key}`;

/** Where an id is to stand that is not known yet: that of the pet which was created last. */
export const ownPet = '{own}';

/** An id as a segment of a path; half of a surrogate pair has no form there. */
export function toSegment(id: string): string {
  return encodeURIComponent(id.replaceAll(/\p{Cs}/gu, '\ufffd'));
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'PROPFIND']);

/**
 * Makes of a case what a service can be asked, with the pets and the key that it has.
 *
 * @returns Its requests, what comes first before it; or why it is not asked.
 */
export function placeCase(one: ServiceCase, ground: Ground): readonly SentRequest[] | string {
  const why = whyNotAsked(one, ground);
  if (why !== undefined) return why;
  const { options, before = [], request } = one;
  const { method: last, path: target } = complete(request);
  const changesPet = !readMethods.has(last) && target.includes('/pets/alba');
  const first = changesPet ? [create({ name: 'Rex' })] : [];
  return [...first, ...before, request].map(complete).map(({ method, path, headers, body }) => {
    const placed = Object.entries(headers).map(([name, value]) => {
      const isKey = name.toLowerCase() === 'x-api-key';
      return [name, isKey ? placeKey(value, !!options?.apiKeys, ground.apiKey) : value] as const;
    });
    return {
      method,
      path: placePath(path, ground, readMethods.has(method)),
      headers: { ...ground.headers, ...Object.fromEntries(placed) },
      body: nameBody(body, ground.name),
    };
  });
}

/**
 * What a case needs that the service has not, or that nobody can ask it for; or what its request might
 * do to somebody's service that nobody has agreed to.
 */
function whyNotAsked(
  one: ServiceCase,
  { basePath, pets, apiKey, takesAnyKey, write }: Ground,
): string | undefined {
  const { options = {}, request, before = [] } = one;
  const { fixtures, apiKeys, ...settings } = options;
  const { method, path } = complete(request);
  const given = request.headers?.['X-API-Key'];
  const [setting] = Object.keys(settings);
  const [first] = pets.keys();
  const needed = petsNeededBy(one);
  const some = needed === 1 ? 'a pet' : `${needed} pets`;
  const isRead = readMethods.has(method);
  const isCollection = /^\/v2\/pets\/?(?:\?|$)/.test(path);
  // The one becomes a pet of the run's own, the other an id that nobody has.
  const isHarmless = /^\/v2\/pets\/(?:alba|nobody)$/.test(path);
  const reasons: Readonly<Record<string, boolean>> = {
    [`needs a service with its own "${setting}"`]: setting !== undefined,
    'is about a path outside the base URL': !/^\/v2(?:$|[/?])/.test(path),
    'is about the root of a host, where a page may be': basePath === '' && /^\/v2\/?$/.test(path),
    'needs a pet with an id that only fixtures can give':
      Array.isArray(fixtures) && fixtures.length > 0,
    'needs a service that has no pets': fixtures !== undefined && pets.size > 0,
    'needs a key that the service knows: --api-key': !!apiKeys && apiKey === undefined,
    'needs a service with a list of keys; this one takes any': !!apiKeys && takesAnyKey,
    'needs a service that takes any key': given === '0' && apiKey !== undefined && !takesAnyKey,
    'needs a second key that the service knows': given === 'second-key',
    'needs a key with small letters': given === 'FIRST-KEY' && apiKey?.toUpperCase() === apiKey,
    'needs a pet without a tag': needsUntagged(one) && untaggedOf(pets) === undefined,
    'needs a pet whose id has small letters':
      path.includes('ALBA') && first?.toUpperCase() === first,
    [`needs ${some}: the service lists ${pets.size}`]: pets.size < needed,
    'might create or change a pet: --write': !write && (!isRead || before.length > 0),
    'might change all pets, on a service that allows the method there':
      !isRead && isCollection && method !== 'POST',
    'might change what is there, on a service that knows the path':
      !isRead && !isCollection && !isHarmless,
  };
  return Object.keys(reasons).find((why) => reasons[why]);
}

/** Whether one of them must be without a tag. */
export const needsUntagged = ({ request }: ServiceCase) =>
  complete(request).path.endsWith('/pets/bruno');

/** How many pets a service must have to be asked a case. */
export function petsNeededBy({ options, request, before = [], expected }: ServiceCase): number {
  const { path } = complete(request);
  const known = /alba|bruno|cleo/.test(path) ? 1 : 0;
  if (options?.fixtures !== undefined) return known;
  const list = typeof expected === 'object' && path.includes('?') && expected.json;
  // One that is cut short must leave a pet out.
  const listed = Array.isArray(list) ? (list.length % 3) + 1 : 0;
  // Where fewer are listed though they were created, what is created next may take the place of a known one.
  const lasting = before.length > 0 ? 3 : 0;
  return Math.max(known, listed, lasting);
}

/** @param hasKeys Whether the case is about a list of keys: the key of all others is not of it. */
function placeKey(value: string, hasKeys: boolean, apiKey: string | undefined): string {
  if (apiKey === undefined) return value;
  if (value === key) return hasKeys ? wrongKey : apiKey;
  if (value === 'k') return apiKey;
  if (value === 'first') return apiKey.slice(0, Math.ceil(apiKey.length / 2));
  return value.replace('first-key', apiKey).replace('FIRST-KEY', apiKey.toUpperCase());
}

function placePath(path: string, { basePath, pets }: Ground, isRead: boolean): string {
  const [first = 'alba', second = first, third = second] = pets.keys();
  const ids: Readonly<Record<string, () => string>> = {
    alba: () => (isRead ? toSegment(first) : ownPet),
    ALBA: () => toSegment(first.toUpperCase()),
    bruno: () => toSegment(untaggedOf(pets) ?? second),
    cleo: () => toSegment(third),
    nobody: () => (isRead ? 'nobody' : `nobody-${crypto.randomUUID()}`),
  };
  // All at once: an id of the service may be one of these words.
  const known = path.replaceAll(/alba|ALBA|bruno|cleo|nobody/g, (word) => ids[word]!());
  return basePath + known.slice('/v2'.length) || '/';
}

/** The id of a pet without a tag, where there is one. */
export const untaggedOf = (pets: Ground['pets']) =>
  [...pets].find(([, { tag }]) => (tag ?? '') === '')?.[0];

/** Gives a pet that may be created a name by which a person finds it, with what the case is about beside it. */
function nameBody(body: SentRequest['body'], name: string): SentRequest['body'] {
  const text = typeof body === 'object' ? new TextDecoder().decode(body) : (body ?? '');
  const named = text.replaceAll(/Rex|R\\u0065x/g, name);
  if (named !== text) return named;
  const pet = parseJson(text) as { name?: unknown; tag?: unknown } | null | undefined;
  const given = pet?.name;
  if (typeof given !== 'string') return body;
  if (given === '') return pet?.tag === undefined ? JSON.stringify({ ...pet, tag: name }) : text;
  // Of a body whose length counts, that stays as it is.
  const isFilling = /^x{100,}$/.test(given);
  const marked = isFilling ? name + given.slice(name.length) : `${name} ${given}`;
  return JSON.stringify({ ...pet, name: marked });
}
