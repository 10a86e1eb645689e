import { plainDialect } from '../../src/contract/dialect.ts';
import { describe, expect, test } from 'vitest';
import { createPetModel } from '../../src/contract/pet-model.ts';
import type { PetChanges } from '../../src/contract/pet.ts';
import { readFixtures } from '../../src/fixtures/read.ts';
import { defineOperation, type Dialect, type FixturePet, type Pet } from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { noKey } from '../../src/verify/cases/case.ts';
import { valuesLeftOut } from '../contract/dialect-cases.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';
import { checkerOf } from '../support/openapi-checker.ts';
import { startedServer } from './support/started-server.ts';

const keep: Dialect = { unknownFields: 'keep' };
const integers: Dialect = { idForm: 'integer' };
/** A pet with a field of its own. */
const colourful = { name: 'Rex', tag: 'dog', colour: 'red', toys: [{ ball: 1 }] };

describe('the dialect of a server', () => {
  test('is in its info: what is not as the mock decides, in the order of the table', async () => {
    const { admin } = await startedServer({
      dialect: { maxLimit: 0, createStatus: 200, order: 'oldest', missingTag: undefined },
    });
    const info = (await admin('GET /info')).json as { dialect: Dialect };
    expect(JSON.stringify(info.dialect)).toBe('{"createStatus":200,"maxLimit":0}');
  });

  test('matches its OpenAPI documents', async () => {
    const server = await startedServer({ dialect: { createStatus: 200, ...keep } });
    const read = async (path: string) => (await fetch(server.origin + path)).text();
    const { paths } = JSON.parse(await read('/openapi.json')) as { paths: object };
    expect(paths).toHaveProperty(['/pets', 'post', 'responses', '200']);
    expect(await read('/openapi.yaml')).toContain('additionalProperties: {}');
    const others = async ({ admin }: typeof server) => (await admin('GET /openapi.json')).json;
    const open = await others(server);
    const closed = await others(await startedServer());
    for (const name of ['Pet', 'NewPet', 'FixturePet', 'PetChanges']) {
      const schema = ['components', 'schemas', name];
      expect(open).toHaveProperty([...schema, 'additionalProperties'], {});
    }
    expect(closed).toHaveProperty('components.schemas.Pet.additionalProperties', false);
  });

  test('stays the same after a reset, a scenario, a restore and new fixtures', async () => {
    const dialect: Dialect = { createStatus: 200, order: 'newest', ...integers };
    const server = await startedServer({ dialect });
    const other = emptyCatalog({ fixtures: [{ name: 'Rex', id: 'rex' }] }).snapshot();
    const service = serviceOf(server.catalog);
    const changes = [
      () => server.admin('POST /reset'),
      () => server.admin('PUT /scenarios/current', { body: { name: 'shelter' } }),
      () => server.admin('PUT /snapshot', { body: other }),
      async () => service.replace({ fixtures: [{ name: 'Max' }] }),
      async () => service.replace({ operations: [] }),
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
});

test.each<[unknown, string | RegExp]>([
  [
    { colour: 1 },
    ' has an unknown field "colour". The fields are: createStatus, missingTag, unauthorized, badLimit, ' +
      'defaultLimit, maxLimit, order, idForm, givenId, unknownFields, emptyName',
  ],
  [{ createStatus: 202 }, ': "createStatus" must be one of 201, 200, not 202'],
  [{ missingTag: null }, ': "missingTag" must be one of "empty", "absent", "null", not null'],
  [{ maxLimit: 1.5 }, ': "maxLimit" must be a whole number of at least 0, not 1.5'],
  [{ defaultLimit: -1 }, ': "defaultLimit" must be a whole number of at least 0, not -1'],
  [new Map(), / must be a JSON object with any of "createStatus", /],
  [null, / must be an object .*, not null$/],
])('the dialect %j is refused', (dialect, words) => {
  const make = () => emptyCatalog({ dialect: dialect as Dialect });
  expect(make).toThrow(expect.objectContaining({ name: 'OptionError', option: 'dialect' }));
  expect(make).toThrow(typeof words === 'string' ? `Option "dialect"${words}` : words);
});

describe('fields that are kept', () => {
  const rex = { ...colourful, id: 'rex' };
  const bare: FixturePet = colourful;

  test('come with the start, a seed, a scenario and a snapshot for a start, in their order', () => {
    const fixtures: FixturePet[] = [rex];
    const catalog = emptyCatalog({ dialect: keep, fixtures, scenarios: { own: { fixtures } } });
    const starts = [
      () => {},
      () => catalog.scenarios.use('own'),
      () => catalog.seed({ fixtures }),
      () => catalog.restore(emptyCatalog({ dialect: keep, fixtures }).snapshot()),
    ];
    for (const start of starts) {
      start();
      expect(JSON.stringify(catalog.pets.list())).toBe(JSON.stringify([rex]));
      catalog.seed({ pets: 0 });
    }
    const { pets } = emptyCatalog({
      dialect: keep,
      fixtures: { ...catalog.snapshot(), pets: [rex] },
    });
    expect(pets.get('rex')).toEqual(rex);
  });

  test('are changed by a control, come back with their pet, and are refused as an id', async () => {
    const changes = { colour: 'blue', toys: [], weight: 3 };
    const { control } = await startedServer({ fixtures: [rex as FixturePet], dialect: keep });
    const { pets, snapshot, restore } = control;
    const before = await snapshot();
    const { id, ...own } = { ...rex, ...changes };
    expect(await pets.update('rex', changes as PetChanges)).toEqual({ id, ...own });
    expect(JSON.stringify(await pets.get('rex'))).toBe(JSON.stringify({ ...own, id }));
    await expect(pets.update('rex', { id: 'max' } as PetChanges)).rejects.toThrow(/"id".*left out/);
    await pets.remove(id);
    expect(await pets.create(own, { id })).toEqual({ id, ...own });
    expect((await pets.find()).pets).toEqual([{ id, ...own }]);
    await restore(before);
    expect(await snapshot()).toEqual(before);
    const { pets: closed } = emptyCatalog({ fixtures: [{ name: 'Rex', id: 'rex' }] });
    expect(() => closed.update('rex', changes as PetChanges)).toThrow(/unknown field "colour"/);
  });

  test('are refused in fixtures and snapshots of other dialects, as they are without one', () => {
    const { pets, snapshot } = emptyCatalog({ dialect: keep, fixtures: [rex as FixturePet] });
    expect(pets.count()).toBe(1);
    for (const dialect of [undefined, { unknownFields: 'refuse' }] as const) {
      const catalog = emptyCatalog({ dialect });
      expect(() => catalog.restore(snapshot())).toThrow(/unknown field "pets\[0\]\.colour"/);
      expect(() => catalog.seed({ fixtures: [bare] })).toThrow(/unknown field "colour"/);
      expect(() => emptyCatalog({ dialect, fixtures: [bare] })).toThrow(/unknown field "colour"/);
      const read = readFixtures(
        [bare],
        undefined,
        createPetModel({ ...plainDialect, unknownFields: 'keep' }),
      );
      expect(() => emptyCatalog({ dialect, fixtures: read })).toThrow(/unknown field "colour"/);
      expect(() => catalog.pets.create(colourful)).toThrow(/unknown field "colour"/);
    }
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
    }
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('operations of one’s own', () => {
  const countPets = defineOperation({
    name: 'countPets',
    method: 'GET',
    path: '/count',
    run: ({ pets }) => ({ status: 200, body: pets.list() }),
  });
  const ownList = defineOperation({
    name: 'listPets',
    method: 'GET',
    path: '/pets',
    run: ({ query }) => ({ status: 200, body: query.get('limit') }),
  });

  test('are as they are in no dialect, but for the refusal of a key', async () => {
    const catalog = emptyCatalog({
      operations: [countPets, ownList],
      fixtures: [
        { name: 'Rex', id: 'rex' },
        { name: 'Max', id: 'max' },
      ],
      dialect: { missingTag: 'absent', order: 'newest', maxLimit: 1, unauthorized: 403 },
    });
    expect((await ask(catalog, { ...noKey, path: '/v2/count' })).status).toBe(403);
    expect(await (await ask(catalog, { path: '/v2/count' })).json()).toEqual([
      { name: 'Rex', tag: '', id: 'rex' },
      { name: 'Max', tag: '', id: 'max' },
    ]);
    expect(await (await ask(catalog, { path: '/v2/pets?limit=x' })).json()).toBe('x');
  });
});

const listPets = '/paths/~1pets/get';
const createPet = '/paths/~1pets/post';
const getExamples = '/paths/~1pets~1{petId}/get/parameters/0/examples';
const limit = `${listPets}/parameters/0`;
const maxItems = `${listPets}/responses/200/content/application~1json/schema/maxItems`;
const newPet = '/components/schemas/NewPet';
const pet = '/components/schemas/Pet';
const words = (text: string) => expect.stringContaining(text) as string;

/** For each value except the defaults, a place in the document and what it says there. */
const said: [Dialect, pointer: string, expected: unknown][] = [
  [{ createStatus: 200 }, `${createPet}/responses/201`, undefined],
  [{ missingTag: 'absent' }, `${pet}/required`, ['name', 'id']],
  [{ missingTag: 'null' }, `${pet}/required`, ['name', 'tag', 'id']],
  [{ missingTag: 'absent' }, `${newPet}/properties/tag/description`, 'Free-text label.'],
  [{ unauthorized: 403 }, `${listPets}/responses/401`, undefined],
  [{ badLimit: 'ignore' }, `${listPets}/responses/400`, undefined],
  [{ badLimit: 'ignore' }, `${limit}/description`, words('ignored')],
  [{ defaultLimit: 20 }, `${limit}/schema/default`, 20],
  [{ defaultLimit: 20, maxLimit: 9 }, `${limit}/schema/default`, 9],
  [{ defaultLimit: 20 }, `${limit}/description`, words('Default: 20')],
  [{ maxLimit: 100 }, `${limit}/description`, words('Never more than 100')],
  [{ maxLimit: 100 }, maxItems, 100],
  [{ order: 'newest' }, `${listPets}/description`, words('newest first')],
  [{ idForm: 'integer' }, `${pet}/properties/id/description`, words('1, 2, 3')],
  [{ idForm: 'integer' }, `${getExamples}/tagged/value`, '1'],
  [{}, `${createPet}/description`, words('whatever its value, is refused')],
  [{}, `${newPet}/properties/id`, undefined],
  [{ givenId: 'ignore' }, `${createPet}/description`, words('is ignored')],
  [{ givenId: 'ignore' }, `${newPet}/properties/id`, { description: words('Ignored') }],
  [{ unknownFields: 'refuse' }, `${newPet}/additionalProperties`, false],
  [{ unknownFields: 'refuse' }, `${pet}/additionalProperties`, false],
  [{ unknownFields: 'keep' }, `${newPet}/additionalProperties`, {}],
  [{ emptyName: 'refuse' }, `${newPet}/properties/name/minLength`, 1],
];

describe('the OpenAPI document of a dialect', () => {
  test.each(said)('%j, at %s', (dialect, pointer, expected) => {
    const { value } = checkerOf(dialect).resolve(pointer);
    expect({ value }).toMatchObject({ value: expected });
  });

  test('describes each value except the defaults', () => {
    expect(valuesLeftOut(said.map(([dialect]) => dialect))).toEqual([]);
  });
});
