import * as v from 'valibot';
import { decisionsIn, type Dialect } from '../contract/dialect.ts';
import { isObject } from '../contract/values.ts';
import { createPetModel, errorSchema } from '../contract/pet-model.ts';
import { shorten } from '../contract/text.ts';
import { toSegment, uuid } from './cases/case.ts';
import { mark, type Ground } from './ground.ts';
import { isSuccess, type Answer } from './play.ts';
import type { DifferenceKind, Row } from './report.ts';
import type { ServicePet } from './service-client.ts';

/** One part of an answer that differs from the mock's. */
export interface Difference {
  /** The name of the part: `status`, `tag`. */
  readonly part: string;
  readonly kind: DifferenceKind;
  /** `A create answers 200 where the mock answers 201` */
  readonly sentence: string;
}

/**
 * Compares an answer with the mock's. Each row looks only at its own decision, so that a service that
 * decides one thing otherwise differs in one row, and not in each case that meets it.
 *
 * @param theirs The answer, or a message if there was none.
 */
export function compare(
  row: Row,
  mock: Answer,
  theirs: Answer | string,
  ground: Ground,
  dialect: Dialect = {},
): readonly Difference[] {
  const subject = subjectOf(mock, ground);
  if (typeof theirs === 'string') {
    const sentence = `${subject} gives no answer (${theirs}) where the mock answers ${mock.status}`;
    return [{ part: 'answer', kind: 'status', sentence }];
  }
  const [ourStatus, theirStatus] = [statusOf(row, mock), statusOf(row, theirs)];
  if (ourStatus !== theirStatus) {
    const kind = theirs.status >= 500 ? 'server error' : 'status';
    const sentence = `${subject} answers ${theirStatus} where the mock answers ${ourStatus}`;
    return [{ part: 'status', kind, sentence }];
  }
  const look: View = views[row] ?? (() => ({}));
  const [ours, others] = [look(mock, ground), look(theirs, ground)];
  const differences = Object.entries(others)
    .filter(([part, value]) => typeof value === 'string' && value !== ours[part])
    .map(([part, value]) => {
      const words = `the ${part} is ${value} where the mock's is ${ours[part] || 'not shown'}`;
      return differenceIn(part, `${subject}: ${words}`);
    });
  return differences.length > 0 ? differences : findDocumentProblem(row, theirs, subject, dialect);
}

/** Says why an equal answer proves nothing; `undefined` if it does. */
export function whyUndecided(row: Row, theirs: Answer | string): string | undefined {
  if (row !== 'Order of the list' || typeof theirs === 'string') return undefined;
  return orderOf(theirs) ? undefined : 'the list does not show where a new pet comes';
}

const shapes = new Set(['body', 'form of the id', 'id', 'tag', 'name', 'set of fields', 'pet']);

function differenceIn(part: string, sentence: string): Difference {
  return { part, kind: shapes.has(part) ? 'shape' : 'other', sentence };
}

/** Names what a request asks for: `A create`, `A list`. */
function subjectOf({ request: { method, path } }: Answer, { basePath }: Ground): string {
  const [target = ''] = path.split('?');
  const [isOurs, id] = /^\/pets(?:\/([^/]*))?\/?$/.exec(target.slice(basePath.length)) ?? [];
  if (isOurs === undefined) return `${method} ${shorten(target, 60)}`;
  if (method === 'GET') return id ? 'A get' : 'A list';
  return method === 'POST' && !id ? 'A create' : `A request with ${method}`;
}

/** Returns the part of the status that a row looks at: only one row looks at the exact success. */
function statusOf(row: Row, answer: Answer): string {
  const { status, request } = answer;
  const isOptions = row === 'HEAD and OPTIONS' && request.method === 'OPTIONS';
  if (isSuccess(answer)) {
    return row === 'Success statuses' || isOptions ? String(status) : 'a success';
  }
  const isKey = [401, 403].includes(status) && row !== 'Missing or wrong key';
  return isKey ? 'a refusal of the key' : String(status);
}

/** The parts of an answer that a row looks at. Only texts are compared. */
type Parts = Readonly<Record<string, string | false | undefined>>;
type View = (answer: Answer, ground: Ground) => Parts;

const isCreated = (answer: Answer) => answer.request.method === 'POST' && isSuccess(answer);

/** Looks at the pet of a success. */
const ofPet =
  (look: (pet: ServicePet, answer: Answer, ground: Ground) => Parts): View =>
  (answer, ground) => {
    const { json } = answer;
    if (!isSuccess(answer) || Array.isArray(json)) return {};
    return isObject(json)
      ? { pet: 'an object', ...look(json, answer, ground) }
      : { pet: bodyOf(answer) };
  };

const views: Readonly<Partial<Record<Row, View>>> = {
  'Success statuses': (answer, ground) => ({
    'media type': isSuccess(answer) && answer.length > 0 && mediaTypeOf(answer),
    'header Location': isCreated(answer) && locationOf(answer, ground),
  }),
  'Not found': ({ json }) => ({ message: v.is(errorSchema, json) && shown(json.error) }),
  'A pet without a tag': ofPet(({ tag }) => ({ tag: shown(tag) })),
  'The form of id': ofPet(({ id }, answer, ground) => ({
    'form of the id': isCreated(answer) && idForm(id, answer, ground),
  })),
  // The tag has a row of its own.
  'id in a create': ofPet((pet) => ({
    'set of fields': Object.keys({ ...pet, tag: '' })
      .toSorted()
      .join(', '),
  })),
  'name and tag': ofPet(({ name, tag }) => ({ name: shown(name), tag: shown(tag ?? '') })),
  limit: (answer, ground) => ({
    list: isSuccess(answer) && answer.request.method === 'GET' && listed(answer, ground),
  }),
  'Order of the list': (answer) => ({ order: orderOf(answer) }),
  'Missing or wrong key': (answer) =>
    isSuccess(answer) ? {} : headerOf(answer, 'WWW-Authenticate'),
  'Other errors': (answer) => ({
    'header Allow': answer.status === 405 && allowOf(answer),
    body: answer.status >= 400 && bodyOf(answer),
  }),
  'HEAD and OPTIONS': (answer) =>
    answer.request.method === 'OPTIONS'
      ? { 'header Allow': allowOf(answer) }
      : { length: answer.length === 0 ? 'zero' : 'not zero' },
  Caching: (answer) => headerOf(answer, 'Cache-Control'),
};

const headerOf = ({ headers }: Answer, name: string): Parts => ({
  [`header ${name}`]: String(headers[name.toLowerCase()] ?? 'absent'),
});

function shown(value: unknown): string {
  return value === undefined ? 'absent' : shorten(JSON.stringify(value), 100);
}

function idForm(id: unknown, { created }: Answer, { pets }: Ground): string {
  if (typeof id !== 'string') return id === undefined ? 'absent' : `a ${typeof id}`;
  if (created.includes(id) || pets.has(id)) return 'the id of another pet';
  if (uuid.test(id)) return 'a UUID of version 4';
  return /^\d+$/.test(id) ? 'digits' : 'another string';
}

function locationOf({ headers, json }: Answer, { basePath }: Ground): string {
  const { location } = headers;
  if (location === undefined) return 'absent';
  const id = toSegment(String((json as { id?: unknown } | undefined)?.id));
  const path = URL.canParse(location) ? new URL(location).pathname : location;
  return path === `${basePath}/pets/${id}` ? 'the path of the new pet' : 'another path';
}

const idsOf = ({ json }: Answer) =>
  Array.isArray(json) ? json.map((pet) => String(Object(pet)['id'])) : undefined;

/** Describes which pets are listed, in any order. */
function listed(answer: Answer, { pets }: Ground): string {
  const ids = idsOf(answer);
  if (!ids) return bodyOf(answer);
  if (answer.count === 0) return 'empty';
  const all = [...pets.keys(), ...answer.created];
  const known = new Set(ids);
  const isFirst = all.slice(0, ids.length).every((id) => known.has(id));
  // Of a long list, only the first ids are known.
  const isComplete = answer.count >= all.length && (isFirst || answer.count > ids.length);
  if (isComplete) return 'complete';
  return isFirst ? `the first ${answer.count} pets` : `${answer.count} pets`;
}

/** Describes where a list has the newest pet; `undefined` if it does not show that. */
function orderOf(answer: Answer): string | undefined {
  const ids = idsOf(answer) ?? [];
  const place = ids.indexOf(answer.created.at(-1) ?? '');
  if (place === -1 || ids.length === 1) return undefined;
  if (place === 0) return 'newest first';
  return place === ids.length - 1 ? 'oldest first' : 'neither oldest nor newest first';
}

function allowOf({ headers }: Answer): string {
  const methods = headers.allow?.split(',').map((method) => method.trim().toUpperCase());
  return methods?.toSorted().join(', ') ?? 'absent';
}

/** Describes the shape of a body. */
function bodyOf(answer: Answer): string {
  const { length, json, isDeep } = answer;
  if (length === 0) return 'empty';
  if (isDeep) return 'JSON that is nested too deep';
  const type = mediaTypeOf(answer);
  if (v.is(errorSchema, json)) {
    return type === 'application/json' ? 'exactly {"error": "…"}' : `{"error": "…"} as ${type}`;
  }
  if (isObject(json)) return `JSON with ${Object.keys(json).slice(0, 5).join(', ') || 'no field'}`;
  return type;
}

/** The media type without its parameters. */
function mediaTypeOf({ headers }: Answer): string {
  return headers['content-type']?.split(';')[0]!.trim().toLowerCase() || 'no type';
}

const rowOfField: Readonly<Record<string, Row>> = {
  id: 'The form of id',
  tag: 'A pet without a tag',
  name: 'name and tag',
};

/** Finds a field of a pet that contradicts the OpenAPI document, if it is this row's. */
function findDocumentProblem(
  row: Row,
  answer: Answer,
  subject: string,
  dialect: Dialect,
): readonly Difference[] {
  if (!isSuccess(answer)) return [];
  const schema = createPetModel(decisionsIn(dialect)).response;
  // Earlier runs may have left pets that the service should have refused.
  const pets = Array.isArray(answer.json)
    ? answer.json.filter((pet) => !JSON.stringify(pet).includes(mark))
    : [answer.json];
  const issues = pets.flatMap((pet) => v.safeParse(schema, pet).issues ?? []);
  for (const { path = [], input } of issues) {
    const at = path.findLast(({ key }) => typeof key === 'string');
    const field = String(at?.key ?? '');
    if ((rowOfField[field] ?? 'id in a create') !== row) continue;
    const found = !at
      ? shown(input)
      : at.value === undefined
        ? `no "${field}"`
        : `"${field}": ${shown(at.value)}`;
    const sentence = `${subject} answers ${found}, which contradicts the OpenAPI document`;
    return [differenceIn(rowOfField[field] ? field : 'set of fields', sentence)];
  }
  return [];
}
