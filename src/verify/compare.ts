import { toSegment } from './segment.ts';
import * as v from 'valibot';
import { decisionsIn, type Dialect } from '../contract/dialect.ts';
import { errorSchema, petSchemaIn } from '../contract/pet.ts';
import type { ServiceAnswer } from './answer.ts';
import { uuid } from './cases/case.ts';
import type { Row } from './rows.ts';
import type { SentRequest } from './send.ts';

/** A request, its answer, and what was there before. */
export interface Exchange {
  readonly request: SentRequest;
  readonly answer: ServiceAnswer;
  /** The places of the pets that the service had at the start, by their ids. */
  readonly places: ReadonlyMap<string, number>;
  /** The places of the pets in an answer that is a list; new ones come after, and -1 is of others. */
  readonly list: Int32Array | undefined;
  /** Those of the pets that the requests before it created. */
  readonly created: readonly string[];
  /** The path of the list. */
  readonly collection: string;
}

/** One decision that two services take differently. */
export interface Difference {
  /** `answers`, or what is not the same: `the header Allow`. */
  readonly aspect: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * In what an answer differs from the mock's. Each row looks at its own decision alone, so that one that
 * is taken differently is one row of the report, and not each case that meets it.
 */
export function differencesOf(
  row: Row,
  mock: Exchange,
  service: Exchange,
  dialect: Dialect = {},
): Difference[] {
  const ours = views[row](mock);
  const theirs = views[row](service);
  const aspects = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  const differences = aspects
    .filter((aspect) => ours[aspect] !== elsewhere && theirs[aspect] !== elsewhere)
    .map((aspect) => ({ aspect, ours: ours[aspect] ?? none, theirs: theirs[aspect] ?? none }))
    .filter((one) => one.ours !== one.theirs);
  // Where the outcome is another, all else is.
  const [first] = differences;
  if (first) return first.aspect === 'answers' ? [first] : differences;
  const problem = findDocumentProblem(row, service, dialect);
  return problem === undefined ? [] : [{ aspect: inDocument, ours: '', theirs: problem }];
}

/** Something that the OpenAPI document has otherwise. */
export const inDocument = 'the document';

const none = 'absent';
/** Not to be compared here: another row does. */
const elsewhere = '';

/** What a row looks at, each with its value: `answers` → `201`. */
type Aspects = Readonly<Record<string, string>>;

const views: Record<Row, (exchange: Exchange) => Aspects> = {
  'Success statuses': (exchange) => ({
    answers: isSuccess(exchange) ? successOf(exchange) : outcomeOf(exchange),
    ...(isCreated(exchange) && { 'the header Location': locationOf(exchange) }),
  }),
  'Not found': (exchange) => ({
    answers: outcomeOf(exchange),
    'the message': isErrorBody(exchange)
      ? (exchange.answer.json as { error: string }).error
      : elsewhere,
  }),
  'A pet without a tag': (exchange) => ({
    answers: petOutcomeOf(exchange),
    ...(isPet(exchange) && { 'the tag': shown(fieldOf(exchange, 'tag')) }),
  }),
  'The form of id': (exchange) => ({
    answers: petOutcomeOf(exchange),
    ...(isCreated(exchange) && { 'the form of the id': idForm(exchange) }),
  }),
  'id in a create': (exchange) => ({
    answers: petOutcomeOf(exchange),
    ...(isPet(exchange) && { 'the set of fields': fieldsOf(exchange) }),
  }),
  'name and tag': (exchange) => ({
    answers: petOutcomeOf(exchange),
    ...(isPet(exchange) && {
      'the name': shown(fieldOf(exchange, 'name')),
      'the tag': shown(fieldOf(exchange, 'tag') ?? ''),
    }),
  }),
  limit: (exchange) => ({
    answers: outcomeOf(exchange),
    ...(isList(exchange) && { 'the list': listed(exchange) }),
  }),
  'Order of the list': (exchange) => ({
    answers: outcomeOf(exchange),
    ...(isList(exchange) && { 'the order': orderOf(exchange) }),
  }),
  'Missing or wrong key': (exchange) => ({
    answers: isSuccess(exchange) ? 'a success' : String(exchange.answer.status),
    ...(!isSuccess(exchange) && {
      'the header WWW-Authenticate': exchange.answer.headers['www-authenticate'] ?? 'absent',
    }),
  }),
  'Other errors': (exchange) => ({
    answers: outcomeOf(exchange),
    ...(exchange.answer.status === 405 && { 'the header Allow': allowOf(exchange) }),
    ...(exchange.answer.status >= 400 && { 'the body': errorForm(exchange) }),
  }),
  'Body of a create': (exchange) => ({ answers: outcomeOf(exchange) }),
  Capacity: (exchange) => ({ answers: outcomeOf(exchange) }),
  'Order of the checks': (exchange) => ({ answers: outcomeOf(exchange) }),
  Paths: (exchange) => ({ answers: outcomeOf(exchange) }),
  'HEAD and OPTIONS': (exchange) =>
    exchange.request.method === 'OPTIONS'
      ? { answers: String(exchange.answer.status), 'the header Allow': allowOf(exchange) }
      : {
          answers: outcomeOf(exchange),
          'the body': exchange.answer.length === 0 ? 'empty' : 'not empty',
        },
  Caching: (exchange) => ({
    answers: outcomeOf(exchange),
    'the header Cache-Control': exchange.answer.headers['cache-control'] ?? 'absent',
  }),
};

const isSuccess = ({ answer: { status } }: Exchange) => status >= 200 && status < 300;

/** Which success it is, and which refusal of a key, are rows of their own. */
function outcomeOf(exchange: Exchange): string {
  const { status } = exchange.answer;
  if (isSuccess(exchange)) return 'a success';
  return status === 401 || status === 403 ? 'a refusal of the key' : String(status);
}

/** The same, where it is a pet that is looked at. */
function petOutcomeOf(exchange: Exchange): string {
  return isSuccess(exchange) && !isPet(exchange) ? withoutPet : outcomeOf(exchange);
}

const withoutPet = 'a success without a pet';

function successOf(exchange: Exchange): string {
  const { answer, request } = exchange;
  return request.method === 'POST' && !isPet(exchange)
    ? `${answer.status} without a pet`
    : String(answer.status);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPet = (exchange: Exchange) => isSuccess(exchange) && isObject(exchange.answer.json);
const isCreated = (exchange: Exchange) => exchange.request.method === 'POST' && isPet(exchange);
const isList = (exchange: Exchange) => isSuccess(exchange) && exchange.request.method === 'GET';

function fieldOf({ answer: { json } }: Exchange, name: string): unknown {
  return isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
}

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 100)}… (${text.length} characters)` : text;
}

/** `tag` has a row of its own, and may be left out there. */
function fieldsOf({ answer: { json } }: Exchange): string {
  return Object.keys(json as object)
    .filter((name) => name !== 'tag')
    .toSorted()
    .join(', ');
}

function idForm(exchange: Exchange): string {
  const id = fieldOf(exchange, 'id');
  if (typeof id !== 'string') return id === undefined ? 'absent' : `a ${typeof id}`;
  if (exchange.created.includes(id) || exchange.places.has(id)) return 'that of another pet';
  if (uuid.test(id)) return 'a UUID of version 4';
  return /^\d+$/.test(id) ? 'digits' : 'another string';
}

function locationOf({ answer: { headers, json }, collection }: Exchange): string {
  const { location } = headers;
  if (location === undefined) return 'absent';
  const id = toSegment(String((json as { id?: unknown }).id));
  const path = URL.canParse(location) ? new URL(location).pathname : location;
  return path === `${collection}/${id}` ? 'the path of the new pet' : 'another path';
}

/** Which pets, whatever their order; those that earlier cases left behind are not counted. */
function listed({ list, places, created }: Exchange): string {
  if (!list) return 'no JSON array';
  const known = list.filter((place) => place !== -1).toSorted();
  if (known.length === places.size + created.length) return 'all pets';
  if (known.length === 0) return 'no pets';
  const isFirst = known.every((place, index) => place === index);
  return `${isFirst ? 'the first ' : ''}${known.length} of them`;
}

function orderOf({ list, places }: Exchange): string {
  if (!list) return 'that of no JSON array';
  const isOld = (place: number) => place !== -1 && place < places.size;
  const old = list.filter(isOld);
  if (old.some((place, index) => index > 0 && place < old[index - 1]!)) {
    return 'another than a moment ago';
  }
  const newest = list.findIndex((place) => place >= places.size);
  // It is further back than the list goes.
  if (newest === -1) return 'oldest first';
  if (places.size > 0 && !list.subarray(0, newest).some(isOld)) return 'newest first';
  return list.subarray(newest).some(isOld) ? 'one of its own' : 'oldest first';
}

function allowOf({ answer: { headers } }: Exchange): string {
  const { allow } = headers;
  if (allow === undefined) return 'absent';
  return allow
    .split(',')
    .map((method) => method.trim().toUpperCase())
    .toSorted()
    .join(', ');
}

const isErrorBody = ({ answer: { json } }: Exchange) => v.is(errorSchema, json);

function errorForm(exchange: Exchange): string {
  const { length, json, headers } = exchange.answer;
  if (length === 0) return 'empty';
  if (isErrorBody(exchange)) return 'exactly {"error": "…"}';
  if (isObject(json)) return `JSON with ${Object.keys(json).slice(0, 5).join(', ') || 'no field'}`;
  return headers['content-type']?.split(';')[0] ?? 'of no type';
}

const rowOfField: Readonly<Record<string, Row>> = {
  id: 'The form of id',
  tag: 'A pet without a tag',
  name: 'name and tag',
};

/** What a success has that the OpenAPI document has not, as far as it is this row's. */
function findDocumentProblem(row: Row, exchange: Exchange, dialect: Dialect): string | undefined {
  const { answer, request } = exchange;
  if (!isSuccess(exchange) || request.method === 'HEAD' || !isPet(exchange)) return undefined;
  const pet = petSchemaIn(decisionsIn(dialect));
  const result = v.safeParse(pet, answer.json);
  for (const { path = [], input } of result.issues ?? []) {
    const field = path.map(({ key }) => key).findLast((key) => typeof key === 'string');
    if (field === undefined || (rowOfField[field] ?? 'id in a create') !== row) continue;
    return input === undefined ? `no "${field}"` : `"${field}": ${shown(input)}`;
  }
  return undefined;
}
