import { expect, test } from 'vitest';
import type { Dialect } from '../../src/index.ts';
import type { ServerOptions } from '../../src/server.ts';
import { fitDialect } from '../../src/verify/fit-dialect.ts';
import { observe } from '../../src/verify/observe.ts';
import { summarise } from '../../src/verify/verify-service.ts';
import { rows, verifyService, type Row } from '../../src/verify/index.ts';
import { startBroken, type BrokenRule } from './support/start-proxy.ts';
import { pets } from './support/start-service.ts';

const utf8 = (text: string) => Buffer.from(text, 'latin1').toString('utf8');
const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
type Json = Record<string, unknown>;

/** Changes the JSON of a message, where it is some. */
function change<T = Json>(message: { body: string }, toNext: (json: T) => unknown): void {
  try {
    message.body = latin1(JSON.stringify(toNext(JSON.parse(utf8(message.body)) as T)));
  } catch {
    // It is not JSON.
  }
}

/** Rules that a dialect has no field for. */
const broken: Partial<Record<Row, BrokenRule>> = {
  'Success statuses': {
    answer({ headers }) {
      if (headers.location) headers.location = '/elsewhere';
    },
  },
  'Not found': {
    answer(answer) {
      if (answer.status === 404) answer.body = '{"error":"No such pet"}';
    },
  },
  'The form of id': {
    answer(answer) {
      answer.body = answer.body.replaceAll('"id":"', '"id":"pet-');
      const { location } = answer.headers;
      if (location) answer.headers.location = location.replace(/\/(?=[^/]*$)/, '/pet-');
    },
    request(request) {
      request.path = request.path.replace(/\/(?:pet-|%70%65%74%2d)/, '/');
    },
  },
  'name and tag': {
    request(request) {
      if (request.method !== 'POST') return;
      change(request, (pet) =>
        typeof pet?.name === 'string' ? { ...pet, name: pet.name.trim() } : pet,
      );
    },
  },
  'Other errors': {
    answer(answer) {
      if (answer.status >= 400) change(answer, ({ error }) => ({ message: error }));
    },
  },
  'Body of a create': {
    request(request) {
      if (request.method === 'POST') request.headers['content-type'] = 'application/json';
    },
  },
  'Order of the checks': {
    request(request) {
      const { method, headers, path } = request;
      if (method !== 'POST' || headers['x-api-key'] !== undefined || !path.endsWith('/pets'))
        return;
      if (request.body.length < 20 && !request.body.endsWith('}')) headers['x-api-key'] = 'k';
    },
  },
  Paths: {
    request(request) {
      request.path = request.path.replace(/^\/v2\/pets/i, '/v2/pets');
    },
  },
  'HEAD and OPTIONS': {
    answer(answer, { method }) {
      if (method === 'OPTIONS') answer.status = 200;
    },
  },
  Caching: {
    answer(answer) {
      answer.headers['cache-control'] = 'max-age=60';
    },
  },
};

/** Each value but the defaults; a limit that the pets there do not reach is none that anybody can see. */
const dialects: [Dialect, ...Row[]][] = [
  [
    { createStatus: 200, missingTag: 'absent', unauthorized: 403, badLimit: 'ignore' },
    ...(['Success statuses', 'A pet without a tag', 'Missing or wrong key', 'limit'] as const),
  ],
  [{ missingTag: 'null', idForm: 'integer' }, 'A pet without a tag', 'The form of id'],
  [{ givenId: 'ignore', emptyName: 'refuse' }, 'id in a create', 'name and tag'],
  [{ unknownFields: 'refuse', defaultLimit: 3 }, 'id in a create', 'limit'],
  [{ unknownFields: 'keep', maxLimit: 5 }, 'id in a create', 'limit'],
  [{ defaultLimit: 12, maxLimit: 20 }, 'limit'],
  [{ order: 'newest' }, 'Order of the list'],
  [{ defaultLimit: 3, maxLimit: 4, order: 'newest' }, 'limit', 'Order of the list'],
];

/** The rows that the fields of a pet belong to. */
const petRows: Row[] = ['A pet without a tag', 'The form of id', 'id in a create', 'name and tag'];

const rowsOf = (cases: readonly { row: Row; outcome: string }[], outcome: string) => [
  ...new Set(cases.filter((one) => one.outcome === outcome).map(({ row }) => row)),
];

test('the mock is the same as the mock', async () => {
  const apiKey = 'my-secret-key';
  const { url } = await startBroken({}, { apiKeys: [apiKey] });
  const report = await verifyService({ url, write: true, apiKey });
  expect(report.cases.filter(({ outcome }) => outcome === 'different')).toEqual([]);
  const asked = new Set(rowsOf(report.cases, 'same'));
  // A service cannot be filled with a million pets to see what it does then.
  expect(rows.filter((row) => !asked.has(row))).toEqual(['Capacity']);
  const tested = new Set([...Object.keys(broken), ...dialects.flatMap(([, ...own]) => own)]);
  expect(tested).toEqual(asked);
});

/** Rows with many cases, which look at all operations. */
const others: Row[] = ['Success statuses', 'limit', 'Missing or wrong key'];

test.each(Object.entries(broken) as [Row, BrokenRule][])(
  'with one rule broken, the report names its row and no other: %s',
  async (row, rule) => {
    const { url } = await startBroken(rule);
    const report = await verifyService({ url, write: true, only: [row, ...others] });
    expect(rowsOf(report.cases, 'different')).toEqual([row]);
  },
);

test.each<[Row, string, number, (pet: Json) => unknown]>([
  ['A pet without a tag', 'no "tag"', 1, ({ id, name }) => ({ id, name })],
  ['The form of id', '"id": 7', 2, (pet) => ({ ...pet, id: 7 })],
  ['id in a create', '"z": 1', 2, (pet) => ({ ...pet, z: 1 })],
  ['id in a create', 'null', 2, () => null],
  ['name and tag', '"name": null', 2, (pet) => ({ ...pet, name: null })],
])(
  'what one pet of a list has otherwise is a difference of its row: %s, %s',
  async (row, words, place, toOther) => {
    const rule: BrokenRule = {
      answer: (answer) =>
        change<unknown>(answer, (json) =>
          Array.isArray(json) ? json.with(place, toOther(json[place] as Json)) : json,
        ),
    };
    const { url } = await startBroken(rule, { pets: undefined, fixtures: pets });
    // Another row says which pets are listed.
    const { cases } = await verifyService({ url, only: petRows });
    const different = cases.filter(({ outcome }) => outcome === 'different');
    expect(different.map((one) => [one.row, one.why])).toEqual([
      [row, `A list answers ${words}, which contradicts the OpenAPI document`],
    ]);
  },
);

const typed = (toType: (status: number) => string | undefined): BrokenRule => ({
  answer({ headers, status }) {
    const type = toType(status);
    if (type === undefined) delete headers['content-type'];
    else if (headers['content-type'] !== undefined) headers['content-type'] = type;
  },
});
const ofErrors = (type: string) => typed((status) => (status < 400 ? 'application/json' : type));

test.each<[string, BrokenRule, Row[], string]>([
  [
    'no type',
    typed(() => undefined),
    ['Success statuses', 'Other errors'],
    '{"error": "…"} as no type',
  ],
  ['text/html with errors', ofErrors('text/html'), ['Other errors'], '{"error": "…"} as text/html'],
  ['JSON with other parameters', typed(() => 'Application/JSON;charset=UTF-8'), [], ''],
])('a media type is held against that of the mock: %s', async (_, rule, ownRows, body) => {
  const { url } = await startBroken(rule);
  const only: Row[] = ['Success statuses', 'Other errors'];
  const { cases } = await verifyService({ url, write: true, only });
  expect(rowsOf(cases, 'different').toSorted()).toEqual(ownRows.toSorted());
  const whys = cases.flatMap(({ row, why = '' }) => (row === 'Other errors' ? why : []));
  if (body !== '')
    expect(whys.join()).toContain(`: the body is ${body} where the mock's is exactly`);
  const types = cases.filter(({ why }) => why?.includes('the media type is'));
  const subjects = new Set(types.map(({ why }) => why!.split(':')[0]));
  expect([...subjects].toSorted()).toEqual(
    ownRows.includes('Success statuses') ? ['A create', 'A get', 'A list'] : [],
  );
});

test.each(dialects)(
  'a service that decides %j is different in that alone, and that is the dialect that fits it',
  async (dialect, ...own) => {
    const { url } = await startBroken({}, { dialect });
    const observed = await observe({ url, write: true });
    const found = rowsOf((await summarise(observed, {})).cases, 'different');
    expect(new Set(found)).toEqual(new Set(own));
    const fitting = await fitDialect(observed);
    expect(fitting).toEqual(dialect);
    const { cases } = await summarise(observed, { dialect: fitting });
    expect(rowsOf(cases, 'different')).toEqual([]);
  },
);

const withQuery = (from: RegExp, to: string): BrokenRule => ({
  request(request) {
    request.path = request.path.replace(from, to);
  },
});

test.each<[Row, BrokenRule, ServerOptions, boolean]>([
  ['limit', withQuery(/\?limit=x$/, ''), { pets: 0 }, false],
  ['limit', withQuery(/\?limit=0+$/, ''), { pets: 1 }, false],
  ['limit', withQuery(/\?limit=\d$/, ''), { pets: 2 }, false],
  ['Order of the list', {}, { pets: 0, dialect: { order: 'newest' } }, true],
  ['Paths', withQuery(/\?limit=x$/, '/x'), { pets: 0 }, true],
])(
  'of a service with few pets, it notices what these can show: %s',
  async (row, rule, options, write) => {
    const { url } = await startBroken(rule, options);
    const { cases } = await verifyService({ url, write, only: [row] });
    expect(rowsOf(cases, 'different')).toContain(row);
  },
);

test.each<[Dialect, number]>([
  [{}, 0],
  [{ maxLimit: 2 }, 1],
  [{ order: 'newest', maxLimit: 1 }, 0],
])(
  'of few pets, or of a list that hides some, none is a difference: %j',
  async (dialect, count) => {
    const { url } = await startBroken({}, { pets: count, dialect });
    const { cases } = await verifyService({ url, write: true, dialect });
    expect(rowsOf(cases, 'different')).toEqual([]);
  },
);

test.each<[Dialect, number]>([
  [{ maxLimit: 0 }, 0],
  [{ maxLimit: 2 }, 5],
  [{ order: 'newest', maxLimit: 2 }, 5],
])('a list that hides a created pet is noticed: %j of %i', async (dialect, count) => {
  const { url } = await startBroken({}, { pets: count, dialect });
  const observed = await observe({ url, write: true, only: ['limit', 'Order of the list'] });
  const { cases } = await summarise(observed, {});
  expect(rowsOf(cases, 'different')).toContain('limit');
  expect(await fitDialect(observed)).toEqual(dialect);
});

test('a refusal with another status is nearer than none, though some are none', async () => {
  const { url } = await startBroken({
    request(request) {
      request.path = request.path.replace(/limit=-\d/, '');
    },
    answer(answer) {
      if (answer.status === 400) answer.status = 422;
    },
  });
  expect(await fitDialect(await observe({ url, only: ['limit'] }))).toEqual({});
});

test('without write, the list shows the tag of a pet without a tag', async () => {
  const dialect: Dialect = { missingTag: 'absent' };
  const { url } = await startBroken({}, { pets: undefined, fixtures: pets, dialect });
  const observed = await observe({ url, only: ['A pet without a tag'] });
  expect(rowsOf((await summarise(observed, {})).cases, 'different')).toEqual([
    'A pet without a tag',
  ]);
  expect(await fitDialect(observed)).toEqual(dialect);
});
