import { toSegment } from './segment.ts';
import type { CaseRequest, ServiceCase } from './cases/case.ts';
import { complete, key } from './cases/case.ts';
import type { SentRequest } from './send.ts';

/** What is sent where nobody has given a key. */
export const unknownKey = key;

/** What a service has, and what may be sent to it. */
export interface Ground {
  /** The path of the base URL, without a slash at its end. */
  readonly basePath: string;
  readonly ids: readonly string[];
  /** The id of a pet without a tag, where there is one. */
  readonly untagged: string | undefined;
  readonly apiKey: string | undefined;
  /** Sent with each request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly write: boolean;
  /** The name of what is created, so that a person finds it. */
  readonly name: string;
}

/** What the name of each pet begins with that a run creates. */
export const mark = 'pet-catalog-mock verify';

/** Where an id is to stand that is not known yet: that of the pet which was created last. */
export const ownPet = '{own}';

/** The requests of a case, what comes first before it; or why it is not asked. */
export type PlacedCase = { readonly requests: readonly SentRequest[] } | { readonly why: string };

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'PROPFIND']);

/** Makes of a case what a service can be asked, with the pets and the key that it has. */
export function placeCase(one: ServiceCase, ground: Ground): PlacedCase {
  const why = findNeed(one, ground) ?? findDanger(one, ground);
  if (why !== undefined) return { why };
  const { method = 'GET', path = '/v2/pets' } = one.request;
  const changesPet = !readMethods.has(method) && /\/pets\/(?:alba|bruno|cleo)/.test(path);
  const first = changesPet ? [{ method: 'POST', body: '{"name":"Rex"}' }] : [];
  const all: CaseRequest[] = [...first, ...(one.before ?? []), one.request];
  return {
    requests: all.map((request) => place(request, one, ground, changesPet)),
  };
}

/** What a case needs that the service has not, or that nobody can ask it for. */
function findNeed({ options = {}, request, before }: ServiceCase, ground: Ground) {
  const { fixtures, apiKeys, ...settings } = options;
  const { path = '/v2/pets', headers = {} } = request;
  const [setting] = Object.keys(settings);
  if (setting !== undefined) return `needs a service with its own "${setting}"`;
  if (!/^\/v2(?:$|[/?])/.test(path)) return 'is about a path outside the base URL';
  if (Array.isArray(fixtures)) {
    if (fixtures.length > 0) return 'needs a pet with an id that only fixtures can give';
    if (ground.ids.length > 0) return 'needs a service that has no pets';
  }
  const { apiKey } = ground;
  if (apiKeys && apiKey === undefined) return 'needs a key that the service knows: --api-key';
  const given = headers['X-API-Key'];
  if (given === '0' && apiKey !== undefined) return 'needs a service that takes any key';
  if (given === 'second-key') return 'needs a second key that the service knows';
  if (given === 'FIRST-KEY' && apiKey?.toUpperCase() === apiKey) {
    return 'needs a key with small letters';
  }
  if (path.endsWith('/pets/bruno') && ground.untagged === undefined)
    return 'needs a pet without a tag';
  if (/ALBA/.test(path) && ground.ids[0]?.toUpperCase() === ground.ids[0]) {
    return 'needs a pet whose id has small letters';
  }
  const needed =
    /\?limit=/.test(path) || (before ?? []).length > 0 ? 3 : /alba|bruno|cleo/.test(path) ? 1 : 0;
  const { length } = ground.ids;
  return length < needed
    ? `needs ${needed === 1 ? 'a pet' : `${needed} pets`}: the service lists ${length}`
    : undefined;
}

/** What a request might do to somebody's service that nobody has agreed to. */
function findDanger({ request, before }: ServiceCase, { write }: Ground): string | undefined {
  const { method = 'GET', path = '/v2/pets' } = request;
  const isRead = readMethods.has(method);
  if (!write && (!isRead || (before ?? []).length > 0))
    return 'might create or change a pet: --write';
  if (isRead) return undefined;
  const isCollection = /^\/v2\/pets\/?(?:\?|$)/.test(path);
  if (isCollection && method === 'POST') return undefined;
  if (isCollection) return 'might change all pets, on a service that allows the method there';
  // The one becomes a pet of the run's own, the other an id that nobody has.
  if (/^\/v2\/pets\/(?:alba|nobody)$/.test(path)) return undefined;
  return 'might change what is there, on a service that knows the path';
}

function place(
  request: CaseRequest,
  { options }: ServiceCase,
  ground: Ground,
  changesPet: boolean,
): SentRequest {
  const { method, path, headers, body } = complete(request);
  const placed: Record<string, string> = { ...ground.headers };
  const given = request.headers?.['X-API-Key'];
  for (const [name, value] of Object.entries(headers)) {
    const isKey = name.toLowerCase() === 'x-api-key';
    placed[name] = isKey
      ? placeKey(value, given === undefined && !options?.apiKeys, ground.apiKey)
      : value;
  }
  return {
    method,
    path: placePath(path, ground, changesPet, readMethods.has(method)),
    headers: placed,
    body: nameBody(body, ground.name),
  };
}

function placeKey(value: string, isDefault: boolean, apiKey: string | undefined): string {
  if (apiKey === undefined) return value;
  if (isDefault || value === 'k') return apiKey;
  if (value === key) return `not-${key}`;
  if (value === 'first') return apiKey.slice(0, Math.ceil(apiKey.length / 2));
  return value.replace('first-key', apiKey).replace('FIRST-KEY', apiKey.toUpperCase());
}

function placePath(
  path: string,
  { basePath, ids, untagged }: Ground,
  changesPet: boolean,
  isRead: boolean,
): string {
  const [first = 'alba', second = first, third = second] = ids.slice(0, 3).map(toSegment);
  const other = untagged === undefined ? second : toSegment(untagged);
  const known = path
    .replaceAll('alba', changesPet ? ownPet : first)
    .replaceAll('nobody', isRead ? 'nobody' : `nobody-${crypto.randomUUID()}`)
    .replaceAll('bruno', other)
    .replaceAll('cleo', third)
    .replaceAll('ALBA', ids[0] === undefined ? 'ALBA' : toSegment(ids[0].toUpperCase()));
  return basePath + known.slice('/v2'.length) || '/';
}

/** Gives a pet that may be created a name by which a person finds it, with what the case is about beside it. */
function nameBody(body: CaseRequest['body'], name: string): CaseRequest['body'] {
  if (body === undefined) return undefined;
  if (typeof body !== 'string') {
    const text = new TextDecoder('utf-8').decode(body);
    return text.includes('Rex') ? new TextEncoder().encode(nameText(text, name)) : body;
  }
  return nameText(body, name);
}

function nameText(text: string, name: string): string {
  const named = text.replaceAll(/Rex|R\\u0065x/g, name);
  if (named !== text) return named;
  const pet = parseObject(text);
  if (typeof pet?.['name'] !== 'string') return text;
  const { name: given } = pet;
  if (given === '') return pet['tag'] === undefined ? JSON.stringify({ ...pet, tag: name }) : text;
  // Of a body whose length counts, that stays as it is.
  const isFilling = /^x{100,}$/.test(given);
  return JSON.stringify({
    ...pet,
    name: isFilling ? name + given.slice(name.length) : `${name} ${given}`,
  });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value)
      ? ((value as Record<string, unknown> | null) ?? undefined)
      : undefined;
  } catch {
    return undefined;
  }
}
