import { describe, expect, test } from 'vitest';
import { decisionsIn, dialectOf, dialectValues, plainDialect } from '../../src/contract/dialect.ts';
import { petShapesIn } from '../../src/contract/state.ts';
import { readFixtures } from '../../src/fixtures/read.ts';
import { defineOperation, type Dialect, type FixturePet, type Pet } from '../../src/index.ts';
import { createOpenApi } from '../../src/operations/openapi.ts';
import { ownOperations } from '../../src/operations/table.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { createControl } from '../../src/client.ts';
import { complete, create, type CaseRequest } from '../../src/verify/cases/case.ts';
import { jsonOf } from '../support/answer.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';
import { catalogFetch } from '../support/hosts-in-process.ts';
import { checkerOf, openApiIn } from '../support/openapi-checker.ts';
import { startedServer } from './support/started-server.ts';

const keep: Dialect = { unknownFields: 'keep' };
const integers: Dialect = { idForm: 'integer' };
/** A pet with a field of its own. */
const colourful = { name: 'Rex', tag: 'dog', colour: 'red', toys: [{ ball: 1 }] };
const idsOf = (pets: readonly Pet[]) => pets.map(({ id }) => id);

describe('the dialect of a server', () => {
  test.each<[Dialect | undefined, Dialect]>([
    [undefined, {}],
    [{}, {}],
    [{ createStatus: 201, missingTag: undefined }, {}],
    [
      { maxLimit: 0, createStatus: 200 },
      { createStatus: 200, maxLimit: 0 },
    ],
  ])('%j is %j in its info', async (dialect, expected) => {
    const { admin } = await startedServer({ dialect });
    const { json } = await admin('GET /info');
    expect(json).toMatchObject({ dialect: expected });
    expect(Object.keys((json as { dialect: object }).dialect)).toEqual(Object.keys(expected));
  });

  test('is what its OpenAPI documents say', async () => {
    const dialect: Dialect = { createStatus: 200, unauthorized: 403, unknownFields: 'keep' };
    const server = await startedServer({ dialect });
    const read = async (path: string) => (await fetch(server.origin + path)).text();
    expect(await read('/openapi.json')).toContain('"operationId":"createPet"');
    expect(JSON.parse(await read('/openapi.json'))).toMatchObject({
      paths: { '/pets': { post: { responses: { 200: { description: 'Created' }, 403: {} } } } },
    });
    expect(await read('/openapi.yaml')).toContain('additionalProperties: {}');
    const { json } = await server.admin('GET /openapi.json');
    expect(json).toMatchObject({
      components: { schemas: { Pet: { additionalProperties: {} }, Fault: {} } },
    });
    const plain = await startedServer();
    expect((await plain.admin('GET /openapi.json')).json).toMatchObject({
      components: { schemas: { Pet: { additionalProperties: false } } },
    });
  });

  test('is no state: no reset, seed, scenario, restore or new file of fixtures changes it', async () => {
    const dialect: Dialect = { createStatus: 200, order: 'newest', ...integers };
    const server = await startedServer({ dialect });
    const other = emptyCatalog({ fixtures: [{ name: 'Rex', id: 'rex' }] }).snapshot();
    const service = serviceOf(server.catalog);
    const changes = [
      () => server.admin('POST /reset'),
      () => server.admin('POST /seed', { body: { pets: 3 } }),
      () => server.admin('PUT /scenarios/current', { body: { name: 'shelter' } }),
      () => server.admin('PUT /snapshot', { body: other }),
      async () => service.replaceStart({ fixtures: [{ name: 'Max' }] }, false),
      async () => service.replaceOperations([], false),
    ];
    for (const change of changes) {
      await change();
      const response = await server.create('Dora');
      const { id } = (await response.json()) as Pet;
      expect([response.status, id]).toEqual([200, expect.stringMatching(/^\d+$/)]);
      const [first] = (await (await server.call('/pets?limit=1')).json()) as Pet[];
      expect(first?.id).toBe(id);
      expect((await server.admin('GET /info')).json).toMatchObject({ dialect });
    }
    expect(JSON.stringify(server.catalog.snapshot())).not.toContain('integer');
  });

  test('leaves the controls as they are: a pet without a tag has an empty one', async () => {
    const { catalog, admin } = await startedServer({
      fixtures: [{ name: 'Rex', id: 'rex' }],
      dialect: { missingTag: 'absent', order: 'newest', emptyName: 'refuse', maxLimit: 0 },
    });
    const rex = { name: 'Rex', tag: '', id: 'rex' };
    expect(catalog.pets.list()).toEqual([rex]);
    expect(catalog.snapshot().pets).toEqual([rex]);
    expect((await admin('GET /pets')).json).toEqual({ pets: [rex], total: 1 });
    expect(catalog.pets.create({ name: '' })).toMatchObject({ name: '', tag: '' });
    expect(catalog.pets.list({ limit: 1 })).toEqual([rex]);
  });

  test('is shared by all that have none, with their operations', () => {
    expect(decisionsIn(undefined)).toBe(plainDialect);
    expect(decisionsIn({ createStatus: 201, maxLimit: undefined })).toBe(plainDialect);
    expect(ownOperations(decisionsIn({}))).toBe(ownOperations());
    const { operations } = serviceOf(emptyCatalog());
    expect(operations.all).toEqual(ownOperations());
    expect(operations.find('getPet')).toBe(ownOperations()[1]);
  });

  test('names the fields that are not as the mock decides, in the order of the table', () => {
    expect(dialectOf(decisionsIn({ emptyName: 'refuse', badLimit: 'refuse' }))).toEqual({
      emptyName: 'refuse',
    });
    for (const [field, [byDefault]] of Object.entries(dialectValues)) {
      expect(plainDialect[field as keyof Dialect]).toBe(byDefault);
    }
  });
});

describe('a dialect that is not well-formed is refused', () => {
  test.each<[unknown, string | RegExp]>([
    [
      { colour: 1 },
      'Option "dialect" has no field "colour". The fields are: createStatus, missingTag, unauthorized, ' +
        'badLimit, defaultLimit, maxLimit, order, idForm, givenId, unknownFields, emptyName',
    ],
    [{ createStatus: 202 }, 'Option "dialect": "createStatus" must be one of 201, 200, not 202'],
    [
      { createStatus: '200' },
      'Option "dialect": "createStatus" must be one of 201, 200, not "200"',
    ],
    [
      { missingTag: null },
      'Option "dialect": "missingTag" must be one of "empty", "absent", "null", not null',
    ],
    [
      { maxLimit: 1.5 },
      'Option "dialect": "maxLimit" must be a whole number of at least 0, not 1.5',
    ],
    [
      { defaultLimit: -1 },
      'Option "dialect": "defaultLimit" must be a whole number of at least 0, not -1',
    ],
    [new Map(), /^Option "dialect" must be a JSON object with any of "createStatus", /],
    [[], /^Option "dialect" must be an object with any of the fields of a dialect, not an array$/],
    [null, /^Option "dialect" must be an object .*, not null$/],
  ])('%j', (dialect, message) => {
    expect(() => emptyCatalog({ dialect: dialect as Dialect })).toThrow(
      expect.objectContaining({
        name: 'OptionError',
        option: 'dialect',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      }) as Error,
    );
  });
});

describe('ids that are whole numbers', () => {
  test('begin again with a reset, and go on where a snapshot was taken', () => {
    const { pets, snapshot, restore, reset } = emptyCatalog({ dialect: integers });
    const add = () => pets.create({ name: 'Rex' }).id;
    expect([add(), add()]).toEqual(['1', '2']);
    const before = snapshot();
    expect(before.nextId).toBe(2);
    expect(add()).toBe('3');
    restore(before);
    expect([...idsOf(pets.list()), add()]).toEqual(['1', '2', '3']);
    reset();
    expect(add()).toBe('1');
  });

  test('are not given again once a pet is removed', () => {
    const { pets } = emptyCatalog({ dialect: integers });
    const { id } = pets.create({ name: 'Rex' });
    pets.remove(id);
    expect(pets.create({ name: 'Max' }).id).toBe('2');
  });

  test('leave out those that a pet brought with it', () => {
    const { pets } = emptyCatalog({ dialect: integers });
    pets.create({ name: 'Rex' }, { id: '2' });
    const added = ['a', 'b'].map((name) => pets.create({ name }).id);
    expect(added).toEqual(['1', '3']);
  });

  test('begin at 1 with each seed and each scenario', () => {
    const { pets, seed, scenarios } = emptyCatalog({ dialect: integers });
    seed({ pets: 3, seed: 9 });
    expect(idsOf(pets.list())).toEqual(['1', '2', '3']);
    seed({ fixtures: [{ name: 'Rex', id: '1' }, { name: 'Max' }] });
    expect(idsOf(pets.list())).toEqual(['1', '2']);
    scenarios.use('shelter');
    expect(idsOf(pets.list()).slice(198)).toEqual(['199', '200']);
  });

  test('are of each catalog where keys have their own', () => {
    const { forKey } = emptyCatalog({ isolate: true, dialect: integers });
    const added = ['a', 'b'].map((key) => forKey(key).pets.create({ name: 'Rex' }).id);
    expect(added).toEqual(['1', '1']);
  });

  test('go on when the fixtures are replaced and what has happened is kept', () => {
    const catalog = emptyCatalog({ dialect: integers });
    const { pets } = catalog;
    pets.remove(pets.create({ name: 'gone' }).id);
    pets.create({ name: 'stays' });
    const other = emptyCatalog({ seed: 5, dialect: integers }).snapshot();
    serviceOf(catalog).replaceStart({ fixtures: other }, true);
    expect(pets.create({ name: 'new' }).id).toBe('3');
    serviceOf(catalog).replaceStart({ fixtures: [{ name: 'a' }, { name: 'b' }] }, true);
    const ids = idsOf(pets.list());
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('fields that are kept', () => {
  const bare = colourful as FixturePet;

  test('are in a snapshot, and come back with it', async () => {
    const catalog = emptyCatalog({ dialect: keep });
    await ask(catalog, create(colourful));
    const [pet] = catalog.snapshot().pets;
    expect(pet).toEqual({ ...colourful, id: pet!.id });
    expect(Object.keys(pet!)).toEqual(['name', 'tag', 'colour', 'toys', 'id']);
    const text = JSON.stringify(catalog.snapshot());
    catalog.reset();
    expect(catalog.pets.list()).toEqual([]);
    catalog.restore(JSON.parse(text));
    expect(JSON.stringify(catalog.snapshot())).toBe(text);
  });

  test('come with the start, a seed, a scenario and a snapshot for a start', () => {
    const fixtures = [{ ...bare, id: 'rex' }];
    const rex = { ...colourful, id: 'rex' };
    const catalog = emptyCatalog({ dialect: keep, fixtures, scenarios: { own: { fixtures } } });
    expect(catalog.pets.list()).toEqual([rex]);
    catalog.seed({ pets: 0 });
    catalog.scenarios.use('own');
    expect(catalog.pets.list()).toEqual([rex]);
    catalog.seed({ fixtures });
    expect(catalog.pets.list()).toEqual([rex]);
    const other = emptyCatalog({ dialect: keep, fixtures: catalog.snapshot() });
    expect(other.pets.get('rex')).toEqual(rex);
  });

  test('stay when a pet is changed, and are the caller’s own copy', () => {
    const fixtures = [{ ...structuredClone(bare), id: 'rex' }];
    const { pets } = emptyCatalog({ dialect: keep, fixtures });
    const given = pets.get('rex') as unknown as typeof colourful;
    given.toys[0]!.ball = 2;
    given.colour = 'blue';
    expect(pets.update('rex', { name: 'Max' })).toEqual({ ...colourful, name: 'Max', id: 'rex' });
  });

  test('come back with a pet that was removed, over the control plane', async () => {
    const server = await startedServer({ fixtures: [{ ...bare, id: 'rex' }], dialect: keep });
    const { pets, snapshot, restore } = createControl({ url: server.origin });
    const before = await snapshot();
    const { id, ...rex } = (await pets.get('rex'))!;
    expect({ id, ...rex }).toEqual({ ...colourful, id: 'rex' });
    await pets.remove(id);
    expect(await pets.create(rex, { id })).toEqual({ ...colourful, id });
    expect((await pets.find()).pets).toEqual([{ ...colourful, id }]);
    await pets.remove(id);
    await restore(before);
    expect(await snapshot()).toEqual(before);
  });

  test('are refused in fixtures and snapshots of other dialects, as they are without one', () => {
    const { pets, snapshot } = emptyCatalog({ dialect: keep, fixtures: [{ ...bare, id: 'rex' }] });
    expect(pets.count()).toBe(1);
    for (const dialect of [undefined, { unknownFields: 'refuse' }] as const) {
      const catalog = emptyCatalog({ dialect });
      expect(() => catalog.restore(snapshot())).toThrow(/has no field "pets\[0\]\.colour"/);
      expect(() => catalog.seed({ fixtures: [bare] })).toThrow(/has no field "colour"/);
      expect(() => emptyCatalog({ dialect, fixtures: [bare] })).toThrow(/has no field "colour"/);
      expect(catalog.pets.create(colourful)).not.toHaveProperty('colour');
    }
  });

  test('are refused where fixtures were read that may have them', () => {
    const fixtures = readFixtures([bare], undefined, petShapesIn({ unknownFields: 'keep' }));
    expect(emptyCatalog({ dialect: keep, fixtures }).pets.list()).toMatchObject([colourful]);
    expect(() => emptyCatalog({ fixtures })).toThrow(/has no field "colour"/);
  });

  test('are never a prototype', async () => {
    const text =
      '{"name":"Rex","__proto__":{"tag":"bad","polluted":1},"constructor":{"prototype":{}}}';
    const catalog = emptyCatalog({ dialect: keep });
    await ask(catalog, { method: 'POST', body: text });
    catalog.restore({
      ...catalog.snapshot(),
      pets: [JSON.parse(`{"tag":"","id":"a",${text.slice(1)}`)],
    });
    catalog.pets.create(JSON.parse(text));
    for (const pet of catalog.pets.list()) {
      expect(Object.getPrototypeOf(pet)).toBe(Object.prototype);
      expect(pet).not.toHaveProperty('polluted');
      expect(Object.keys(pet)).toEqual(['name', 'tag', 'constructor', 'id']);
    }
    const { store } = serviceOf(catalog).catalogs.common;
    for (const pet of store.first(9)) expect(Object.getPrototypeOf(pet)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
  });

  test('may be nested 500 levels deep, and come back so', async () => {
    const body = `{"name":"Rex","deep":${'['.repeat(500)}${']'.repeat(500)}}`;
    const catalog = emptyCatalog({ dialect: keep });
    const response = await ask(catalog, { method: 'POST', body });
    const { id } = (await response.json()) as Pet;
    catalog.restore(JSON.parse(JSON.stringify(catalog.snapshot())));
    const text = await (await ask(catalog, { path: `/v2/pets/${id}` })).text();
    expect(text).toContain(body.slice(body.indexOf('"deep"'), -1));
  });

  test('must be JSON', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    for (const colour of [1n, circle, () => 1]) {
      const fixtures: FixturePet[] = [Object.assign({ name: 'Rex' }, { colour })];
      expect(() => emptyCatalog({ dialect: keep, fixtures })).toThrow(
        /"colour" must be a JSON value/,
      );
    }
    const [pet] = emptyCatalog({
      dialect: keep,
      fixtures: [{ ...bare, colour: undefined } as FixturePet],
    }).pets.list();
    expect(pet).not.toHaveProperty('colour');
  });
});

describe('operations of one’s own', () => {
  const countPets = defineOperation({
    name: 'countPets',
    method: 'GET',
    path: '/count',
    run: ({ pets, fail }) =>
      pets.count() === 9 ? fail(401, 'Nine') : { status: 200, body: pets.list() },
  });
  const ownList = defineOperation({
    name: 'listPets',
    method: 'GET',
    path: '/pets',
    run: ({ query }) => ({ status: 200, body: query.get('limit') }),
  });

  test('are as they are in no dialect', async () => {
    const catalog = emptyCatalog({
      operations: [countPets, ownList],
      fixtures: [
        { name: 'Rex', id: 'rex' },
        { name: 'Max', id: 'max' },
      ],
      dialect: { missingTag: 'absent', order: 'newest', maxLimit: 1 },
    });
    expect(await (await ask(catalog, { path: '/v2/count' })).json()).toEqual([
      { name: 'Rex', tag: '', id: 'rex' },
      { name: 'Max', tag: '', id: 'max' },
    ]);
    expect(await (await ask(catalog, { path: '/v2/pets?limit=x' })).json()).toBe('x');
  });

  test('ask for the key as the service does, and their documents say so', async () => {
    const dialect: Dialect = { unauthorized: 403 };
    const catalog = emptyCatalog({ operations: [countPets], dialect });
    const request = { path: '/v2/count', headers: { 'X-API-Key': null } };
    expect((await ask(catalog, request)).status).toBe(403);
    const { operations, settings } = serviceOf(catalog);
    const document = createOpenApi({
      serverUrl: '/v2',
      version: '1',
      dialect: settings.dialect,
      operations: operations.all,
    });
    expect(Object.keys(document.paths['/count']!['get']!['responses'] as object)).toEqual([
      '403',
      '405',
      '500',
      '503',
    ]);
  });
});

test('a fault of the status for bad keys says what that says, and another its own', async () => {
  const catalog = emptyCatalog({ dialect: { unauthorized: 403 } });
  const errorOf = async (status: number) => {
    catalog.faults.add({ status, times: 1 });
    return (await ask(catalog)).json() as Promise<unknown>;
  };
  expect(await errorOf(403)).toEqual({
    error: 'The API key in the header X-API-Key is not valid',
  });
  expect(await errorOf(401)).toEqual({ error: 'Unauthorized' });
});

test.each<Dialect>([{ order: 'newest' }, { missingTag: 'absent' }, { missingTag: 'null' }])(
  'a list that is too long to be made at once is whole in %j',
  async (dialect) => {
    const name = 'x'.repeat(1000);
    const fixtures = Array.from({ length: 3000 }, (_, index) => ({ name, id: String(index) }));
    const catalog = emptyCatalog({ dialect, fixtures });
    const listed = (await (await ask(catalog)).json()) as Pet[];
    const ids = fixtures.map(({ id }) => id);
    expect(idsOf(listed)).toEqual(dialect.order === 'newest' ? ids.toReversed() : ids);
    const { tag } = listed[7]!;
    expect(tag).toBe({ absent: undefined, null: null, empty: '' }[dialect.missingTag ?? 'empty']);
  },
);

/** What the document says of each value that is no default: where, and what is there. */
const said: [Dialect, pointer: string, expected: unknown][] = [
  [{ createStatus: 200 }, '/paths/~1pets/post/responses/201', undefined],
  [{ createStatus: 200 }, '/paths/~1pets/post/responses/200', { description: 'Created' }],
  [{ missingTag: 'absent' }, '/components/schemas/Pet/required', ['name', 'id']],
  [{ missingTag: 'null' }, '/components/schemas/Pet/properties/tag', { anyOf: expect.anything() }],
  [{ missingTag: 'null' }, '/components/schemas/Pet/required', ['name', 'tag', 'id']],
  [
    { unauthorized: 403 },
    '/paths/~1pets/get/responses/403',
    { description: expect.stringContaining('API key') },
  ],
  [{ unauthorized: 403 }, '/paths/~1pets/get/responses/401', undefined],
  [{ unauthorized: 403 }, '/components/headers/Challenge', undefined],
  [{ unauthorized: 403 }, '/components/responses/Forbidden/headers/WWW-Authenticate', undefined],
  [{ badLimit: 'ignore' }, '/paths/~1pets/get/responses/400', undefined],
  [
    { badLimit: 'ignore' },
    '/paths/~1pets/get/parameters/0/description',
    expect.stringContaining('ignored'),
  ],
  [{ defaultLimit: 20 }, '/paths/~1pets/get/parameters/0/schema/default', 20],
  [{ defaultLimit: 20, maxLimit: 9 }, '/paths/~1pets/get/parameters/0/schema/default', 9],
  [
    { defaultLimit: 20 },
    '/paths/~1pets/get/parameters/0/description',
    expect.stringContaining('20 when left out'),
  ],
  [
    { maxLimit: 100 },
    '/paths/~1pets/get/parameters/0/description',
    expect.stringContaining('never more than 100'),
  ],
  [
    { maxLimit: 100 },
    '/paths/~1pets/get/responses/200/content/application~1json/schema/maxItems',
    100,
  ],
  [{ order: 'newest' }, '/paths/~1pets/get/description', expect.stringContaining('newest first')],
  [
    { idForm: 'integer' },
    '/components/schemas/Pet/properties/id/description',
    expect.stringContaining('1, 2, 3'),
  ],
  [{ idForm: 'integer' }, '/paths/~1pets~1{petId}/get/parameters/0/examples/tagged/value', '1'],
  [{ givenId: 'ignore' }, '/paths/~1pets/post/description', expect.stringContaining('is ignored')],
  [
    { givenId: 'ignore' },
    '/components/schemas/NewPet/properties/id',
    { description: expect.stringContaining('Ignored') },
  ],
  [{ unknownFields: 'refuse' }, '/components/schemas/NewPet/additionalProperties', false],
  [{ unknownFields: 'refuse' }, '/components/schemas/Pet/additionalProperties', false],
  [{ unknownFields: 'keep' }, '/components/schemas/NewPet/additionalProperties', {}],
  [{ unknownFields: 'keep' }, '/components/schemas/Pet/additionalProperties', {}],
  [{ emptyName: 'refuse' }, '/components/schemas/NewPet/properties/name/minLength', 1],
  [
    { emptyName: 'refuse' },
    '/components/schemas/NewPet/properties/name/description',
    'Name of the pet. Any string.',
  ],
];

describe('the OpenAPI document of a dialect', () => {
  test.each(said)('%j, at %s', (dialect, pointer, expected) => {
    const { value } = checkerOf(dialect).resolve(pointer);
    expect({ value }).toMatchObject({ value: expected });
  });

  test('says something of each value that is no default', () => {
    const others = Object.entries(dialectValues).flatMap(([field, values]) =>
      values.slice(1).map((value: unknown) => [field, value]),
    );
    const isSaid = ([field, value]: unknown[]) =>
      said.some(([dialect]) => dialect[field as keyof Dialect] === value);
    expect(others.filter((one) => !isSaid(one))).toEqual([]);
    for (const name of ['defaultLimit', 'maxLimit'] as const) {
      expect(said.some(([dialect]) => name in dialect)).toBe(true);
    }
  });

  const all: Dialect = {
    createStatus: 200,
    missingTag: 'absent',
    unauthorized: 403,
    badLimit: 'ignore',
    defaultLimit: 20,
    maxLimit: 1,
    order: 'newest',
    idForm: 'integer',
    givenId: 'ignore',
    unknownFields: 'keep',
    emptyName: 'refuse',
  };
  const each = said.map(([dialect]) => dialect).concat({}, all);
  const dialects = [...new Map(each.map((one) => [JSON.stringify(one), one])).values()];
  type Examples = Record<string, { value: unknown }>;

  test.each(dialects)(
    'has in %j the examples that are answered, as its schemas say',
    async (dialect) => {
      const { resolve, problemsOf } = checkerOf(dialect);
      const host = await catalogFetch.open({ dialect });
      const compare = async (
        where: string,
        name: string,
        template: string,
        request: CaseRequest,
      ): Promise<void> => {
        const sent = complete(request);
        const answer = (await host.send(sent))!;
        const { pointer } = resolve(`${where}/${answer.status}`);
        const { value } = resolve(`${pointer}/content/application~1json/examples`);
        expect([name, jsonOf(answer)]).toEqual([name, (value as Examples)[name]?.value]);
        expect(problemsOf(template, sent.method, answer)).toEqual([]);
      };
      const list = '/paths/~1pets/get/responses';
      await compare(list, 'some', '/pets', { path: '/v2/pets?limit=2' });
      await compare(list, 'none', '/pets', { path: '/v2/pets?limit=0' });
      const get = '/paths/~1pets~1{petId}/get';
      const params = resolve(`${get}/parameters/0/examples`).value as Examples;
      const path = `/v2/pets/${String(params['tagged']!.value)}`;
      await compare(`${get}/responses`, 'tagged', '/pets/{petId}', { path });
      const post = '/paths/~1pets/post';
      const bodies = resolve(`${post}/requestBody/content/application~1json/examples`)
        .value as Examples;
      for (const [name, { value }] of Object.entries(bodies)) {
        await compare(`${post}/responses`, name, '/pets', create(value));
      }
      const bad = resolve(`${post}/responses/400/content/application~1json/examples`)
        .value as Examples;
      const wrong: Record<string, unknown> = {
        missing: {},
        id: { name: 'Rex', id: '7' },
        unknown: { name: 'Rex', colour: 'red' },
        empty: { name: '' },
      };
      for (const name of Object.keys(bad)) {
        await compare(`${post}/responses`, name, '/pets', create(wrong[name]));
      }
      const noKey = { headers: { 'X-API-Key': null } };
      await compare(list, 'missing', '/pets', noKey);
    },
  );

  test.each(dialects)(
    'leads nowhere with no reference and leaves no part unused in %j',
    (dialect) => {
      const document = openApiIn(dialect);
      const text = JSON.stringify(document);
      const links = Array.from(text.matchAll(/"\$ref":"#([^"]+)"/g), ([, link]) => link!);
      const { resolve } = checkerOf(dialect);
      expect(links.filter((link) => resolve(link).value === undefined)).toEqual([]);
      const unused = Object.entries(document.components)
        .filter(([kind]) => kind !== 'securitySchemes')
        .flatMap(([kind, parts]) =>
          Object.keys(parts).filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
        );
      expect(unused).toEqual([]);
    },
  );
});
