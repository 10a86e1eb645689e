import * as z from 'zod';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import {
  createPetCatalog,
  defineOperation,
  OptionError,
  type Operation,
  type OperationResponse,
} from '../../src/index.ts';
import type { CaseRequest } from '../../src/verify/cases/case.ts';
import { deletePet } from '../support/delete-pet.ts';
import { faultHosts, jsonOf, opened as openedHost, textOf } from './support/fault-hosts.ts';
import { startedServer } from './support/started-server.ts';

const renamePet = defineOperation({
  name: 'renamePet',
  method: 'PATCH',
  path: '/pets/{id}/name',
  query: z.object({ loud: z.enum(['yes', 'no']).optional() }),
  body: z.object({ name: z.string().min(1) }),
  responses: { 200: 'The pet' },
  async run({ params, query, body, pets, fail }) {
    const name = query.loud === 'yes' ? body.name.toUpperCase() : body.name;
    const pet = pets.update(params.id, { name });
    return pet ? { status: 200, body: pet } : fail(404, 'Pet not found');
  },
});

const countPets = defineOperation({
  name: 'countPets',
  method: 'GET',
  path: '/pets/count',
  isOpen: true,
  run: ({ pets }) => ({
    status: 200,
    body: String(pets.count()),
    headers: { 'Content-Type': 'text/plain', 'X-Source': 'mock' },
  }),
});

const operations: readonly Operation[] = [deletePet, renamePet, countPets];
const key = { 'X-API-Key': 'k' };
const json = { ...key, 'Content-Type': 'application/json' };
const good = { name: 'a', method: 'GET', path: '/a', run: () => ({ status: 200 }) } as const;
const ok = { status: 200 };
const thrown = (what: unknown): never => {
  throw what;
};
const circle: Record<string, unknown> = {};
circle['itself'] = circle;
const running = (run: Operation['run']): Operation => ({ ...good, run });
const schemaOf = (validate: (value: unknown) => unknown) =>
  ({ '~standard': { version: 1, vendor: 'own', validate } }) as NonNullable<Operation['query']>;

// What goes wrong in an operation is logged.
let logged: MockInstance<typeof console.error>;
beforeEach(() => void (logged = vi.spyOn(console, 'error').mockImplementation(() => {})));
afterEach(() => void logged.mockRestore());

describe.each(faultHosts)('operations of users, in $name,', (host) => {
  async function opened(own: readonly Operation[]) {
    const options = { fixtures: undefined, operations: own, pets: 2, maxPets: 2 };
    const { catalog, call } = await openedHost(host, options);
    /** Sends a request, and returns status, headers and the decoded body. */
    const send = async (line: string, headers: Record<string, string> = {}, body?: string) => {
      const [method, path] = line.split(' ');
      const request = { method, path: `/v2${path}`, headers, body } as CaseRequest;
      const answer = await call(request);
      const isJson = answer.headers['content-type'] === 'application/json';
      const content = isJson ? jsonOf(answer) : textOf(answer);
      return { status: answer.status, content, headers: answer.headers };
    };
    return { catalog, send };
  }

  /** What an operation that runs so answers. */
  async function answerOf(run: Operation['run'], more: object = {}) {
    const { send } = await opened([{ ...running(run), ...more }]);
    const answer = await send('GET /a');
    expect((await send('GET /pets')).status).toBe(200);
    return { ...answer, error: (answer.content as { error?: string }).error };
  }

  test('answer, and store in the catalog', async () => {
    const { catalog, send } = await opened(operations);
    const [first, second] = catalog.pets.list();
    expect(await send(`DELETE /pets/${first!.id}`)).toMatchObject({ status: 204, content: '' });
    expect(await send(`DELETE /pets/${first!.id}/`)).toMatchObject({
      status: 404,
      content: { error: 'Pet not found' },
    });
    const renamed = { ...second, name: 'TOM' };
    const line = `PATCH /pets/${second!.id}/name?loud=yes`;
    expect((await send(line, json, '{"name":"Tom"}')).content).toEqual(renamed);
    expect(catalog.pets.list()).toEqual([renamed]);
    expect(catalog.requests.list()).toMatchObject([
      { operation: 'deletePet', status: 204 },
      { operation: 'deletePet', status: 404 },
      { operation: 'renamePet', status: 200 },
    ]);
    const { status, content, headers } = await send('GET /pets/count', { 'X-API-Key': '' });
    expect([status, content, headers['x-source']]).toEqual([200, '1', 'mock']);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    catalog.reset();
    expect(catalog.pets.count()).toBe(2);
  });

  test.each([
    [{ 'X-API-Key': '' }, '{}', '', 401, /X-API-Key is missing/],
    [{ 'Content-Type': 'text/plain' }, '{}', '', 415, /Content-Type/],
    [json, '{', '', 400, /not valid JSON/],
    [json, '', '', 400, /^The request body is empty; it must be JSON$/],
    [json, '{"name":""}', '', 400, /^The request body: "name": /],
    [json, '{"name":"Tom"}', '?loud=maybe', 400, /^The query: "loud": /],
  ])('check the key, the body and the query: %j, %s, %s', async (...row) => {
    const [headers, body, query, status, error] = row;
    const { send } = await opened(operations);
    expect(await send(`PATCH /pets/x/name${query}`, headers, body)).toMatchObject({
      status,
      content: { error: expect.stringMatching(error) as string },
    });
  });

  test.each([
    ['PUT /pets/x', 405, 'DELETE, GET, HEAD, OPTIONS'],
    ['OPTIONS /pets/x/name', 204, 'OPTIONS, PATCH'],
    ['HEAD /pets/count', 200, undefined],
    ['DELETE /pets/%zz', 400, undefined],
  ])('are in Allow, 405 and HEAD: %s', async (line, status, allow) => {
    const { send } = await opened(operations);
    const { headers, ...answer } = await send(line);
    expect([answer.status, headers['allow']]).toEqual([status, allow]);
    if (line.startsWith('HEAD')) {
      expect([answer.content, headers['content-length']]).toEqual(['', '1']);
    }
  });

  test('are hit by faults, with match.id for the last parameter', async () => {
    const { catalog, send } = await opened(operations);
    const [first, second] = catalog.pets.list();
    catalog.faults.add({ operation: 'deletePet', status: 409, match: { id: second!.id } });
    const remove = async (id: string) => (await send(`DELETE /pets/${id}`)).status;
    expect([await remove(second!.id), await remove(first!.id)]).toEqual([409, 204]);
    expect(catalog.pets.list()).toEqual([second]);
    catalog.faults.add({ operation: 'deletePet', status: 500, phase: 'after' });
    expect([await remove(second!.id), catalog.pets.count()]).toEqual([500, 0]);
  });

  test('get their query as an object, with a parameter that is repeated as an array', async () => {
    const query = schemaOf((value) => ({ value }));
    const run: Operation['run'] = (given) => ({ status: 200, body: given.query });
    const { send } = await opened([{ ...running(run), query }]);
    const { content } = await send('GET /a?a=1&toString=2&b=3&a=4&__proto__=5&a=6');
    expect(content).toEqual({ a: ['1', '4', '6'], toString: '2', b: '3' });
    expect((await send('GET /a')).content).toEqual({});
  });

  test('get the headers of the request, by names in any case', async () => {
    const { send } = await opened([
      running(({ headers }) => ({ status: 200, body: headers.get('if-match') })),
    ]);
    expect((await send('GET /a', { 'If-Match': '"7"' })).content).toBe('"7"');
    expect((await send('GET /a')).content).toBeNull();
  });

  const isNone = 'it must answer with an object that has a "status", not';
  test.each<[words: string | RegExp, ...answers: unknown[]]>([
    [`${isNone} "ok"`, 'ok'],
    ['its "status" must be a whole number from 200 to 599', {}, { status: 199 }, { status: 200.5 }],
    ['its "status" must be a whole number from 200 to 599, not 600', { status: 600 }],
    ['its answer may have only "status", "body" and "headers", not "json"', { ...ok, json: {} }],
    ['its "body" must be a JSON value, not undefined', { ...ok, body: undefined }],
    [/^[^\\]*circular structure to JSON -->[^\\]*$/, { ...ok, body: circle }],
    ['its "body" must be a JSON value, not [object Uint8Array]', { ...ok, body: Buffer.from('x') }],
    ['its header "Set-Cookie" must be text', { ...ok, headers: { 'Set-Cookie': ['a=1', 2] } }],
    ['its header "x-a" must be', { ...ok, headers: { 'x-a': '1\n2' } }],
    [
      'its "headers" must be a plain object',
      { ...ok, headers: new Headers({ 'x-a': '1' }) },
      { ...ok, headers: 'x-a: 1' },
      { ...ok, headers: ['x-a: 1'] },
    ],
    ['must not contain "x a"', { ...ok, headers: { 'x a': '1' } }],
  ])('with another result are a 500 with the reason: %s', async (words, ...answers) => {
    for (const answer of answers) {
      const { status, error } = await answerOf(() => answer as OperationResponse);
      expect(status).toBe(500);
      expect(error).toMatch(/^The operation a failed: /);
      expect(error).toMatch(words);
    }
  });

  test.each<[OperationResponse, unknown]>([
    [{ status: 200, body: 'x' }, 'x'],
    [{ status: 200, body: [null] }, [null]],
    [{ status: 200, body: 7, headers: { 'Content-Type': 'text/plain' } }, '7'],
    [{ status: 204, body: {} }, ''],
    [{ status: 599, body: {} }, {}],
  ])('that answer with %j send %j', async (answer, content) => {
    expect(await answerOf(() => answer)).toMatchObject({ status: answer.status, content });
  });

  const failed = 'The operation a failed:';
  const issue = { message: `a\n${'x'.repeat(400)}`, path: [{ key: 'owner' }, 0, 'name'] };
  /** As arktype has them: a message of the prototype, and a path whose `map` makes another. */
  class Path extends Array<string> {}
  const ofClass = { message: 'must be an object', path: new Path() };
  const words = `The query: "owner.0.name": a\\u000a${'x'.repeat(298)}…`;
  test.each<[result: unknown, status: number, error: string]>([
    [{ issues: [issue, { message: 'another' }] }, 400, words],
    [{ issues: [{ message: { no: 'text' } }, {}] }, 400, 'The query: [object Object]'],
    [{ issues: [] }, 400, 'The query: it is not valid'],
    [{ issues: [Object.create(ofClass)] }, 400, 'The query: must be an object'],
  ])('whose schema gives %j answer with %i and say why in one line', async (result, ...answer) => {
    const { status, error } = await answerOf(good.run, { query: schemaOf(() => result) });
    expect([status, error]).toEqual(answer);
  });

  const goesOn = `${failed} it called fail(404, "Pet not found") and answered with something else:`;
  const isNoText = `${failed} fail() takes a message that is text, not`;
  type Given = Parameters<Operation['run']>[0];
  const create =
    (pet: object) =>
    ({ pets }: Given) => ({ status: 201, body: pets.create(pet as { name: string }) });
  const absent = ({ fail }: Given) => fail(404, 'Pet not found');
  const late = (given: Given) => ({ toJSON: () => thrown(absent(given)) });
  test.each<[status: number, error: string, run: (given: Given) => unknown]>([
    [500, `${failed} on purpose`, () => Promise.reject(new Error('on purpose'))],
    [500, `${goesOn} return fail(...)`, (given) => (absent(given), { status: 200, body: {} })],
    [500, `${goesOn} return fail(...)`, async (given) => (absent(given), { status: 204 })],
    [500, `${goesOn} return fail(...)`, (given) => void absent(given)],
    [409, 'Too late', (given) => (absent(given), given.fail(409, 'Too late'))],
    [404, 'Pet not found', (given) => thrown(absent(given))],
    [404, 'Pet not found', (given) => Promise.reject(absent(given))],
    [500, `${failed} late`, (given) => thrown(absent(given) && new Error('late'))],
    // It has run by then.
    [500, `${failed} it threw an object`, (given) => ({ status: 200, body: late(given) })],
    [500, `${failed} it threw an object`, async (given) => ({ status: 200, body: late(given) })],
    [429, 'Slow down', ({ fail }) => ({ ...fail(429, 'Slow down'), headers: { 'X-A': '2' } })],
    [500, `${isNoText} undefined`, ({ fail }) => fail(404, undefined as never)],
    ...[200, 399, 600].map((status): [number, string, typeof absent] => [
      500,
      `${failed} fail() takes a status from 400 to 599, not ${status}`,
      ({ fail }) => fail(status, ''),
    ]),
    // As the service refuses.
    [400, 'A new pet: "name" must be a string, not 7', create({ name: 7 })],
    [507, 'The catalog is full: it holds 2 pets, the limit of "maxPets"', create({ name: 'Max' })],
    [400, 'Bad', ({ fail }) => fail(400, 'Bad')],
  ])('that fail answer with %i: %s, %s', async (status, error, run) => {
    const answer = await answerOf(run as Operation['run']);
    expect([answer.status, answer.error]).toEqual([status, error]);
  });

  test('that still run are cut off by a reset, and change nothing afterwards', async () => {
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => (finish = resolve));
    let ended: Promise<unknown> | undefined;
    const { catalog, send } = await opened([
      running(({ pets }) => {
        const work = waiting.then(() => ({ status: 201, body: pets.create({ name: 'Late' }) }));
        ended = work.catch((error: Error) => error.message);
        return work;
      }),
    ]);
    const answer = send('GET /a');
    await catalog.requests.waitFor({ operation: 'a' });
    catalog.reset();
    expect((await answer).status).toBe(503);
    finish();
    expect(await ended).toMatch(/was reset/);
    expect((await send('GET /pets')).content).toHaveLength(2);
    expect(logged).not.toHaveBeenCalled();
  });
});

test('a server names operations of users in info, in the OpenAPI document and in preflights', async () => {
  const { url, admin } = await startedServer({ operations, log: 'none' });
  const { name, method, path, summary } = deletePet;
  expect((await admin('GET /info')).json).toMatchObject({
    operations: expect.arrayContaining([{ name, method, path, summary }]) as unknown,
  });
  expect(await (await fetch(new URL('/openapi.json', url))).json()).toMatchObject({
    paths: { '/pets/{petId}': { delete: { operationId: 'deletePet', responses: { 204: {} } } } },
  });
  const preflight = await fetch(`${url}/pets/x`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'DELETE' },
  });
  const allowed = preflight.headers.get('access-control-allow-methods')!.split(',');
  expect(allowed.toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH', 'POST']);
});

const inResponse = (response: object) => ({ responses: { 200: { description: '', ...response } } });
test.each<[changes: object, words: string | RegExp]>([
  [{ name: undefined }, 'operations[0]: "name" must be a letter'],
  [{ method: 'get' }, 'Operation "a": "method" must be one of'],
  [{ path: 7 }, /"path" must be a path.*, not 7$/],
  [{ path: '/../a' }, /"path" must have segments .*, not "\.\."$/],
  [{ path: '/a/' }, /"path" must have segments .*, not ""$/],
  [{ path: '/{x}/{x}' }, 'must not have {x} twice'],
  [{ path: '/a/:id' }, /"path" has ":id" for a parameter: write \{id\}$/],
  [{ path: '/pets/{any}' }, 'GET /pets/{any} matches the same paths as "getPet"'],
  [{ path: '/{id}', params: { ID: { description: '' } } }, '"params" has "ID", which is not in'],
  [{ path: '/{a}', params: { a: 'h' } }, '"params.a" must be an object with "description" and'],
  [{ examples: { one: {} } }, '"examples" are of bodies'],
  [{ body: z.object({}) }, '"body" must be left out, as a request with GET has none'],
  [{ method: 'POST', body: {} }, '"body" must be a Standard Sch'],
  [{ run: undefined }, '"run" must be a function'],
  [{ runs: 1 }, 'has an unknown field "runs"'],
  [{ responses: { default: '' } }, 'has "default", which is no status'],
  [{ responses: { 200: 7 } }, '"responses.200" must be a desc'],
  [inResponse({ schema: {} }), '"responses.200.schema" must be a Standard Schema 1, as of zod'],
  [inResponse({ examples: { one: circle } }), '"responses.200.examples.one" must be a JSON value'],
])('an operation with %j is refused', (changes, words) => {
  const make = () => createPetCatalog({ operations: [{ ...good, ...changes } as Operation] });
  expect(make).toThrow(expect.objectContaining({ name: 'OptionError', option: 'operations' }));
  expect(make).toThrow(words);
});

test.each<[unknown[], RegExp]>([
  [[7], /^operations\[0\] must be an operation.*not 7/],
  [[good, { ...good, path: '/b' }], /^Operation "a" is defined twice: at index 0 and 1/],
])('the operations %j are refused', (own, words) => {
  expect(() => createPetCatalog({ operations: own as Operation[] })).toThrow(words);
});

test('an operation whose path begins with the base path is refused', () => {
  const make = (path: string, baseUrl?: string) =>
    createPetCatalog({ operations: [{ ...good, path }], baseUrl });
  for (const path of ['/v2', '/v2/x']) {
    expect(() => make(path)).toThrow(OptionError);
    expect(() => make(path)).toThrow(
      'Operation "a": "path" must not include the base path /v2, which is added',
    );
  }
  make('/v2x');
  make('/v2/x', '/api');
  make('/v2/x', '/');
  // As with the service's own /pets, it is not there by mistake.
  make('/pets/{petId}/owner', '/pets');
});

test('a client that goes while an operation runs leaves no status', async () => {
  const catalog = createPetCatalog({ operations: [running(() => new Promise<never>(() => {}))] });
  const client = new AbortController();
  const answer = catalog.fetch('http://localhost/v2/a', { headers: key, signal: client.signal });
  await catalog.requests.waitFor({ operation: 'a' });
  client.abort();
  await expect(answer).rejects.toBe(client.signal.reason);
  const [entry] = catalog.requests.list();
  expect(entry).toMatchObject({ status: null, durationMs: expect.any(Number) as number });
});
