import { Readable } from 'node:stream';
import * as z from 'zod';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createPetCatalog,
  defineOperation,
  OptionError,
  type Operation,
  type OperationResponse,
} from '../../src/index.ts';
import { startServer } from '../../src/server.ts';

const deletePet = defineOperation({
  name: 'deletePet',
  method: 'DELETE',
  path: '/pets/{petId}',
  summary: 'Delete a pet',
  responses: { 204: 'The pet is gone', 404: 'There is no pet of that id' },
  run: ({ params, pets, fail }) =>
    pets.remove(params.petId) ? { status: 204 } : fail(404, 'Pet not found'),
});

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

/** The same calls in process, over the fast lane and over Express with msw. */
const hosts = {
  async 'in process'(own: readonly Operation[], maxPets?: number) {
    const catalog = createPetCatalog({ operations: own, pets: 2, maxPets });
    const send = async (path: string, init?: RequestInit) =>
      (await catalog.fetch(`http://localhost/v2${path}`, init))!;
    return { catalog, send };
  },
  'the fast lane': (own: readonly Operation[], maxPets?: number) => started(own, true, maxPets),
  'Express and msw': (own: readonly Operation[], maxPets?: number) => started(own, false, maxPets),
};

async function started(own: readonly Operation[], fastLane: boolean, maxPets?: number) {
  const { catalog, url, close } = await startServer({
    operations: own,
    pets: 2,
    maxPets,
    port: 0,
    log: 'none',
    fastLane,
  });
  onTestFinished(close);
  return { catalog, send: (path: string, init?: RequestInit) => fetch(url + path, init) };
}

const failing = (run: () => OperationResponse | Promise<OperationResponse>): Operation =>
  defineOperation({ name: 'breakIt', method: 'GET', path: '/broken', run });

describe.each(Object.entries(hosts))('operations of users, %s', (_host, open) => {
  test('answer, and store in the catalog', async () => {
    const { catalog, send } = await open(operations);
    const [first, second] = catalog.pets.list();
    const gone = await send(`/pets/${first!.id}`, { method: 'DELETE', headers: key });
    expect([gone.status, await gone.text()]).toEqual([204, '']);
    const again = await send(`/pets/${first!.id}/`, { method: 'DELETE', headers: key });
    expect([again.status, await again.json()]).toEqual([404, { error: 'Pet not found' }]);
    const renamed = await send(`/pets/${second!.id}/name?loud=yes`, {
      method: 'PATCH',
      headers: json,
      body: '{"name":"Tom"}',
    });
    expect(await renamed.json()).toEqual({ ...second, name: 'TOM' });
    expect(catalog.pets.list()).toEqual([{ ...second, name: 'TOM' }]);
    const names = catalog.requests.list().map(({ operation, status }) => [operation, status]);
    expect(names).toEqual([
      ['deletePet', 204],
      ['deletePet', 404],
      ['renamePet', 200],
    ]);
    catalog.reset();
    expect(catalog.pets.count()).toBe(2);
  });

  test('have the checks of a body, a query and the key', async () => {
    const { send } = await open(operations);
    const rename = async (headers: Record<string, string>, body: string, query = '') => {
      const response = await send(`/pets/x/name${query}`, { method: 'PATCH', headers, body });
      return [response.status, ((await response.json()) as { error: string }).error];
    };
    expect(await rename({}, '{}')).toEqual([401, expect.any(String)]);
    expect((await rename(key, '{}'))[0]).toBe(415);
    expect((await rename(json, '{'))[0]).toBe(400);
    expect(await rename(json, '')).toEqual([400, 'The request body is empty; it must be JSON']);
    expect(await rename(json, '{"name":""}')).toEqual([
      400,
      expect.stringMatching(/^The request body: "name": /),
    ]);
    expect(await rename(json, '{"name":"Tom"}', '?loud=maybe')).toEqual([
      400,
      expect.stringMatching(/^The query: "loud": /),
    ]);
    const malformed = await send('/pets/%zz', { method: 'DELETE', headers: key });
    expect(malformed.status).toBe(400);
    const free = await send('/pets/count');
    expect([free.status, await free.text(), free.headers.get('x-source')]).toEqual([
      200,
      '2',
      'mock',
    ]);
    expect(free.headers.get('content-type')).toMatch(/^text\/plain/);
  });

  test('are in Allow, 405 and HEAD', async () => {
    const { send } = await open(operations);
    const wrong = await send('/pets/x', { method: 'PUT', headers: key });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, OPTIONS']);
    const asked = await send('/pets/x/name', { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'OPTIONS, PATCH']);
    const head = await send('/pets/count', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      '1',
      '',
    ]);
  });

  test('are hit by faults, with match.id for the last parameter', async () => {
    const { catalog, send } = await open(operations);
    const [first, second] = catalog.pets.list();
    catalog.faults.add({ operation: 'deletePet', status: 409, match: { id: second!.id } });
    const remove = async (id: string) =>
      (await send(`/pets/${id}`, { method: 'DELETE', headers: key })).status;
    expect([await remove(second!.id), await remove(first!.id)]).toEqual([409, 204]);
    expect(catalog.pets.list()).toEqual([second]);
    catalog.faults.add({ operation: 'deletePet', status: 500, phase: 'after' });
    expect([await remove(second!.id), catalog.pets.count()]).toEqual([500, 0]);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('on purpose');
      },
      'on purpose',
    ],
    ['rejects', () => Promise.reject(new Error('on purpose')), 'on purpose'],
    ['answers with no status', () => ({}) as OperationResponse, 'its "status" must be'],
    ['answers with status 199', () => ({ status: 199 }), 'its "status" must be'],
    ['answers with no JSON', () => ({ status: 200, body: 1n }), 'BigInt'],
    [
      'has an unknown member in its answer',
      () => ({ status: 200, json: {} }) as OperationResponse,
      'it must answer with "status", "body" and "headers" alone, not "json"',
    ],
    [
      'has a body that is undefined',
      () => ({ status: 200, body: undefined }),
      'its "body" is undefined: an answer without one leaves it out',
    ],
    [
      'answers with bytes',
      () => ({ status: 200, body: Buffer.from('x') }),
      'its "body" must be a JSON value, not a Uint8Array: bytes and streams are for handlers',
    ],
    [
      'answers with a stream',
      () => ({ status: 200, body: new ReadableStream() }),
      'not a ReadableStream: bytes and streams are for handlers',
    ],
    [
      'answers with a stream of Node',
      () => ({ status: 200, body: Readable.from(['x']) }),
      'not a stream: bytes and streams are for handlers',
    ],
    [
      'answers with a Blob as a text',
      () => ({ status: 200, body: new Blob(['x']), headers: { 'Content-Type': 'text/plain' } }),
      'not a Blob: bytes and streams are for handlers',
    ],
    ['answers with a Map', () => ({ status: 200, body: new Map([[1, 2]]) }), 'not a Map'],
    [
      'answers with a Set among others',
      () => ({ status: 200, body: [{ tags: new Set(['a']) }] }),
      'not a Set in "tags"',
    ],
    [
      'answers with a promise in its body',
      () => ({ status: 200, body: { pet: Promise.resolve(1) } }),
      'not a Promise in "pet"',
    ],
    [
      'has a header that is no text',
      () => ({ status: 200, headers: { 'Set-Cookie': ['a=1', 'b=2'] } as never }),
      'its header "Set-Cookie" must be text',
    ],
    [
      'has headers of fetch',
      () => ({ status: 200, headers: new Headers({ 'x-a': '1' }) as never }),
      'its "headers" must be a plain object',
    ],
    ['answers with a Response', () => new Response('hi') as never, 'not a Response'],
    ['frames its answer', () => ({ status: 200, headers: { 'Content-Length': '1' } }), 'leave out'],
    [
      'codes its answer',
      () => ({ status: 200, headers: { 'Content-Encoding': 'br' } }),
      'leave out',
    ],
    ['gives a 204 a body', () => ({ status: 204, body: {} }), '"body" must be left out'],
    [
      'answers with a circle',
      () => {
        const circle: Record<string, unknown> = {};
        circle['itself'] = circle;
        return { status: 200, body: circle };
      },
      /^[^\\]*circular structure to JSON -->[^\\]*$/,
    ],
  ])('that %s is a 500 that names it', async (_how, run, words) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const { send } = await open([failing(run)]);
    const response = await send('/broken', { headers: key });
    const { error } = (await response.json()) as { error: string };
    expect([response.status, error]).toEqual([
      500,
      expect.stringMatching(/^The operation breakIt failed: /),
    ]);
    expect(error).toMatch(words);
    expect((await send('/pets', { headers: key })).status).toBe(200);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an object with neither a value nor issues', {}],
    ['issues that are no list', { issues: 7 }],
  ])('say so when a schema gives %s', async (_what, result) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const query = { '~standard': { version: 1, vendor: 'own', validate: () => result } } as never;
    const { send } = await open([{ ...failing(() => ({ status: 200 })), query }]);
    const response = await send('/broken', { headers: key });
    expect([response.status, await response.json()]).toEqual([
      500,
      {
        error: 'The operation breakIt failed: The query: its schema must give {value} or {issues}',
      },
    ]);
  });

  test('refuse with 400 what a schema gives no words for', async () => {
    const validate = () => ({ issues: [{ message: { no: 'text' } }, {}] });
    const query = { '~standard': { version: 1, vendor: 'own', validate } } as never;
    const { send } = await open([{ ...failing(() => ({ status: 200 })), query }]);
    expect((await send('/broken', { headers: key })).status).toBe(400);
  });

  test.each<[string, Operation['run'], number, string | RegExp]>([
    [
      'that call fail and go on say so',
      ({ fail }) => {
        fail(404, 'Pet not found');
        return { status: 200, body: {} };
      },
      500,
      'The operation breakIt failed: it called fail(404, "Pet not found") and answered with something else: return fail(...)',
    ],
    [
      'that call fail and go on later say so',
      async ({ fail }) => {
        fail(404, 'Pet not found');
        return { status: 204 };
      },
      500,
      /return fail\(\.\.\.\)$/,
    ],
    [
      'that call fail and answer nothing say so',
      ({ fail }) => void fail(404, 'Pet not found') as unknown as OperationResponse,
      500,
      /return fail\(\.\.\.\)$/,
    ],
    [
      'may throw what fail gives',
      ({ fail }) => {
        throw fail(404, 'Pet not found');
      },
      404,
      'Pet not found',
    ],
    [
      'may throw what fail gives later',
      async ({ fail }) => {
        throw fail(404, 'Pet not found');
      },
      404,
      'Pet not found',
    ],
    [
      'may add headers to a failure',
      ({ fail }) => ({ ...fail(429, 'Slow down'), headers: { 'Retry-After': '2' } }),
      429,
      'Slow down',
    ],
    [
      'give fail a text',
      ({ fail }) => fail(404, undefined as unknown as string),
      500,
      /fail\(\) takes a message that is text, not undefined$/,
    ],
    [
      'give fail no object',
      ({ fail }) => fail(422, { name: 'odd' } as unknown as string),
      500,
      /fail\(\) takes a message that is text, not an object$/,
    ],
  ])('%s', async (_what, run, status, error) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const { send } = await open([{ name: 'breakIt', method: 'GET', path: '/broken', run }]);
    const response = await send('/broken', { headers: key });
    const { error: words } = (await response.json()) as { error: string };
    expect([response.status, words]).toEqual([
      status,
      typeof error === 'string' ? error : expect.stringMatching(error),
    ]);
  });

  test('fail with the status of a failure alone', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const own = defineOperation({
      name: 'breakIt',
      method: 'GET',
      path: '/broken',
      run: ({ fail }) => fail(200, 'no failure'),
    });
    const { send } = await open([own]);
    const response = await send('/broken', { headers: key });
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'The operation breakIt failed: fail() takes a status from 400 to 599, not 200' },
    ]);
  });

  test('are refused by the pets as the service refuses', async () => {
    const addPet = defineOperation({
      name: 'addPet',
      method: 'POST',
      path: '/more',
      body: z.object({ name: z.unknown() }),
      run: ({ body, pets }) => ({ status: 201, body: pets.create(body as { name: string }) }),
    });
    const { send } = await open([addPet], 3);
    const add = async (body: string) => {
      const response = await send('/more', { method: 'POST', headers: json, body });
      return [response.status, await response.json()];
    };
    expect(await add('{"name":7}')).toEqual([400, { error: expect.stringMatching(/"name".*7/) }]);
    expect((await add('{"name":"Rex"}'))[0]).toBe(201);
    expect(await add('{"name":"Max"}')).toEqual([507, { error: expect.stringMatching(/is full/) }]);
  });

  test('have their own headers in the place of those of CORS', async () => {
    const own = { 'Access-Control-Allow-Origin': 'https://a.example', Vary: 'X-Own' };
    const { send } = await open([failing(() => ({ status: 200, body: {}, headers: own }))]);
    const { headers } = await send('/broken', { headers: key });
    expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
      'https://a.example',
      'X-Own',
    ]);
  });

  test('have a length also without a body', async () => {
    const { send } = await open([failing(() => ({ status: 200 }))]);
    const response = await send('/broken', { headers: key });
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['0', '']);
    expect(response.headers.get('transfer-encoding')).toBeNull();
  });

  test('that still run are cut off by a reset, and change nothing afterwards', async () => {
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let ended: Promise<unknown> | undefined;
    const slow = defineOperation({
      name: 'createLate',
      method: 'POST',
      path: '/late',
      run({ pets }) {
        const work = waiting.then(() => ({ status: 201, body: pets.create({ name: 'Late' }) }));
        ended = work.catch((error: Error) => error.message);
        return work;
      },
    });
    const { catalog, send } = await open([slow]);
    const answer = send('/late', { method: 'POST', headers: key });
    await catalog.requests.waitFor({ operation: 'createLate' });
    catalog.reset();
    expect((await answer).status).toBe(503);
    finish();
    expect(await ended).toMatch(/was reset/);
    expect(catalog.pets.count()).toBe(2);
  });

  test('with the name of an earlier one replace it', async () => {
    const listPets = defineOperation({
      name: 'listPets',
      method: 'GET',
      path: '/pets',
      run: ({ query, pets }) => ({
        status: 200,
        body: pets.list().slice(Number(query.get('offset') ?? 0)),
      }),
    });
    const { catalog, send } = await open([listPets]);
    const response = await send('/pets?offset=1', { headers: key });
    expect(await response.json()).toEqual(catalog.pets.list().slice(1));
  });
});

describe('a server with operations of users', () => {
  test('names them in info, in the OpenAPI document and in preflights', async () => {
    const { url, close } = await startServer({ operations, port: 0, log: 'none' });
    onTestFinished(close);
    const get = async (path: string) => (await fetch(new URL(path, url))).json();
    const info = (await get('/__admin/info')) as { operations: unknown[] };
    expect(info.operations).toContainEqual({
      name: 'deletePet',
      method: 'DELETE',
      path: '/pets/{petId}',
      summary: 'Delete a pet',
    });
    const document = (await get('/openapi.json')) as { paths: Record<string, object> };
    expect(document.paths).toMatchObject({
      '/pets/{petId}': { delete: { operationId: 'deletePet', responses: { 204: {} } } },
      '/pets/{id}/name': {
        patch: {
          parameters: [{ name: 'id', in: 'path' }, { name: 'loud', in: 'query' }, {}],
          requestBody: {
            content: {
              'application/json': { schema: { properties: { name: { minLength: 1 } } } },
            },
          },
          responses: { 200: {}, 400: {}, 401: {}, 413: {}, 415: {} },
        },
      },
      '/pets/count': { get: { security: [] } },
    });
    const preflight = await fetch(`${url}/pets/x`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'DELETE' },
    });
    const allowed = preflight.headers.get('access-control-allow-methods')!.split(',');
    expect(allowed.toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH', 'POST']);
  });

  test('refuses a fault, a filter and a scenario for one that there is not', async () => {
    const { faults, requests } = createPetCatalog({ operations });
    const names = '"createPet", "getPet", "listPets", "deletePet", "renamePet", "countPets"';
    const words = `"operation" must be one of ${names}, not "flyPet"`;
    expect(() => faults.add({ operation: 'flyPet', status: 500 })).toThrow(words);
    expect(() => requests.list({ operation: 'flyPet' })).toThrow(words);
    const scenarios = { odd: { faults: [{ operation: 'flyPet', status: 500 }] } };
    expect(() => createPetCatalog({ operations, scenarios })).toThrow(
      `Scenario "odd": "faults[0].operation" must be one of ${names}`,
    );
    const snapshot = createPetCatalog().snapshot();
    const fault = { id: 'fault-1', operation: 'flyPet', status: 500, calls: 0, hits: 0 };
    expect(() => createPetCatalog().restore({ ...snapshot, faults: [fault] })).toThrow(
      /"faults\[0\]\.operation" must be one of/,
    );
  });
});

const good = { name: 'a', method: 'GET', path: '/a', run: () => ({ status: 200 }) } as const;

test.each<[string, unknown, RegExp]>([
  ['is no object', 7, /^operations\[0\] must be an operation.*not 7/],
  ['has no name', { ...good, name: undefined }, /^operations\[0\]: "name" must be a letter/],
  ['has an odd name', { ...good, name: '1a' }, /^Operation "1a": "name" must be a letter/],
  ['has another method', { ...good, method: 'get' }, /^Operation "a": "method" must be one of/],
  [
    'has a path without a slash',
    { ...good, path: 'a' },
    /^Operation "a": "path" must begin with a slash, as "\/pets\/\{petId\}" does, not "a"$/,
  ],
  ['has a path that is no text', { ...good, path: 7 }, /"path" must be a path.*, not 7$/],
  ['has a dot segment', { ...good, path: '/../a' }, /"path" must not have the segment "\.\."$/],
  ['has an empty segment', { ...good, path: '/a/' }, /"path" must not have an empty segment, as/],
  ['has a space in its path', { ...good, path: '/a b' }, /"path" must not have " " in "a b"$/],
  [
    'has its parameter in a part of a segment',
    { ...good, path: '/{id}.json' },
    /"path" must have a literal or a \{param\} .* in place of "\{id\}\.json"$/,
  ],
  [
    'has a wildcard',
    { ...good, path: '/w/*' },
    /"path" must have a parameter such as \{name\}, of one segment, in place of "\*": there are no/,
  ],
  ['has a parameter twice', { ...good, path: '/{x}/{x}' }, /must not have \{x\} twice/],
  [
    'has a parameter that is the prototype',
    { ...good, path: '/{__proto__}' },
    /must not have \{__p/,
  ],
  [
    'has a parameter after a colon',
    { ...good, path: '/a/:id' },
    /must have \{id\} in place of :id/,
  ],
  [
    'describes a parameter that there is not',
    { ...good, path: '/a/{id}', params: { ID: { description: '' } } },
    /"params" has "ID", which is not in the path \/a\/\{id\}/,
  ],
  ['has examples and no body', { ...good, examples: { one: {} } }, /"examples" are of bodies/],
  ['has a body with GET', { ...good, body: z.object({}) }, /"body" must be left out/],
  [
    'has no schema for a body',
    { ...good, method: 'POST', body: {} },
    /"body" must be a Standard Sch/,
  ],
  ['does not run', { ...good, run: undefined }, /"run" must be a function/],
  ['has an unknown member', { ...good, runs: 1 }, /has no field "runs"/],
  [
    'has an odd status',
    { ...good, responses: { 2000: '' } },
    /^Operation "a": "responses" has "2000", which is no status from 200 to 599$/,
  ],
  ['has a default', { ...good, responses: { default: '' } }, /has "default", which is no status/],
  [
    'describes a parameter by a text',
    { ...good, path: '/{a}', params: { a: 'h' } },
    /"params\.a" must be an object with "description" and optionally "examples", not "h"$/,
  ],
  [
    'has params that are no object',
    { ...good, params: 'h' },
    /"params" must be an object of the parameters, by their names, not "h"$/,
  ],
  ['describes no response', { ...good, responses: { 200: 7 } }, /"responses\.200" must be a desc/],
  [
    'has a response without a description',
    { ...good, responses: { 200: { desc: 'ok' } } },
    /lacks the field "responses\.200\.description"/,
  ],
  [
    'has an unknown member in a response',
    { ...good, responses: { 200: { description: 'ok', body: {} } } },
    /has no field "responses\.200\.body"/,
  ],
  [
    'has a JSON Schema in a response',
    { ...good, responses: { 200: { description: 'ok', schema: { type: 'object' } } } },
    /"responses\.200\.schema" must be a Standard Schema, as of zod/,
  ],
  [
    'says of a header something else than a text',
    { ...good, responses: { 200: { description: 'ok', headers: { 'X-A': 7 } } } },
    /"responses\.200\.headers\.X-A" must be a text that says what the header means, not 7$/,
  ],
  [
    'has examples that are a list',
    { ...good, responses: { 200: { description: 'ok', examples: 'one' } } },
    /"responses\.200\.examples" must be an object of the examples, by their names, not "one"$/,
  ],
  [
    'matches the paths of another',
    { ...good, path: '/pets/{any}' },
    /^Operation "a": GET \/pets\/\{any\} matches the same paths as "getPet"/,
  ],
])('an operation that %s is refused', (_what, operation, words) => {
  const make = () => createPetCatalog({ operations: [operation as Operation] });
  expect(make).toThrow(expect.objectContaining({ name: 'OptionError', option: 'operations' }));
  expect(make).toThrow(words);
});

test('an operation whose path begins with the base path is refused', () => {
  const make = (path: string, baseUrl?: string) =>
    createPetCatalog({ operations: [{ ...good, path }], baseUrl });
  for (const path of ['/v2', '/v2/x']) {
    expect(() => make(path)).toThrow(OptionError);
    expect(() => make(path)).toThrow(
      'Operation "a": "path" must leave out the base path /v2, below which it is',
    );
  }
  make('/v2x');
  make('/v2/x', '/api');
  make('/v2/x', '/');
  // As with the service's own /pets, it is not there by mistake.
  make('/pets/{petId}/owner', '/pets');
});

test('what an operation throws is the cause of what is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const cause = new Error('on purpose');
  const run = () => {
    throw cause;
  };
  await createPetCatalog({ operations: [{ ...good, run }] }).fetch('http://localhost/v2/a', {
    headers: key,
  });
  expect(logged.mock.lastCall).toEqual([expect.objectContaining({ cause })]);
});

test('a client that goes while an operation runs leaves no status', async () => {
  const run = () => new Promise<never>(() => {});
  const catalog = createPetCatalog({ operations: [{ ...good, run }] });
  const client = new AbortController();
  const answer = catalog.fetch('http://localhost/v2/a', { headers: key, signal: client.signal });
  await catalog.requests.waitFor({ operation: 'a' });
  client.abort();
  expect(await answer).toMatchObject({ type: 'error' });
  expect(catalog.requests.list()).toMatchObject([
    { status: null, durationMs: expect.any(Number) as number },
  ]);
});

test('two operations of one name in one list are refused', () => {
  const make = () => createPetCatalog({ operations: [good, { ...good, path: '/b' }] });
  expect(make).toThrow(/^Operation "a" is there twice: at 0 and at 1/);
});

describe('a fault that holds calls', () => {
  test.each<[string, (catalog: ReturnType<typeof createPetCatalog>, id: string) => void]>([
    ['removed', ({ faults }, id) => faults.remove(id)],
    ['disabled', ({ faults }, id) => faults.update(id, { enabled: false })],
    ['cleared', ({ faults }) => faults.clear()],
  ])('gives them their real answer when it is %s', async (_how, letGo) => {
    const catalog = createPetCatalog();
    const id = catalog.faults.add({ operation: 'listPets', hold: true });
    const answer = catalog.fetch('http://localhost/v2/pets', { headers: key });
    await catalog.requests.waitFor({ operation: 'listPets' });
    expect(catalog.requests.list()[0]).toMatchObject({ status: null });
    letGo(catalog, id);
    expect((await answer)!.status).toBe(200);
  });

  test('does so when its times were used up, and so does one with a delay', async () => {
    const catalog = createPetCatalog();
    for (const fault of [{ hold: true }, { delay: 2 ** 31 - 1 }] as const) {
      const id = catalog.faults.add({ ...fault, times: 1 });
      const answer = catalog.fetch('http://localhost/v2/pets', { headers: key });
      await catalog.requests.waitFor({ fault: true, status: undefined });
      expect(catalog.faults.list()).toEqual([]);
      expect(catalog.faults.remove(id)).toBe(true);
      expect((await answer)!.status).toBe(200);
      catalog.requests.clear();
    }
  });

  test('leaves a failure to the others, and is not beside one itself', async () => {
    const catalog = createPetCatalog();
    catalog.faults.add({ status: 503 });
    const id = catalog.faults.add({ hold: true });
    const answer = catalog.fetch('http://localhost/v2/pets', { headers: key });
    await catalog.requests.waitFor({});
    catalog.faults.remove(id);
    expect((await answer)!.status).toBe(503);
    const both = { hold: true, status: 503 } as never;
    expect(() => catalog.faults.add(both)).toThrow(/"hold", or with "status" or "network"/);
    expect(() => catalog.faults.add({ hold: true, phase: 'after' })).toThrow(/phase "after"/);
  });
});
