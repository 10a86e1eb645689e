import { describe, expect, test } from 'vitest';
import { plainModel } from '../../src/contract/pet-model.ts';
import { createPetCatalog, type CatalogControls } from '../../src/index.ts';
import type { OpenApiDocument } from '../../src/service/openapi.ts';
import { createAdminOpenApi } from '../../src/server/admin/openapi.ts';
import { adminRoutes } from '../../src/server/admin/routes/index.ts';
import { createOpenApiChecker } from '../support/openapi-checker.ts';
import { startedServer } from './support/started-server.ts';

const document = createAdminOpenApi(plainModel, '') as OpenApiDocument;
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const { problemsAt, resolve } = createOpenApiChecker(document);
const stepOf = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const inJson = `content/${stepOf('application/json')}`;

/** Where the document has the route of a line, whose ids are these. */
function pointerOf(line: string): string {
  const [method = '', path = ''] = line.split(' ');
  const template = path.replace(/\?.*/, '').replace(/(?:fault-\d|rex|none)$/, '{id}');
  return `/paths/${stepOf(`/__admin${template}`)}/${method.toLowerCase()}`;
}

/** Compares an answer with what the document says of its route. */
function expectDescribed(line: string, { status, json }: { status: number; json: unknown }) {
  const { pointer, value } = resolve(`${pointerOf(line)}/responses/${status}`);
  expect({ line, status, value }).toEqual({ line, status, value: expect.any(Object) as object });
  const isJson = resolve(`${pointer}/${inJson}`).value !== undefined;
  const problems = isJson ? problemsAt(`${pointer}/${inJson}/schema`, json) : json;
  expect({ line, problems }).toEqual({ line, problems: isJson ? [] : undefined });
}

const { pets, ...rest } = createPetCatalog({ pets: 2 }).snapshot();
const snapshot = { pets, ...rest };
const brokenFault = { id: 'fault-1', rate: 1, calls: 0, hits: 0 };

/** Bodies that a route takes or refuses, and its member with them. */
describe.each<{
  line: string;
  member(controls: CatalogControls, body: never): unknown;
  bodies: unknown[];
}>([
  {
    line: 'POST /faults',
    member: ({ faults }, fault) => faults.add(fault),
    bodies: [
      {},
      { operation: 'getPet', times: 1 },
      { status: 503, times: [2, 5] },
      { status: 399 },
      { status: 503 },
      { delay: { min: 1, max: 2 } },
      { network: 'x' },
      [],
    ],
  },
  {
    line: 'POST /seed',
    member: ({ seed }, options) => seed(options),
    bodies: [
      {},
      { pets: 3, seed: 1 },
      { pets: -1 },
      { fixtures: [] },
      { fixtures: [{ tag: 'dog' }] },
      { fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }] },
      { fixtures: snapshot },
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
      { ...snapshot, version: '1' },
      { ...snapshot, faults: [brokenFault] },
      { ...snapshot, nextFault: 1, faults: [{ ...brokenFault, status: 500 }] },
    ],
  },
  {
    line: 'PATCH /pets/rex',
    member: ({ pets: { update } }, changes) => update('rex', changes),
    bodies: [{}, { name: 'Max' }, { name: 7 }, { tag: null }, { id: 'x' }, { x: 1 }, []],
  },
])('the inputs of $line', ({ line, member, bodies }) => {
  test.each(bodies.map((body) => [body]))(
    'its schema takes, and of what it refuses its member says the same: %j',
    async (body) => {
      const { catalog, admin } = await startedServer({ fixtures: [{ name: 'Rex', id: 'rex' }] });
      const before = catalog.snapshot();
      const answer = await admin(line, { body });
      expectDescribed(line, answer);
      const { status, json } = answer;
      const isTaken =
        problemsAt(`${pointerOf(line)}/requestBody/${inJson}/schema`, body).length === 0;
      expect({ isTaken }).toEqual({ isTaken: status < 300 });
      if (status < 300) return;
      const refused = () => member(catalog, body as never);
      expect([status, json]).toEqual([400, { error: expect.any(String) as string }]);
      expect(refused).toThrow((json as { error: string }).error);
      expect(catalog.snapshot()).toEqual(before);
    },
  );
});

test('it says the truth about every answer', async () => {
  const server = await startedServer({ isolate: true, adminToken: 'token-12345' });
  const headers = { 'X-API-Key': 'key-aaaa', Authorization: 'Bearer token-12345' };
  expect((await server.admin('GET /openapi.json', { headers })).json).toEqual(document);
  await server.call('/pets', { headers });
  const calls: [line: string, body?: unknown][] = [
    ...adminRoutes
      .filter(({ method, run }) => method === 'GET' && run)
      .map(({ path }): [string] => [`GET ${path.replace('/__admin', '')}`]),
    ['GET /requests?status=x'],
    ['GET /requests/wait?status=599&timeout=1'],
    ['GET /requests/verify?status=599'],
    ['GET /requests/verify?atMost=1000'],
    ['GET /requests/verify?body={'],
    ['GET /requests.har?body={}'],
    ['POST /faults', { status: 500, delay: { min: 1, max: 2 } }],
    ['GET /faults'],
    ['GET /catalogs'],
    ['GET /snapshot'],
    ['PATCH /faults/fault-1', { enabled: false }],
    ['PATCH /faults/fault-1', { status: 1 }],
    ['PATCH /faults/fault-9', {}],
    ['DELETE /faults/fault-1'],
    ['DELETE /faults/fault-1'],
    ['DELETE /faults'],
    ['POST /seed', { fixtures: [{ name: 'Rex', id: 'rex' }] }],
    ['PUT /scenarios/current', { name: 'full' }],
    ['PUT /scenarios/current', { name: 'x' }],
    ['PUT /scenarios/current', {}],
    ['GET /scenarios'],
    ['PATCH /pets/none', {}],
    ['DELETE /pets/rex'],
    ['DELETE /pets/rex'],
    ['DELETE /requests'],
    ['PUT /snapshot', snapshot],
    ['POST /reset'],
  ];
  for (const sent of [headers, {}]) {
    for (const [line, body] of calls) {
      expectDescribed(line, await server.admin(line, { headers: sent, body }));
    }
  }
});

test('every operation has the key of its catalog', () => {
  for (const one of operations as unknown as { parameters: object[] }[]) {
    expect(one.parameters).toContainEqual({ $ref: '#/components/parameters/Catalog' });
  }
  const { value } = resolve('/components/parameters/Catalog');
  expect(value).toMatchObject({ name: 'X-API-Key', in: 'header' });
});
