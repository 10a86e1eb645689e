import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { createControl } from '../../src/client.ts';
import {
  createPetCatalog,
  type CatalogControls,
  type Fault,
  type Har,
  type SeedOptions,
} from '../../src/index.ts';
import { adminRoutes } from '../../src/server/admin/routes/index.ts';
import { startedServer, type ControlAnswer, type TestServer } from './support/started-server.ts';

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  operationId: string;
  parameters: ({ name: string; in: string } | Reference)[];
  responses: Record<string, { content?: Record<string, { schema: object }> } | Reference>;
}
interface Reference {
  $ref: string;
}

/** What is at a pointer of the document, or where a reference there leads. */
function follow<T extends object>(document: Document, value: T): Exclude<T, Reference> {
  if (!('$ref' in value)) return value as Exclude<T, Reference>;
  const steps = (value as unknown as Reference).$ref.slice(2).split('/');
  return steps.reduce<unknown>(
    (at, name) => (at as Record<string, unknown>)[name],
    document,
  ) as Exclude<T, Reference>;
}

function validatorOf(document: Document): Ajv2020 {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  return ajv.addSchema({ $id: 'admin.json', ...document });
}

/** The schema, with the document as the base of its references. */
function compile(ajv: Ajv2020, schema: object) {
  return ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"admin.json#/')) as object,
  );
}

async function documentOf(server: TestServer): Promise<Document> {
  return (await server.admin('GET /openapi.json')).json as Document;
}

describe('the OpenAPI document of the control plane', () => {
  test('is OpenAPI 3.1: its schemas compile, its links lead somewhere, its paths have parameters', async () => {
    const document = await documentOf(await startedServer());
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    const ajv = validatorOf(document);
    for (const [path, item] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters, responses } of Object.values(item)) {
        const named = parameters.map((one) => follow(document, one));
        expect(named.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
        for (const response of Object.values(responses)) {
          const media = follow(document, response).content?.['application/json'];
          if (media) expect(compile(ajv, media.schema)).toBeTypeOf('function');
        }
      }
    }
    const links = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
    for (const [, link] of links) {
      const target = link!
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
      expect(target).toBeTypeOf('object');
    }
  });

  test('says the truth about every answer', async () => {
    const server = await startedServer({ isolate: true, adminToken: 'token-12345' });
    const headers = { 'X-API-Key': 'key-aaaa', Authorization: 'Bearer token-12345' };
    const document = (await server.admin('GET /openapi.json', { headers })).json as Document;
    const ajv = validatorOf(document);
    const snapshot = createPetCatalog({ pets: 2 }).snapshot();
    await server.call('/pets', { headers });
    const calls: [line: string, template: string, body?: unknown][] = [
      ...adminRoutes
        .filter(({ method, run }) => method === 'GET' && run)
        .map(({ path }): [string, string] => [`GET ${path}`, path]),
      ['GET /__admin/requests?status=x', '/__admin/requests'],
      ['GET /__admin/requests/wait?status=599&timeout=1', '/__admin/requests/wait'],
      ['GET /__admin/requests/verify?status=599', '/__admin/requests/verify'],
      ['GET /__admin/requests/verify?atMost=1000', '/__admin/requests/verify'],
      ['GET /__admin/requests/verify?body={', '/__admin/requests/verify'],
      ['GET /__admin/requests.har?body={}', '/__admin/requests.har'],
      ['POST /__admin/faults', '/__admin/faults', { status: 500, delay: { min: 1, max: 2 } }],
      ['POST /__admin/faults', '/__admin/faults', {}],
      ['GET /__admin/faults', '/__admin/faults'],
      ['GET /__admin/catalogs', '/__admin/catalogs'],
      ['GET /__admin/snapshot', '/__admin/snapshot'],
      ['PATCH /__admin/faults/fault-1', '/__admin/faults/{id}', { enabled: false }],
      ['PATCH /__admin/faults/fault-1', '/__admin/faults/{id}', { status: 1 }],
      ['PATCH /__admin/faults/fault-9', '/__admin/faults/{id}', {}],
      ['DELETE /__admin/faults/fault-1', '/__admin/faults/{id}'],
      ['DELETE /__admin/faults/fault-1', '/__admin/faults/{id}'],
      ['DELETE /__admin/faults', '/__admin/faults'],
      ['POST /__admin/seed', '/__admin/seed', { pets: 3 }],
      ['POST /__admin/seed', '/__admin/seed', { pets: -3 }],
      ['POST /__admin/seed', '/__admin/seed', { fixtures: [{ name: 'Rex', id: 'rex' }] }],
      ['PUT /__admin/snapshot', '/__admin/snapshot', {}],
      ['PUT /__admin/scenarios/current', '/__admin/scenarios/current', { name: 'full' }],
      ['PUT /__admin/scenarios/current', '/__admin/scenarios/current', { name: 'x' }],
      ['PUT /__admin/scenarios/current', '/__admin/scenarios/current', {}],
      ['GET /__admin/scenarios', '/__admin/scenarios'],
      ['PATCH /__admin/pets/rex', '/__admin/pets/{id}', { name: 'Max' }],
      ['PATCH /__admin/pets/rex', '/__admin/pets/{id}', { name: 7 }],
      ['PATCH /__admin/pets/none', '/__admin/pets/{id}', {}],
      ['DELETE /__admin/pets/rex', '/__admin/pets/{id}'],
      ['DELETE /__admin/pets/rex', '/__admin/pets/{id}'],
      ['DELETE /__admin/requests', '/__admin/requests'],
      ['PUT /__admin/snapshot', '/__admin/snapshot', snapshot],
      ['POST /__admin/reset', '/__admin/reset'],
    ];
    for (const sent of [headers, {}]) {
      for (const [line, template, body] of calls) {
        const answer = await server.admin(line.replace('/__admin', ''), { headers: sent, body });
        expect({ line, problems: problemsOf(line, template, answer) }).toEqual({
          line,
          problems: [],
        });
      }
    }

    function problemsOf(line: string, template: string, { status, json }: ControlAnswer) {
      const verb = line.split(' ')[0]!.toLowerCase();
      const described = document.paths[template]![verb]!.responses[status];
      if (!described) return [`${status} is not described`];
      const { content } = follow(document, described);
      if (!content) return json === undefined ? [] : ['a body is not described'];
      const validate = compile(ajv, content['application/json']!.schema);
      return validate(json) ? [] : validate.errors!.map((error) => JSON.stringify(error));
    }
  });
});

/** The same bad input, handed to a member and sent to its route. */
const bad: [
  name: string,
  member: (controls: CatalogControls) => unknown,
  line: string,
  body?: unknown,
][] = [
  ...[
    undefined,
    {},
    { status: 1 },
    { delay: 'x' },
    { network: 'x' },
    { status: 500, rate: 2 },
    { x: 1 },
  ].map((fault): (typeof bad)[number] => [
    'faults.add',
    ({ faults }) => faults.add(fault as Fault),
    'POST /faults',
    fault,
  ]),
  ...[{ pets: -1 }, { pets: 1e9 }, { seed: 'x' }, { fixtures: [{}] }, { x: 1 }].map(
    (seed): (typeof bad)[number] => [
      'seed',
      (controls) => controls.seed(seed as SeedOptions),
      'POST /seed',
      seed,
    ],
  ),
  ...[{}, { version: 1 }, []].map((snapshot): (typeof bad)[number] => [
    'restore',
    (controls) => controls.restore(snapshot as never),
    'PUT /snapshot',
    snapshot,
  ]),
  ...[{ name: 7 }, { tag: null }, { id: 'x' }, { x: 1 }, []].map(
    (changes): (typeof bad)[number] => [
      'pets.update',
      ({ pets }) => pets.update('any', changes as never),
      'PATCH /pets/any',
      changes,
    ],
  ),
  [
    'requests.list',
    ({ requests }) => requests.list({ status: 'x' } as never),
    'GET /requests?status=x',
  ],
  [
    'requests.count',
    ({ requests }) => requests.count({ operation: 'x' } as never),
    'GET /requests/count?operation=x',
  ],
  [
    'requests.verify',
    ({ requests }) => requests.verify({}, { count: 1, atLeast: 1 }),
    'GET /requests/verify?count=1&atLeast=1',
  ],
  [
    'requests.verify',
    ({ requests }) => requests.verify({}, { atLeast: 2, atMost: 1 }),
    'GET /requests/verify?atLeast=2&atMost=1',
  ],
  [
    'requests.verify',
    ({ requests }) => requests.verify({}, { count: 1001 }),
    'GET /requests/verify?count=1001',
  ],
  [
    'requests.toHar',
    ({ requests }) => requests.toHar({ fault: 'x' } as never),
    'GET /requests.har?fault=x',
  ],
  [
    'requests.waitFor',
    ({ requests }) => requests.waitFor({}, { count: 0 }),
    'GET /requests/wait?count=0',
  ],
  [
    'requests.waitFor',
    ({ requests }) => requests.waitFor({ limit: 'x' } as never),
    'GET /requests/wait?limit=x',
  ],
];

test.each(bad)(
  '%s says the same of bad input as its route: %#',
  async (_name, member, line, body) => {
    const server = await startedServer();
    const before = server.catalog.snapshot();
    const { status, json } = await server.admin(line, { body });
    const error = await new Promise((resolve) => resolve(member(server.catalog))).catch(
      (refused: Error) => refused.message,
    );
    expect({ status, json }).toEqual({ status: 400, json: { error } });
    expect(server.catalog.snapshot()).toEqual(before);
  },
);

test('a verification that fails is 409 over HTTP, with the same message from the client', async () => {
  const server = await startedServer({ pets: 0 });
  await server.create('Max', { headers: { 'X-Trace': 'a' } });
  const filter = {
    body: { name: 'Rex' },
    header: { 'X-Trace': 'b', Accept: '*/*' },
    query: '',
  } as const;
  const message = await new Promise<string>((resolve) => {
    try {
      server.catalog.requests.verify(filter, { atLeast: 2 });
    } catch (error) {
      resolve((error as Error).message);
    }
  });
  expect(message).toBe(
    'Expected at least 2 requests (no query, header X-Trace "b", header Accept "*/*", ' +
      'body {"name":"Rex"}), but saw 0. The closest that did not match:\n' +
      '  POST /v2/pets -> 201: header X-Trace is "a", not "b"; body.name is "Max", not "Rex"',
  );
  const query = 'atLeast=2&query=&header=X-Trace:b&header=Accept:*/*&body={"name":"Rex"}';
  expect(await server.admin(`GET /requests/verify?${query}`)).toMatchObject({
    status: 409,
    json: { error: message },
  });
  const { requests } = createControl({ url: server.url });
  await expect(requests.verify(filter, { atLeast: 2 })).rejects.toMatchObject({
    name: 'ControlError',
    status: 409,
    message,
  });
  expect(await requests.verify({ header: { 'x-trace': 'a' } })).toBe(1);
});

test('bodies are the same from the client, and so is the error of one that is truncated', async () => {
  const server = await startedServer({ pets: 0 });
  await server.create('Rex');
  const { requests } = createControl({ url: server.url });
  expect(await requests.bodies()).toEqual([{ name: 'Rex' }]);
  await server.create('x'.repeat(20_000));
  const message =
    'The body of request 2 (POST /v2/pets) cannot be parsed: it is 20,011 bytes, ' +
    'of which the journal keeps 16,384';
  expect(() => server.catalog.requests.bodies()).toThrow(message);
  await expect(requests.bodies()).rejects.toThrow(message);
});

test('without a key, requests are verified and exported from the common catalog', async () => {
  const server = await startedServer({ isolate: true });
  await server.call('/pets', { headers: { 'X-API-Key': 'one-worker' } });
  await (await fetch(`${server.url}/pets`)).text();
  const found = { count: 1, urls: 1 };
  const ofKey = { 'X-API-Key': 'one-worker' };
  for (const headers of [{}, ofKey]) {
    const verified = await server.admin('GET /requests/verify', { headers });
    const har = (await server.admin('GET /requests.har', { headers })).json as Har;
    expect({ ...(verified.json as object), urls: har.log.entries.length }).toEqual(found);
  }
  expect(server.catalog.requests.verify({ status: 401 }, { count: 1 })).toBe(1);
  expect(server.catalog.forKey('one-worker').requests.verify({ status: 200 })).toBe(1);
});
