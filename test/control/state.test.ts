import { describe, expect, test } from 'vitest';
import { createPetCatalog, type Snapshot } from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { arrived, startedServer, type TestServer } from './support/started-server.ts';

const changes: [name: string, change: (server: TestServer) => Promise<unknown>][] = [
  ['reset', (server) => server.admin('POST /reset')],
  ['seed', (server) => server.admin('POST /seed', { body: { pets: 3 } })],
  [
    'restore',
    (server) => server.admin('PUT /snapshot', { body: createPetCatalog({ pets: 3 }).snapshot() }),
  ],
];

describe('reset', () => {
  test('needs no body and takes an empty one', async () => {
    const server = await startedServer();
    const response = await fetch(`${server.origin}/__admin/reset`, {
      method: 'POST',
      headers: { 'Content-Length': '0' },
    });
    expect(response.status).toBe(204);
  });
});

describe('seed', () => {
  test('takes from the start what is not given', async () => {
    const server = await startedServer({ pets: 6, seed: 5 });
    await server.admin('POST /seed', { body: { seed: 8 } });
    expect(server.catalog.pets.list()).toEqual(createPetCatalog({ pets: 6, seed: 8 }).pets.list());
    await server.admin('POST /seed', { body: { pets: 2 } });
    expect(server.catalog.pets.list()).toEqual(createPetCatalog({ pets: 2, seed: 5 }).pets.list());
    expect((await server.admin('POST /seed')).json).toEqual({ pets: 6 });
    expect(server.catalog.pets.list()).toEqual(createPetCatalog({ pets: 6, seed: 5 }).pets.list());
  });

  test('takes no more than maxPets', async () => {
    const server = await startedServer({ pets: 1, maxPets: 3 });
    const four = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
    const snapshot = createPetCatalog({ pets: 4 }).snapshot();
    const before = server.catalog.snapshot();
    for (const body of [{ pets: 4 }, { fixtures: four }, { fixtures: snapshot }]) {
      expect(await server.admin('POST /seed', { body })).toMatchObject({
        status: 400,
        json: { error: expect.stringMatching(/at most "maxPets" \(3\) pets, not 4/) as string },
      });
    }
    expect(await server.admin('PUT /snapshot', { body: snapshot })).toMatchObject({ status: 400 });
    expect(server.catalog.snapshot()).toEqual(before);
    expect((await server.admin('POST /seed', { body: { pets: 3 } })).status).toBe(200);
  });
});

describe('a snapshot', () => {
  test('may have a delay of its own, until the next reset', () => {
    const catalog = createPetCatalog({ delay: 5 });
    const delayOf = () => serviceOf(catalog).catalogs.common.delay;
    const before = catalog.snapshot();
    expect(before).not.toHaveProperty('delay');
    const delay = { p50: 1, p99: 2 };
    catalog.restore({ ...before, delay });
    expect([catalog.snapshot().delay, delayOf()]).toEqual([delay, delay]);
    catalog.restore(before);
    expect(delayOf()).toBe(5);
    catalog.restore({ ...before, delay });
    catalog.reset();
    expect(delayOf()).toBe(5);
  });

  const good = createPetCatalog({ pets: 2 }).snapshot();
  const fault = { id: 'fault-1', status: 500, calls: 0, hits: 0 };
  test.each([
    [{}, /snapshot/],
    [{ ...good, pets: 'none' }, /"pets" must be an array/],
    [{ ...good, pets: [{ name: 'a' }] }, /"pets\[0\]/],
    [{ ...good, seed: -1 }, /"seed"/],
    [{ ...good, nextId: 1.5 }, /"nextId"/],
    [{ ...good, faults: [{ ...fault, status: 200 }] }, /"faults\[0\].status"/],
    [{ ...good, faults: [fault, fault] }, /ids are unique/],
    [{ ...good, faults: [{ ...fault, hits: 'x' }] }, /"faults\[0\].hits"/],
  ])('that is not well-formed is refused and changes nothing: %#', async (bad, message) => {
    const server = await startedServer();
    server.catalog.faults.add({ operation: 'getPet', status: 500 });
    await server.call('/pets?limit=0');
    const before = server.catalog.snapshot();
    const answer = await server.admin('PUT /snapshot', { body: JSON.stringify(bad) });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ error: expect.stringMatching(message) as string });
    expect(() => server.catalog.restore(bad as Snapshot)).toThrow(message);
    expect(server.catalog.snapshot()).toEqual(before);
    expect(server.catalog.requests.count()).toBe(1);
  });
});

test.each([
  [{ pets: '3' }, /"pets"/],
  [{ seed: 1.5 }, /"seed"/],
  [{ fixtures: 'file.json' }, /fixtures/],
  [{ fixtures: [{ tag: 'nameless' }] }, /fixtures\[0\].*"name"/],
  [{ fixtures: null }, /fixtures/],
  [{ fixture: [] }, /no field "fixture"/],
  [null, /must be/],
])('a seed that is not well-formed is refused and changes nothing: %j', async (body, message) => {
  const server = await startedServer();
  const before = server.catalog.snapshot();
  const answer = await server.admin('POST /seed', { body: JSON.stringify(body) });
  expect(answer.status).toBe(400);
  expect(answer.json).toEqual({ error: expect.stringMatching(message) as string });
  expect(server.catalog.snapshot()).toEqual(before);
  await server.admin('POST /reset');
  expect(server.catalog.snapshot()).toEqual(before);
});

describe.each(changes)('%s', (_name, change) => {
  test('leaves nothing of a create whose body was still coming', async () => {
    const server = await startedServer();
    let feed!: ReadableStreamDefaultController<Uint8Array>;
    const slow = server.create('', {
      body: new ReadableStream<Uint8Array>({ start: (controller) => void (feed = controller) }),
      duplex: 'half',
    } as RequestInit);
    feed.enqueue(new TextEncoder().encode('{"name":'));
    await arrived(server, '/v2/pets');
    await change(server);
    feed.enqueue(new TextEncoder().encode('"Rex"}'));
    feed.close();
    expect((await slow).status).toBe(503);
    expect(server.catalog.pets.list().map(({ name }) => name)).not.toContain('Rex');
  });

  test('is seen whole or not at all by a list that is being sent', async () => {
    const server = await startedServer({ pets: 6000 });
    const before = server.catalog.pets.list();
    const lists = Array.from({ length: 4 }, () => server.call('/pets'));
    await arrived(server, '/v2/pets', 1);
    await change(server);
    const after = server.catalog.pets.list();
    for (const list of lists) {
      const pets = (await (await list).json()) as unknown[];
      expect([before.length, after.length]).toContain(pets.length);
      expect(pets).toEqual(pets.length === before.length ? before : after);
    }
  });
});
