import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPetCatalog, type CatalogControls } from '../../src/index.ts';
import { startedServer } from './support/started-server.ts';

const of = (key: string) => ({ headers: { 'X-API-Key': key } });

describe('with isolation', () => {
  test('each key has its own pets, ids, journal, faults and chaos, from the same seed', async () => {
    const server = await startedServer({ isolate: true, seed: 5 });
    const [a, b] = [server.catalog.forKey('key-aaaa'), server.catalog.forKey('key-bbbb')];
    expect(a.snapshot()).toEqual(b.snapshot());
    const first = await (await server.create('Rex', of('key-aaaa'))).json();
    expect(b.pets.count()).toBe(25);
    expect(b.requests.count()).toBe(0);
    expect(await (await server.create('Rex', of('key-bbbb'))).json()).toEqual(first);

    const chaos = async (key: string, controls: CatalogControls) => {
      controls.faults.add({ operation: 'listPets', status: 500, rate: 0.5 });
      const seen: number[] = [];
      for (let turn = 0; turn < 10; turn++) {
        seen.push((await server.call('/pets?limit=0', of(key))).status);
      }
      return seen;
    };
    expect(await chaos('key-aaaa', a)).toEqual(await chaos('key-bbbb', b));
    a.faults.clear();
    expect(b.faults.list()).toHaveLength(1);
    expect(server.catalog.pets.count()).toBe(25);
    expect(server.catalog.requests.count()).toBe(0);
  });

  test('a control request acts on the catalog of its own key', async () => {
    const server = await startedServer({ isolate: true });
    for (const key of ['key-aaaa', 'key-bbbb']) await server.create('Rex', of(key));
    await server.admin('POST /faults', { body: { status: 500 }, ...of('key-aaaa') });
    await server.admin('POST /seed', { body: { pets: 2 }, ...of('key-aaaa') });
    expect((await server.admin('GET /health', of('key-aaaa'))).json).toMatchObject({ pets: 2 });
    expect((await server.admin('GET /health', of('key-bbbb'))).json).toMatchObject({ pets: 26 });
    expect((await server.admin('GET /health')).json).toMatchObject({ pets: 25 });
    expect((await server.admin('GET /faults', of('key-bbbb'))).json).toEqual({ faults: [] });
    await server.admin('POST /reset', of('key-bbbb'));
    expect((await server.admin('GET /requests/count', of('key-aaaa'))).json).toEqual({ count: 1 });
    expect((await server.admin('GET /requests/count', of('key-bbbb'))).json).toEqual({ count: 0 });
    const { json } = await server.admin('GET /snapshot', of('key-bbbb'));
    expect(json).toEqual(server.catalog.snapshot());
  });

  test('a reset of one key cuts off nothing of another', async () => {
    const server = await startedServer({ isolate: true, delay: 60 });
    const slow = server.create('Rex', of('key-aaaa'));
    await server.catalog.forKey('key-aaaa').requests.waitFor();
    await server.admin('POST /reset', of('key-bbbb'));
    await server.admin('POST /reset');
    expect((await slow).status).toBe(201);
    expect(server.catalog.forKey('key-aaaa').pets.count()).toBe(26);
  });

  test('requests without a key, or with a bad one, are in the common journal', async () => {
    const server = await startedServer({ isolate: true, apiKeys: ['good-key-1'] });
    await (await fetch(`${server.url}/pets`)).text();
    await server.call('/pets', of('bad-key-99'));
    await server.call('/pets', of('good-key-1'));
    expect(server.catalog.requests.list()).toMatchObject([
      { status: 401, apiKey: null },
      { status: 401, apiKey: 'ba…99' },
    ]);
    expect((await server.admin('GET /requests', of('bad-key-99'))).status).toBe(401);
    expect((await server.admin('GET /catalogs')).json).toEqual({
      catalogs: [{ id: expect.any(String), apiKey: 'go…-1', pets: 25, requests: 1, faults: 0 }],
    });
  });

  test('the list of catalogs masks the keys', async () => {
    const server = await startedServer({ isolate: true });
    await server.create('Rex', of('key-aaaa-01'));
    await server.call('/pets', of('xyz'));
    server.catalog.forKey('key-aaaa-01').faults.add({ delay: 1 });
    expect((await server.admin('GET /catalogs')).json).toEqual({
      catalogs: [
        { id: expect.any(String), apiKey: 'x…', pets: 25, requests: 1, faults: 0 },
        { id: expect.any(String), apiKey: 'ke…01', pets: 26, requests: 1, faults: 1 },
      ],
    });
  });

  test('the least recently used goes first when there are more than 1,000', async () => {
    const server = await startedServer({ isolate: true, pets: 1 });
    await server.create('Rex', of('first'));
    await server.create('Rex', of('second'));
    for (let key = 0; key < 998; key++) server.catalog.forKey(`key-${key}`);
    // Used again, it is not the least recently used any more.
    await server.call('/pets', of('first'));
    server.catalog.forKey('one-more');
    const { json } = await server.admin('GET /catalogs');
    expect((json as { catalogs: unknown[] }).catalogs).toHaveLength(1000);
    expect(await (await server.call('/pets', of('first'))).json()).toHaveLength(2);
    expect(await (await server.call('/pets', of('second'))).json()).toHaveLength(1);
  });

  test('a catalog that goes ends what waits in it', async () => {
    const server = await startedServer({ isolate: true, pets: 0 });
    const first = server.catalog.forKey('first');
    first.faults.add({ network: 'hang' });
    const hanging = server.call('/pets', of('first')).catch(() => 'cut');
    await first.requests.waitFor();
    for (let key = 0; key < 1000; key++) server.catalog.forKey(`key-${key}`);
    expect(await hanging).toBe('cut');
  });

  test('forKey trims a key as a header does, and refuses one that is empty', () => {
    const catalog = createPetCatalog({ isolate: true, pets: 0 });
    catalog.forKey(' spaced ').pets.create({ name: 'Rex' });
    expect(catalog.forKey('spaced').pets.count()).toBe(1);
    expect(() => catalog.forKey(' ')).toThrow('not empty');
  });
});

test('without isolation all keys share one catalog, and forKey says so', async () => {
  const server = await startedServer();
  await server.create('Rex', of('key-aaaa'));
  expect((await server.admin('GET /health', of('key-bbbb'))).json).toMatchObject({ pets: 26 });
  expect((await server.admin('GET /catalogs')).json).toEqual({ catalogs: [] });
  expect(() => server.catalog.forKey('key-aaaa')).toThrow('needs the option "isolate"');
});

test('four workers in parallel, each with its key and resetting as it likes, never meet', async () => {
  const server = await startedServer({ isolate: true, pets: 5 });
  const file = join(import.meta.dirname, 'support', 'suite-worker.js');
  const outcomes = await Promise.all(
    [1, 2, 3, 4].map((number) => {
      const worker = new Worker(file, {
        workerData: { origin: server.origin, key: `worker-key-${number}`, rounds: 15 + number },
      });
      onTestFinished(async () => void (await worker.terminate()));
      return new Promise<unknown>((resolve, reject) => {
        worker.once('message', resolve).once('error', reject);
      });
    }),
  );
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(server.catalog.pets.count()).toBe(5);
  expect(server.catalog.requests.count()).toBe(0);
});
