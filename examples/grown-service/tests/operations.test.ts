import { setupServer } from 'msw/node';
import { createPetCatalog } from 'pet-catalog-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import operations, { collections, fields } from '../operations.js';

const fixtures = ['Rex', 'Misty', 'Bella'].map((name) => ({ name, id: name.toLowerCase() }));
const catalog = createPetCatalog({ fixtures, operations, collections, fields });
const server = setupServer(...catalog.handlers);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => catalog.reset());
afterAll(() => server.close());

/** A call of the service, as an app makes it: the status, and the JSON of the answer. */
async function call(method: string, path: string, body?: object): Promise<[number, unknown]> {
  const response = await fetch(`https://pets.example/v2/pets${path}`, {
    method,
    headers: { 'X-API-Key': 'test', 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}

const names = (pets: unknown) => (pets as { name: string }[]).map(({ name }) => name);

describe('deletePet', () => {
  test('a deleted pet is gone, and cannot be deleted again', async () => {
    expect(await call('DELETE', '/rex')).toEqual([204, undefined]);
    expect(await call('GET', '/rex')).toEqual([404, { error: 'Pet not found' }]);
    expect(await call('DELETE', '/rex')).toEqual([404, { error: 'Pet not found' }]);
  });

  test('its answer is lost, yet the pet is gone', async () => {
    catalog.faults.add({ operation: 'deletePet', phase: 'after', status: 503, times: 1 });

    expect((await call('DELETE', '/rex'))[0]).toBe(503);

    expect(catalog.pets.get('rex')).toBeUndefined();
    expect((await call('DELETE', '/rex'))[0]).toBe(404);
    catalog.requests.verify({ operation: 'deletePet' }, { count: 2 });
  });

  test('a snapshot and a reset bring the pet back', async () => {
    const before = catalog.snapshot();
    for (const bringBack of [() => catalog.restore(before), () => catalog.reset()]) {
      await call('DELETE', '/rex');
      expect(names(catalog.pets.list())).toEqual(['Misty', 'Bella']);
      bringBack();
      expect(names(catalog.pets.list())).toEqual(['Rex', 'Misty', 'Bella']);
    }
  });
});

describe('renamePet', () => {
  test('a pet has its new name, and keeps its place', async () => {
    const renamed = { id: 'rex', name: 'Max', tag: '' };
    expect(await call('PATCH', '/rex', { name: 'Max' })).toEqual([200, renamed]);
    expect(names((await call('GET', ''))[1])).toEqual(['Max', 'Misty', 'Bella']);
  });

  test('an empty name is refused, and the answer says why', async () => {
    const error = 'The request body: "name": must not be empty';
    expect(await call('PATCH', '/rex', { name: '' })).toEqual([400, { error }]);
    expect(catalog.pets.get('rex')?.name).toBe('Rex');
  });

  test('a pet that does not exist cannot be renamed', async () => {
    expect(await call('PATCH', '/nobody', { name: 'Max' })).toEqual([
      404,
      { error: 'Pet not found' },
    ]);
  });
});

describe('listPets', () => {
  test.for([
    ['', ['Rex', 'Misty', 'Bella']],
    ['?limit=2', ['Rex', 'Misty']],
    ['?limit=2&offset=2', ['Bella']],
    ['?offset=1', ['Misty', 'Bella']],
    ['?offset=9', []],
  ] as const)('a page of the list: %s', async ([query, expected]) => {
    const [status, pets] = await call('GET', query);
    expect([status, names(pets)]).toEqual([200, expected]);
  });

  test.for([
    ['?limit=many', '"limit": must be a whole number of at least 1'],
    ['?limit=0', '"limit": must be a whole number of at least 1'],
    ['?limit=1.5', '"limit": must be a whole number of at least 1'],
    ['?limit=1&limit=2', '"limit": must be a whole number of at least 1'],
    ['?offset=-1', '"offset": must be a whole number of at least 0'],
  ] as const)('a wrong page is refused in words: %s', async ([query, words]) => {
    expect(await call('GET', query)).toEqual([400, { error: `The query: ${words}` }]);
  });
});

describe('photos', () => {
  const [photos] = collections;
  const url = 'https://pets.example/rex.png';

  test('each pet has one, and gets more', async () => {
    const added = await call('POST', '/rex/photos', { url });
    expect(added).toEqual([201, { petId: 'rex', url, id: expect.any(String) }]);
    const [first] = catalog.collection(photos!).list({ where: ({ petId }) => petId === 'rex' });
    expect(await call('GET', '/rex/photos')).toEqual([200, [first, added[1]]]);
  });

  test('nothing of another test is left', async () => {
    expect(catalog.collection(photos!).count()).toBe(3);
    expect((await call('GET', '/rex/photos'))[1]).toHaveLength(1);
  });

  test('a photo without a URL is refused, and the answer says why', async () => {
    const error = 'A new item of "photos": "url": must be a URL';
    expect(await call('POST', '/rex/photos', { url: 'rex.png' })).toEqual([400, { error }]);
  });
});

describe('breed', () => {
  test('a pet has it, if it was created with it', async () => {
    const { id } = catalog.pets.create({ name: 'Max', breed: 'Beagle' });
    expect((await call('GET', `/${id}`))[1]).toMatchObject({ name: 'Max', breed: 'Beagle' });
  });

  test('a wrong one is refused', async () => {
    const [status, body] = await call('POST', '', { name: 'Max', breed: 5 });
    expect([status, body]).toEqual([400, { error: expect.stringContaining('"breed"') }]);
  });
});
