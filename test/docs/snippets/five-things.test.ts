import { setupServer } from 'msw/node';
import { createPetCatalog } from 'pet-catalog-mock';
import { createControl } from 'pet-catalog-mock/client';
import { startServer } from 'pet-catalog-mock/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const catalog = createPetCatalog();
const server = setupServer(...catalog.handlers);

beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
beforeEach(() => catalog.reset());
afterAll(() => server.close());

const url = 'https://pets.example/v2/pets';
const headers = { 'X-API-Key': 'test' };
const json = { ...headers, 'Content-Type': 'application/json' };

/** Stands for the app in the README. */
const app = {
  list: () => fetch(url, { headers }),
  add: (name: string) =>
    fetch(url, { method: 'POST', headers: json, body: JSON.stringify({ name }) }),
};

test('fail once', async () => {
  // #region fail-once
  catalog.faults.add({ operation: 'listPets', status: 503, times: 1 });
  expect((await app.list()).status).toBe(503);
  expect((await app.list()).status).toBe(200);
  // #endregion
});

test('be slow', async () => {
  // #region be-slow
  catalog.faults.add({ operation: 'listPets', delay: { min: 50, max: 200 } });
  const listed = app.list();
  await catalog.requests.waitFor({ operation: 'listPets' }); // it has arrived, and waits
  // #endregion
  expect(catalog.requests.list()).toMatchObject([{ status: null }]);
  expect((await listed).status).toBe(200);
});

test('wait for a request', async () => {
  // #region wait
  const added = app.add('Rex');
  const [entry] = await catalog.requests.waitFor({ operation: 'createPet', status: 201 });
  expect(entry?.requestBody).toBe('{"name":"Rex"}');
  // #endregion
  expect((await added).status).toBe(201);
});

test('run workers in parallel', async () => {
  await using shared = await startServer({ port: 0, isolate: true });
  const other = createControl({ url: shared.url, apiKey: 'another worker' });
  await other.faults.add({ status: 503 });

  // #region parallel
  const apiKey = `worker-${process.env['VITEST_POOL_ID']}`; // the app sends it as X-API-Key
  const control = createControl({ url: shared.url, apiKey });
  await control.reset();
  // #endregion
  expect(await control.faults.list()).toEqual([]);
  expect(await other.faults.list()).toHaveLength(1);
  expect(apiKey).toMatch(/^worker-\d+$/);
});

test('rewind', () => {
  // #region rewind
  const before = catalog.snapshot();
  catalog.pets.create({ name: 'Rex' });
  catalog.restore(before); // or catalog.reset(): back to how it started
  // #endregion
  expect(catalog.pets.count()).toBe(25);
  expect(catalog.snapshot()).toEqual(before);
});
