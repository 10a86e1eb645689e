import * as v from 'valibot';
import { decisionsIn, type Dialect } from '../contract/dialect.ts';
import { isObject } from '../contract/is-object.ts';
import { errorSchema, fields, petSchemaIn } from '../contract/pet.ts';
import { shorten } from '../contract/words.ts';
import { uuid, type SentRequest } from './cases/case.ts';
import { toSegment, type ServicePet } from './place-case.ts';
import type { PlayedCase } from './play.ts';
import type { Row } from './report.ts';

/**
 * In what a response differs from the mock's, each as what is to be said of the request: ` answers 200
 * where the mock answers 201`. Each row looks at its own decision alone, so that one that is taken
 * differently is one row of the report, and not each case that meets it.
 *
 * @param service Words where there is no response.
 */
export function differencesOf(
  row: Row,
  mock: PlayedCase,
  service: PlayedCase | string,
  dialect: Dialect = {},
): string[] {
  if (typeof service === 'string') {
    return [` answers nothing (${service}) where the mock answers ${mock.status}`];
  }
  const look = (one: PlayedCase): Aspects => ({ answers: outcomeOf(one), ...views[row]?.(one) });
  const [ours, theirs] = [look(mock), look(service)];
  // Where the outcome is another, all else is.
  if (ours['answers'] !== theirs['answers']) {
    return [` answers ${theirs['answers']} where the mock answers ${ours['answers']}`];
  }
  const differences = Object.keys(ours)
    .filter((aspect) => aspect in theirs && ours[aspect] !== theirs[aspect])
    .map((aspect) => `: ${aspect} is ${theirs[aspect]} where the mock's is ${ours[aspect]}`);
  const problem = differences.length === 0 && findDocumentProblem(row, service, dialect);
  if (problem) differences.push(` answers ${problem}, which the OpenAPI document has otherwise`);
  return differences;
}

/** `A create`, `A list`: what a request asks for. */
export function subjectOf({ method, path }: SentRequest, collection: string): string {
  if (method === 'HEAD' || method === 'OPTIONS') return `A request with ${method}`;
  const target = path.split('?')[0]!;
  const isList = target === collection || target === `${collection}/`;
  if (method === 'GET' && isList) return 'A list';
  if (method === 'GET' && target.startsWith(`${collection}/`)) return 'A get';
  if (method === 'POST' && isList) return 'A create';
  return `${method} ${shorten(target, 60)}`;
}

/** What a row looks at, each with its value: `the header Allow` → `GET, HEAD`. */
type Aspects = Readonly<Record<string, string>>;
type View = (played: PlayedCase) => Aspects | false;

/** What a row looks at besides the outcome, or in place of it. */
const views: Readonly<Partial<Record<Row, View>>> = {
  'Success statuses': (played) =>
    isSuccess(played) && {
      answers: `${played.status}${isPost(played) && !isPet(played) ? ' without a pet' : ''}`,
      ...(played.length > 0 && { 'the media type': mediaTypeOf(played) }),
      ...(isCreated(played) && { 'the header Location': locationOf(played) }),
    },
  'Not found': ({ json }) =>
    v.is(errorSchema, json) && { 'the message': (json as { error: string }).error },
  'A pet without a tag': ofPet(({ tag }) => ({ 'the tag': shown(tag) })),
  'The form of id': ofPet(
    ({ id }, played) => isCreated(played) && { 'the form of the id': idForm(id, played) },
  ),
  // `tag` has a row of its own, and may be left out there.
  'id in a create': ofPet((pet) => {
    const others = Object.keys(pet).filter((name) => name !== 'tag');
    return { 'the set of fields': others.toSorted().join(', ') };
  }),
  'name and tag': ofPet((pet) =>
    Object.fromEntries(
      fields.map(([name, field]) => [
        `the ${name}`,
        shown(pet[name] ?? field.default ?? pet[name]),
      ]),
    ),
  ),
  limit: (played) => isList(played) && { 'the list': listed(played) },
  'Order of the list': (played) => isList(played) && { 'the order': orderOf(played) },
  'Missing or wrong key': (played) =>
    !isSuccess(played) && {
      answers: String(played.status),
      'the header WWW-Authenticate': played.headers['www-authenticate'] ?? 'absent',
    },
  'Other errors': (played) => ({
    ...(played.status === 405 && { 'the header Allow': allowOf(played) }),
    ...(played.status >= 400 && { 'the body': errorForm(played) }),
  }),
  'HEAD and OPTIONS': (played) =>
    played.request.method === 'OPTIONS'
      ? { answers: String(played.status), 'the header Allow': allowOf(played) }
      : { 'the body': played.length === 0 ? 'empty' : 'not empty' },
  Caching: ({ headers }) => ({
    'the header Cache-Control': headers['cache-control'] ?? 'absent',
  }),
};

/** Of a success, what there is to see of the pet in it. */
function ofPet(look: (pet: ServicePet, played: PlayedCase) => ReturnType<View>): View {
  return (played) =>
    isPet(played)
      ? look(played.json as ServicePet, played)
      : isSuccess(played) && { answers: 'a success without a pet' };
}

export const isSuccess = ({ status }: PlayedCase) => status >= 200 && status < 300;

const isPost = ({ request }: PlayedCase) => request.method === 'POST';
const isPet = (played: PlayedCase) => isSuccess(played) && isObject(played.json);
const isCreated = (played: PlayedCase) => isPost(played) && isPet(played);
const isList = (played: PlayedCase) => isSuccess(played) && played.request.method === 'GET';

/** Which success it is, and which refusal of a key, are rows of their own. */
function outcomeOf(played: PlayedCase): string {
  if (isSuccess(played)) return 'a success';
  return [401, 403].includes(played.status) ? 'a refusal of the key' : String(played.status);
}

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 100)}… (${text.length} characters)` : text;
}

function idForm(id: unknown, { created, pets }: PlayedCase): string {
  if (typeof id !== 'string') return id === undefined ? 'absent' : `a ${typeof id}`;
  if (created.includes(id) || pets.has(id)) return 'that of another pet';
  if (uuid.test(id)) return 'a UUID of version 4';
  return /^\d+$/.test(id) ? 'digits' : 'another string';
}

function locationOf({ headers, json, collection }: PlayedCase): string {
  const { location } = headers;
  if (location === undefined) return 'absent';
  const id = toSegment(String((json as { id?: unknown }).id));
  const path = URL.canParse(location) ? new URL(location).pathname : location;
  return path === `${collection}/${id}` ? 'the path of the new pet' : 'another path';
}

/**
 * Which pets, whatever their order. Those that earlier cases left behind are not counted beside all
 * others; where a limit leaves some out, they take their places.
 */
function listed({ list, pets, created }: PlayedCase): string {
  if (!list) return 'no JSON array';
  const known = list.filter((place) => place !== -1);
  if (known.length === pets.size + created.length) return 'all pets';
  if (list.length === 0) return 'no pets';
  const isFirst = list.toSorted().every((place, index) => place === index);
  return `${isFirst ? 'the first ' : ''}${list.length} of them`;
}

function orderOf({ list, pets }: PlayedCase): string {
  if (!list) return 'that of no JSON array';
  const isOld = (place: number) => place !== -1 && place < pets.size;
  const old = list.filter(isOld);
  if (old.some((place, index) => index > 0 && place < old[index - 1]!)) {
    return 'another than a moment ago';
  }
  const newest = list.findIndex((place) => place >= pets.size);
  // It is further back than the list goes.
  if (newest === -1) return 'oldest first';
  if (pets.size > 0 && !list.subarray(0, newest).some(isOld)) return 'newest first';
  return list.subarray(newest).some(isOld) ? 'one of its own' : 'oldest first';
}

function allowOf({ headers }: PlayedCase): string {
  const methods = headers.allow?.split(',').map((method) => method.trim().toUpperCase());
  return methods?.toSorted().join(', ') ?? 'absent';
}

function errorForm(played: PlayedCase): string {
  const { length, json } = played;
  if (length === 0) return 'empty';
  const type = mediaTypeOf(played);
  if (v.is(errorSchema, json)) {
    return type === 'application/json' ? 'exactly {"error": "…"}' : `{"error": "…"} as ${type}`;
  }
  if (isObject(json)) return `JSON with ${Object.keys(json).slice(0, 5).join(', ') || 'no field'}`;
  return type;
}

/** Without its parameters. */
function mediaTypeOf({ headers }: PlayedCase): string {
  return headers['content-type']?.split(';')[0]!.trim().toLowerCase() || 'no type';
}

const rowOfField: Readonly<Record<string, Row>> = {
  id: 'The form of id',
  tag: 'A pet without a tag',
  name: 'name and tag',
};

/** What a pet of a success has that the OpenAPI document has not, as far as it is this row's. */
function findDocumentProblem(row: Row, played: PlayedCase, dialect: Dialect): string | undefined {
  if (!isSuccess(played)) return undefined;
  const schema = petSchemaIn(decisionsIn(dialect));
  const issues = [played.json].flat().flatMap((pet) => v.safeParse(schema, pet).issues ?? []);
  for (const { path = [], input } of issues) {
    const at = path.findLast(({ key }) => typeof key === 'string');
    const field = String(at?.key ?? '');
    if ((rowOfField[field] ?? 'id in a create') !== row) continue;
    if (!at) return shown(input);
    return at.value === undefined ? `no "${field}"` : `"${field}": ${shown(at.value)}`;
  }
  return undefined;
}
