import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { createPetCatalog, type CatalogControls } from '../../src/index.ts';
import { newPetInput } from '../../src/contract/state.ts';
import { adminOpenApi } from '../../src/server/admin/openapi-document.ts';
import { noContent, routesOf } from '../../src/server/admin/route.ts';
import { adminRoutes } from '../../src/server/admin/routes/index.ts';
import { startedServer } from './support/started-server.ts';

interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  description: string;
  tags: string[];
  parameters: ({ $ref?: string; description?: string; name: string; in: string } | Reference)[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> } | Reference>;
}
interface Reference {
  $ref: string;
  description?: string;
}
interface Document {
  openapi: string;
  info: { contact?: object };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Media & { properties?: Record<string, object> }>>;
}

const document = adminOpenApi as Document;
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'admin.json', ...document });

/** In what a value differs from a schema, which has the document for the base of its references. */
function problemsIn(schema: object, value: unknown): string[] {
  const absolute = JSON.stringify(schema).replaceAll('"#/', '"admin.json#/');
  if (ajv.validate(JSON.parse(absolute) as object, value)) return [];
  return ajv.errors!.map((error) => JSON.stringify(error));
}

/** Bodies that a route takes or refuses, and its member with them. */
interface Group {
  line: string;
  member(controls: CatalogControls, body: never): unknown;
  bodies: unknown[];
}

const { pets, ...rest } = createPetCatalog({ pets: 2 }).snapshot();
const snapshot = { pets, ...rest };
const brokenFault = { id: 'fault-1', rate: 1, calls: 0, hits: 0 };

const groups: Group[] = [
  {
    line: 'POST /faults',
    member: ({ faults }, fault) => faults.add(fault),
    bodies: [
      {},
      { rate: 0.5 },
      { operation: 'getPet', times: 1 },
      { error: 'x', delay: 1 },
      { status: 1 },
      { status: 399 },
      { status: 503 },
      { status: 503, error: 'x' },
      { delay: 'x' },
      { delay: { min: 1, max: 2 } },
      { delay: { min: 1 } },
      { network: 'x' },
      { network: 'reset', rate: 2 },
      { network: 'reset', x: 1 },
      [],
      null,
    ],
  },
  {
    line: 'POST /seed',
    member: ({ seed }, options) => seed(options),
    bodies: [
      {},
      { pets: 3, seed: 1 },
      { pets: -1 },
      { seed: 'x' },
      { fixtures: 7 },
      { fixtures: {} },
      { fixtures: [] },
      { fixtures: [{ tag: 'dog' }] },
      { fixtures: [{ name: 'Rex', id: '' }] },
      { fixtures: [{ name: 'Rex', age: 3 }] },
      { fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }] },
      { fixtures: snapshot },
      { fixtures: { ...snapshot, version: 2 } },
      { x: 1 },
    ],
  },
  {
    line: 'PUT /snapshot',
    member: ({ restore }, state) => restore(state),
    bodies: [
      {},
      [],
      snapshot,
      rest,
      { ...snapshot, version: '1' },
      { ...snapshot, faults: [brokenFault] },
      { ...snapshot, nextFault: 1, faults: [{ ...brokenFault, status: 500 }] },
      { ...snapshot, nextFault: 1, faults: [{ ...brokenFault, status: 500, id: 'x' }] },
    ],
  },
  {
    line: 'PATCH /pets/rex',
    member: ({ pets: { update } }, changes) => update('rex', changes),
    bodies: [{}, { name: 'Max' }, { name: 7 }, { tag: null }, { id: 'x' }, { x: 1 }, []],
  },
];

describe.each(groups)('what $line takes', ({ line, member, bodies }) => {
  const [method = '', path = ''] = line.replace('rex', '{id}').split(' ');
  const { requestBody } = document.paths[`/__admin${path}`]![method.toLowerCase()]!;
  const { schema } = requestBody!.content['application/json']!;

  test.each(bodies.map((body) => [body]))(
    'its schema takes, and of what it refuses its member says the same: %j',
    async (body) => {
      const { catalog, admin } = await startedServer({ fixtures: [{ name: 'Rex', id: 'rex' }] });
      const before = catalog.snapshot();
      const { status, json } = await admin(line, { body });
      expect({ isTaken: problemsIn(schema, body).length === 0 }).toEqual({ isTaken: status < 300 });
      if (status < 300) return;
      const refused = () => member(catalog, body as never);
      expect([status, json]).toEqual([400, { error: expect.any(String) as string }]);
      expect(refused).toThrow((json as { error: string }).error);
      expect(catalog.snapshot()).toEqual(before);
    },
  );
});

test('a route without its texts does not compile', () => {
  const route = routesOf('state');
  const texts = { summary: 'Does it', description: 'At once.', success: noContent };
  const body = { ...newPetInput, examples: { rex: { name: 'Rex' } } };
  expect(route('POST /__admin/x', 'x', { ...texts, body })).toMatchObject({ tag: 'state', body });
  // @ts-expect-error Its body has no examples.
  route('POST /__admin/x', 'x', { ...texts, body: newPetInput });
  // @ts-expect-error An example is none of a pet.
  route('POST /__admin/x', 'x', { ...texts, body: { ...newPetInput, examples: { x: { n: 1 } } } });
  // @ts-expect-error There is no description.
  route('POST /__admin/x', 'x', { summary: 'Does it', success: noContent });
  // @ts-expect-error Its success means nothing.
  route('POST /__admin/x', 'x', { ...texts, success: { status: 204 } });
});

/** What is at a pointer of the document, or where a reference there leads. */
function follow<T extends object>(value: T): Exclude<T, Reference> {
  if (!('$ref' in value)) return value as Exclude<T, Reference>;
  const steps = (value as unknown as Reference).$ref.slice(2).split('/');
  const at = (parent: unknown, name: string) => (parent as Record<string, unknown>)[name];
  return steps.reduce(at, document) as Exclude<T, Reference>;
}

test('it is OpenAPI 3.1, its links lead somewhere, and its paths have their parameters', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  for (const [link] of JSON.stringify(document).matchAll(/"\$ref":"[^"]+"/g)) {
    expect(follow(JSON.parse(`{${link}}`) as Reference)).toBeTypeOf('object');
  }
  for (const [path, item] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(item)) {
      const named = parameters.map((one) => follow(one)).filter((one) => one.in === 'path');
      expect(named.map(({ name }) => name)).toEqual(inPath);
    }
  }
});

test('it says the truth about every answer', async () => {
  const server = await startedServer({ isolate: true, adminToken: 'token-12345' });
  const headers = { 'X-API-Key': 'key-aaaa', Authorization: 'Bearer token-12345' };
  expect((await server.admin('GET /openapi.json', { headers })).json).toEqual(document);
  await server.call('/pets', { headers });
  const calls: [line: string, body?: unknown][] = [
    ...adminRoutes
      .filter(({ method, run }) => method === 'GET' && run)
      .map(({ path }): [string] => [`GET ${path}`]),
    ['GET /__admin/requests?status=x'],
    ['GET /__admin/requests/wait?status=599&timeout=1'],
    ['GET /__admin/requests/verify?status=599'],
    ['GET /__admin/requests/verify?atMost=1000'],
    ['GET /__admin/requests/verify?body={'],
    ['GET /__admin/requests.har?body={}'],
    ['POST /__admin/faults', { status: 500, delay: { min: 1, max: 2 } }],
    ['POST /__admin/faults', {}],
    ['GET /__admin/faults'],
    ['GET /__admin/catalogs'],
    ['GET /__admin/snapshot'],
    ['PATCH /__admin/faults/fault-1', { enabled: false }],
    ['PATCH /__admin/faults/fault-1', { status: 1 }],
    ['PATCH /__admin/faults/fault-9', {}],
    ['DELETE /__admin/faults/fault-1'],
    ['DELETE /__admin/faults/fault-1'],
    ['DELETE /__admin/faults'],
    ['POST /__admin/seed', { pets: 3 }],
    ['POST /__admin/seed', { pets: -3 }],
    ['POST /__admin/seed', { fixtures: [{ name: 'Rex', id: 'rex' }] }],
    ['PUT /__admin/snapshot', {}],
    ['PUT /__admin/scenarios/current', { name: 'full' }],
    ['PUT /__admin/scenarios/current', { name: 'x' }],
    ['PUT /__admin/scenarios/current', {}],
    ['GET /__admin/scenarios'],
    ['PATCH /__admin/pets/rex', { name: 'Max' }],
    ['PATCH /__admin/pets/rex', { name: 7 }],
    ['PATCH /__admin/pets/none', {}],
    ['DELETE /__admin/pets/rex'],
    ['DELETE /__admin/pets/rex'],
    ['DELETE /__admin/requests'],
    ['PUT /__admin/snapshot', snapshot],
    ['POST /__admin/reset'],
  ];
  for (const sent of [headers, {}]) {
    for (const [line, body] of calls) {
      const [method = '', path = ''] = line.split(' ');
      const template = path.replace(/\?.*/, '').replace(/(?:fault-\d|rex|none)$/, '{id}');
      const answer = await server.admin(line.replace('/__admin', ''), { headers: sent, body });
      const described = document.paths[template]![method.toLowerCase()]!.responses[answer.status];
      expect({ line, described }).toEqual({ line, described: expect.any(Object) as object });
      const media = follow(described!).content?.['application/json'];
      const problems = media ? problemsIn(media.schema, answer.json) : answer.json;
      expect({ line, problems }).toEqual({ line, problems: media && [] });
    }
  }
});

test('every operation has a description, a tag that is described, and the key of its catalog', () => {
  const names = document.tags.filter(({ description }) => description).map(({ name }) => name);
  for (const { operationId, description, tags, parameters } of operations) {
    expect([operationId, description]).toEqual([operationId, expect.stringMatching(/\S\.$/)]);
    expect([operationId, names]).toEqual([operationId, expect.arrayContaining(tags)]);
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/Catalog' });
    expect(parameters.filter(({ $ref, description: what }) => !$ref && !what)).toEqual([]);
  }
  expect(document.components['parameters']!['Catalog']).toMatchObject({
    name: 'X-API-Key',
    in: 'header',
  });
});

test('every body in JSON has an example, and each is what its schema says', () => {
  const media: Media[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('application/json' in value) media.push(value['application/json'] as Media);
    Object.values(value).forEach(walk);
  };
  walk(document);
  expect(media.length).toBeGreaterThan(20);
  for (const { schema, example, examples } of media) {
    const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect([value, problemsIn(schema, value)]).toEqual([value, []]);
  }
});

test('every schema with a name is used, and written once', () => {
  const text = JSON.stringify(document);
  for (const name of Object.keys(document.components['schemas']!)) {
    expect(text).toContain(`"$ref":"#/components/schemas/${name}"`);
    expect(text.split(`"title":"${name}"`), name).toHaveLength(2);
  }
  for (const { properties = {} } of Object.values(document.components['schemas']!)) {
    const bare = Object.values(properties).filter(
      (one) => !('description' in one || '$ref' in one),
    );
    expect(bare).toEqual([]);
  }
  expect(text).not.toMatch(/"const":|"fixtures":\{\}/);
});
