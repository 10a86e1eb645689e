import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { newPetInput } from '../../src/contract/state.ts';
import { adminOpenApi } from '../../src/server/admin/openapi-document.ts';
import { noContent, routesOf } from '../../src/server/admin/route.ts';
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
  parameters: { $ref?: string; description?: string }[];
  requestBody?: { content: Record<string, Media> };
}
interface Document {
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

/** Whether the document lets a body be. */
function isTaken(schema: string, value: unknown): boolean {
  return ajv.validate({ $ref: `admin.json#/components/schemas/${schema}` }, value);
}

const { pets, ...rest } = createPetCatalog({ pets: 2 }).snapshot();
const snapshot = { pets, ...rest };
const brokenFault = { id: 'fault-1', rate: 1, calls: 0, hits: 0 };

const bodies: [schema: string, line: string, body: unknown][] = [
  ...[
    {},
    { rate: 0.5 },
    { operation: 'getPet', times: 1 },
    { error: 'x', delay: 1 },
    { status: 399 },
    { status: 503 },
    { status: 503, error: 'x' },
    { delay: { min: 1, max: 2 } },
    { delay: { min: 1 } },
    { network: 'reset', rate: 2 },
    { network: 'reset', x: 1 },
    [],
    null,
  ].map((fault): (typeof bodies)[number] => ['Fault', 'POST /faults', fault]),
  ...[
    {},
    { pets: 3, seed: 1 },
    { pets: -1 },
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
  ].map((seed): (typeof bodies)[number] => ['SeedOptions', 'POST /seed', seed]),
  ...[
    {},
    snapshot,
    rest,
    { ...snapshot, version: '1' },
    { ...snapshot, faults: [brokenFault] },
    { ...snapshot, nextFault: 1, faults: [{ ...brokenFault, status: 500 }] },
    { ...snapshot, nextFault: 1, faults: [{ ...brokenFault, status: 500, id: 'x' }] },
  ].map((state): (typeof bodies)[number] => ['Snapshot', 'PUT /snapshot', state]),
];

test.each(bodies)('the schema %s takes what %s takes: %j', async (schema, line, body) => {
  const server = await startedServer();
  const { status } = await server.admin(line, { body });
  expect({ isTaken: isTaken(schema, body) }).toEqual({ isTaken: status < 300 });
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
    const absolute = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/', '"admin.json#/'),
    ) as object;
    for (const value of values)
      expect([ajv.validate(absolute, value), value]).toEqual([true, value]);
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
