import { join } from 'node:path';
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import {
  createPetCatalog,
  defineCollection,
  defineOperation,
  InvalidInputError,
  OptionError,
  type NewPet,
  type PetCatalogOptions,
} from '../../src/index.ts';
import { key } from '../../src/verify/cases/case.ts';
import { folderWith } from '../cli/support/command.ts';
import { jsonOf, type Host } from '../support/answer.ts';
import { setupServerFetch } from '../support/hosts-in-process.ts';
import { serverHost } from '../support/hosts-over-http.ts';
import { readEvents } from './support/events.ts';
import { routes, startedServer } from './support/started-server.ts';

const owners = defineCollection({
  name: 'owners',
  schema: z.object({ name: z.string(), petIds: z.array(z.string()).default([]) }),
  seed: ({ faker }) => [{ name: faker.person.fullName(), petIds: [], id: 'first' }],
});

const photos = defineCollection({
  name: 'photos',
  schema: z.object({
    petId: z.string(),
    url: z.url('must be a URL'),
    owner: z.string().optional(),
  }),
  seed: ({ faker, pets, collection }) =>
    pets.list().map((pet) => ({
      petId: pet.id,
      url: faker.image.url(),
      owner: collection(owners).list()[0]!.name,
    })),
});

const photosOfPet = defineOperation({
  name: 'photosOfPet',
  method: 'GET',
  path: '/pets/{petId}/photos',
  responses: {
    200: { description: 'Photos', schema: z.array(photos.schema) },
    404: 'Pet not found',
  },
  run: ({ params, pets, collection, fail }) =>
    pets.get(params.petId)
      ? {
          status: 200,
          body: collection(photos).list({ where: ({ petId }) => petId === params.petId }),
        }
      : fail(404, 'Pet not found'),
});

const addPhoto = defineOperation({
  name: 'addPhoto',
  method: 'POST',
  path: '/photos',
  body: z.record(z.string(), z.unknown()),
  run: ({ body, collection }) => ({ status: 201, body: collection(photos).create(body as never) }),
});

const rex = { name: 'Rex', id: 'rex' };
const url = 'https://pets.example/rex.png';
const options = {
  fixtures: [rex],
  collections: [owners, photos],
  operations: [photosOfPet, addPhoto],
} satisfies PetCatalogOptions;

const catalogWith = (more: PetCatalogOptions = {}) => createPetCatalog({ ...options, ...more });

const servers = routes.map(([name, more]) => serverHost(`the server ${name}`, more));

async function opened(host: Host, more: PetCatalogOptions = {}) {
  const { catalog, send, close } = await host.open({ ...options, ...more });
  onTestFinished(close);
  return {
    catalog,
    async call(line: string, body?: object, apiKey = key) {
      const [method = '', path = ''] = line.split(' ');
      const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
      const text = body && JSON.stringify(body);
      const answer = await send({ method, path: `/v2${path}`, headers, body: text });
      return { status: answer!.status, json: jsonOf(answer!) };
    },
  };
}

describe.each([setupServerFetch, ...servers])('$name', (host) => {
  test('an operation reads the seeded items, and stores new ones', async () => {
    const { catalog, call } = await opened(host);
    const [seeded] = catalog.collection(photos).list();
    expect(seeded).toEqual({
      petId: 'rex',
      url: expect.stringMatching(/^https:/) as string,
      owner: catalog.collection(owners).get('first')!.name,
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    });
    const { status, json } = await call('POST /photos', { petId: 'rex', url });
    expect(status).toBe(201);
    expect((await call('GET /pets/rex/photos')).json).toEqual([seeded, json]);
    expect((await call('GET /pets/none/photos')).status).toBe(404);
  });

  test('an item that its schema refuses is 400, and nothing changes', async () => {
    const { catalog, call } = await opened(host);
    const before = catalog.snapshot();
    expect(await call('POST /photos', { petId: 'rex', url: 'no' })).toEqual({
      status: 400,
      json: { error: 'A new item of "photos": "url": must be a URL' },
    });
    expect(catalog.snapshot()).toEqual(before);
  });

  test('a reset and a restored snapshot leave nothing of a test behind', async () => {
    const { catalog, call } = await opened(host);
    const count = () => catalog.collection(photos).count();
    const start = catalog.snapshot();
    await call('POST /photos', { petId: 'rex', url });
    const later = catalog.snapshot();
    catalog.reset();
    expect(catalog.snapshot()).toEqual(start);
    const first = await call('POST /photos', { petId: 'rex', url });
    expect(catalog.snapshot()).toEqual(later);
    catalog.restore(JSON.parse(JSON.stringify(start)) as typeof start);
    expect([count(), catalog.snapshot()]).toEqual([1, start]);
    expect(await call('POST /photos', { petId: 'rex', url })).toEqual(first);
  });

  test('with isolate, a key does not see the items of another', async () => {
    const { catalog, call } = await opened(host, { isolate: true });
    await call('POST /photos', { petId: 'rex', url }, 'one');
    expect((await call('GET /pets/rex/photos', undefined, 'one')).json).toHaveLength(2);
    expect((await call('GET /pets/rex/photos', undefined, 'two')).json).toHaveLength(1);
    expect(catalog.forKey('one').collection(photos).count()).toBe(2);
    expect(catalog.collection(photos).count()).toBe(1);
    expect(() => catalog.collection(photos).remove('x')).toThrow(
      'forKey(key).collection(...).remove(...)',
    );
    catalog.reset();
    expect((await call('GET /pets/rex/photos', undefined, 'one')).json).toHaveLength(1);
  });
});

test('has the members of pets', () => {
  const { collection } = catalogWith({
    collections: [defineCollection({ ...photos, seed: undefined })],
  });
  const all = collection(photos);
  const created = all.create({ petId: 'rex', url }, { id: 'p1' });
  expect(created).toEqual({ petId: 'rex', url, id: 'p1' });
  created.petId = 'changed';
  expect(all.get('p1')).toEqual({ petId: 'rex', url, id: 'p1' });
  expect(all.update('p1', { petId: 'max', url: undefined as never })).toEqual({
    petId: 'max',
    url,
    id: 'p1',
  });
  expect(all.update('none', { petId: 'max' })).toBeUndefined();
  all.create({ petId: 'rex', url });
  expect(all.list({ limit: 1 })).toEqual([all.get('p1')]);
  expect(all.list({ where: ({ petId }) => petId === 'rex' })).toHaveLength(1);
  expect([all.remove('p1'), all.remove('p1'), all.count()]).toEqual([true, false, 1]);
  expect(collection('photos').count()).toBe(1);
});

test('the types of its items come from its schema', () => {
  const all = catalogWith().collection(photos);
  type Photo = { petId: string; url: string; owner?: string | undefined; id: string };
  expectTypeOf(all.get).returns.toEqualTypeOf<
    (z.infer<typeof photos.schema> & { id: string }) | undefined
  >();
  expectTypeOf<NonNullable<ReturnType<typeof all.get>>>().toExtend<Photo>();
  // @ts-expect-error It lacks the URL.
  expect(() => all.create({ petId: 'rex' })).toThrow(InvalidInputError);
});

test('collections do not change the ids of pets', () => {
  const idsOf = (collections: PetCatalogOptions['collections']) => {
    const catalog = createPetCatalog({ pets: 3, collections });
    return [...catalog.pets.list(), catalog.pets.create({ name: 'New' })].map(({ id }) => id);
  };
  expect(idsOf([owners, photos])).toEqual(idsOf(undefined));
});

test('fixtures and scenarios may have its items, and a seed fills it again', () => {
  const exact = [
    { petId: 'rex', url, id: 'p1' },
    { petId: 'rex', url },
  ];
  const scenarios = { gallery: { fixtures: { pets: [rex], collections: { photos: exact } } } };
  const catalog = catalogWith({ fixtures: scenarios.gallery.fixtures, scenarios });
  const all = catalog.collection(photos);
  expect(all.list()).toMatchObject(exact);
  expect(catalog.collection(owners).count()).toBe(1);
  catalog.seed({ pets: 4 });
  expect(all.list().map(({ petId }) => petId)).toEqual(catalog.pets.list().map(({ id }) => id));
  catalog.scenarios.use('gallery');
  expect(all.list()).toMatchObject(exact);
  all.remove('p1');
  catalog.reset();
  expect(all.get('p1')).toEqual(exact[0]);
});

describe('bad collections are refused at the start, in words', () => {
  const { schema } = photos;
  const late = { '~standard': { version: 1, vendor: 'x', validate: async () => ({ value: {} }) } };
  const fails = () => {
    throw new Error('no photos today');
  };
  test.each<[unknown[], string]>([
    [
      [{ name: 'pets', schema }],
      'Collection "pets": "name" must be another name, as every catalog has pets',
    ],
    [[photos, photos], 'Collection "photos" is defined twice: at index 0 and 1'],
    [[{ name: 'photos' }], 'Collection "photos" lacks the field "schema"'],
    [[{ name: 'photos', schema, seed: [] }], 'Collection "photos": "seed" must be a function'],
    [[{ name: 'late', schema: late }], 'the schema must answer at once, not with a promise'],
  ])('%o', (collections, message) => {
    const start = () => createPetCatalog({ collections: collections as never });
    expect(start).toThrow(OptionError);
    expect(start).toThrow(message);
  });

  test.each<[object, string]>([
    [{ ...photos, seed: fails }, 'The seed of the collection "photos" failed: no photos today'],
    [{ ...photos, seed: () => 5 }, '"photos" must give an array of items, not 5'],
    [{ ...photos, seed: () => [{ url }] }, '"photos": item 0: "petId": Invalid input'],
    [
      {
        ...photos,
        seed: () => [
          { id: 'a', petId: 'x', url },
          { id: 'a', petId: 'x', url },
        ],
      },
      '"photos": item 1: "id" must be a text that no other item has, not "a"',
    ],
    [
      {
        name: 'own',
        schema: z.object({ at: z.string().transform(Number) }),
        seed: () => [{ at: '1' }],
      },
      'item 0: its schema must accept its own output: "at"',
    ],
    [
      {
        ...photos,
        seed: ({ collection }: never) =>
          (collection as (of: object) => { list(): [] })(owners).list(),
      },
      'There is no collection "owners": the option "collections" has none',
    ],
  ])('%o', (collection, message) => {
    const start = () => createPetCatalog({ pets: 1, collections: [collection as never] });
    expect(start).toThrow(InvalidInputError);
    expect(start).toThrow(message);
  });
});

describe('bad items are refused in words, and nothing changes', () => {
  const good = { petId: 'rex', url };
  test.each<[string, (catalog: ReturnType<typeof catalogWith>) => unknown, string]>([
    [
      'an item',
      ({ collection }) => collection(photos).create({ petId: 'x', url: 'y' }),
      'A new item of "photos": "url": must be a URL',
    ],
    [
      'no object',
      ({ collection }) => collection(photos).create('x' as never),
      'A new item of "photos" must be a JSON object, not "x"',
    ],
    [
      'an id in it',
      ({ collection }) => collection(photos).create({ ...good, id: 'x' } as never),
      '"id" must be left out, because the catalog assigns it',
    ],
    [
      'an id that exists',
      ({ collection }) => collection(owners).create({ name: 'x', petIds: [] }, { id: 'first' }),
      'Another item of "owners" already has the id "first"',
    ],
    [
      'a change',
      ({ collection }) => collection(owners).update('first', { name: 5 as never }),
      'The change of an item of "owners": "name":',
    ],
    [
      'an unknown collection',
      ({ collection }) => collection('x'),
      'There is no collection "x": the name must be one of "owners", "photos"',
    ],
    [
      'an unknown collection in a snapshot',
      (catalog) => catalog.restore({ ...catalog.snapshot(), collections: { x: [] } }),
      'snapshot: There is no collection "x": the name must be one of "owners", "photos"',
    ],
    [
      'an unknown collection in fixtures',
      (catalog) => catalog.seed({ fixtures: { pets: [], collections: { x: [] } } }),
      'fixtures: There is no collection "x"',
    ],
    [
      'an item of a snapshot',
      (catalog) =>
        catalog.restore({ ...catalog.snapshot(), collections: { photos: [{ id: 'a' }] } }),
      'snapshot.collections.photos: item 0: "petId"',
    ],
    [
      'no list in a snapshot',
      (catalog) => catalog.restore({ ...catalog.snapshot(), collections: { photos: 5 } as never }),
      'snapshot: "collections.photos" must be an array of items, not 5',
    ],
  ])('%s', (_what, act, message) => {
    const catalog = catalogWith();
    const before = catalog.snapshot();
    expect(() => act(catalog)).toThrow(InvalidInputError);
    expect(() => act(catalog)).toThrow(message);
    expect(catalog.snapshot()).toEqual(before);
  });

  test('more items than maxPets', () => {
    const catalog = catalogWith({ maxPets: 1 });
    expect(() => catalog.collection(photos).create(good)).toThrow(
      'The collection "photos" is full: it holds 1 items, the limit of "maxPets"',
    );
  });
});

describe('over HTTP', () => {
  test('the control plane has the routes of pets', async () => {
    const { admin, control } = await startedServer(options);
    const send = async (line: string, body?: object) => {
      const { status, json } = await admin(line, body && { body: JSON.stringify(body) });
      return [status, json];
    };
    const list = {
      collections: [
        { name: 'owners', count: 1 },
        { name: 'photos', count: 1 },
      ],
    };
    expect(await send('GET /collections')).toEqual([200, list]);
    expect((await control.info()).collections).toEqual(list.collections);
    const made = { petId: 'rex', url, id: 'p 1' };
    expect(await send('POST /collections/photos?id=p%201', { petId: 'rex', url })).toEqual([
      201,
      made,
    ]);
    expect(await send('GET /collections/photos/p%201')).toEqual([200, made]);
    expect(await send('GET /collections/photos?search=REX.PNG')).toEqual([
      200,
      { items: [made], total: 1 },
    ]);
    expect(await send('GET /collections/photos?offset=1&limit=1')).toEqual([
      200,
      { items: [made], total: 2 },
    ]);
    const max = { ...made, petId: 'max' };
    expect(await send('PATCH /collections/photos/p%201', { petId: 'max' })).toEqual([200, max]);
    expect(await send('DELETE /collections/photos/p%201')).toEqual([204, undefined]);
    expect(await send('DELETE /collections/photos/p%201')).toEqual([
      404,
      { error: 'There is no item with that id' },
    ]);
    expect(await send('GET /collections/x')).toEqual([
      404,
      { error: 'There is no collection "x": the name must be one of "owners", "photos"' },
    ]);
    expect(await send('POST /collections/photos', { petId: 'rex' })).toEqual([
      400,
      { error: expect.stringMatching(/^A new item of "photos": "url": /) as string },
    ]);
  });

  test('the client has the members of the catalog', async () => {
    const { control, catalog } = await startedServer(options);
    const all = control.collection(photos);
    const made = await all.create({ petId: 'rex', url }, { id: 'p1' });
    expectTypeOf(made.url).toEqualTypeOf<string>();
    expect(made).toEqual(catalog.collection(photos).get('p1'));
    expect(await all.get('none')).toBeUndefined();
    expect(await all.update('p1', { petId: 'max' })).toMatchObject({ petId: 'max' });
    expect(await all.list({ where: ({ petId }) => petId === 'max' })).toHaveLength(1);
    expect(await all.list({ limit: 1 })).toEqual(catalog.collection(photos).list({ limit: 1 }));
    expect(await all.count()).toBe(2);
    expect(await all.find({ search: 'max' })).toMatchObject({ total: 1 });
    expect([await all.remove('p1'), await all.remove('p1')]).toEqual([true, false]);
    expect(await control.collections.list()).toEqual([
      { name: 'owners', count: 1 },
      { name: 'photos', count: 1 },
    ]);
    const none = control.collection('none');
    await expect(none.list()).rejects.toThrow('There is no collection "none"');
    expect((await control.collection('photos').list())[0]).toHaveProperty('petId', 'rex');
  });

  test('the module of operations may export collections and fields', async () => {
    const schema = `{ '~standard': { version: 1, vendor: 'x', validate: (value) => ({ value }) } }`;
    const folder = await folderWith({
      'operations.mjs': `export default [];
        export const collections = [{ name: 'photos', schema: ${schema} }];
        export const fields = { breed: { schema: ${schema} } };`,
    });
    const { control } = await startedServer({ operations: join(folder, 'operations.mjs') });
    expect(await control.collections.list()).toEqual([{ name: 'photos', count: 0 }]);
    const pet = await control.pets.create({ name: 'Rex', breed: 'Beagle' } as NewPet);
    expect(pet).toMatchObject({ name: 'Rex', breed: 'Beagle' });
    const { petFields } = await control.info();
    expect(petFields.at(-1)!.name).toBe('breed');
  });

  test('an event tells which collection has changed, and how many items it has', async () => {
    const { origin, catalog } = await startedServer(options);
    const { next } = await readEvents(origin, { kinds: ['collection'] });
    catalog.collection(photos).create({ petId: 'rex', url });
    expect((await next())!.data).toEqual({ name: 'photos', total: 2 });
  });
});

test('an operation that asks for an unknown collection fails with 500', async () => {
  const lost = defineOperation({
    name: 'lost',
    method: 'GET',
    path: '/lost',
    run: ({ collection }) => ({ status: 200, body: collection(photos).list() }),
  });
  const catalog = createPetCatalog({ operations: [lost] });
  const response = await catalog.fetch('https://pets.example/v2/lost', {
    headers: { 'X-API-Key': key },
  });
  expect(response?.status).toBe(500);
  expect(await response?.json()).toEqual({
    error: expect.stringContaining('The operation lost failed: There is no collection "photos"'),
  });
});
