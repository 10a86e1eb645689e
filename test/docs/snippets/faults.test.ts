import { createPetCatalog } from 'pet-catalog-mock';
import { expect, test } from 'vitest';

const catalog = createPetCatalog({
  fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }, { name: 'Max' }],
});
const key = { 'X-API-Key': 'test' };
const json = { ...key, 'Content-Type': 'application/json' };

/** Stands for the app in the document. */
async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await catalog.fetch(
    new Request(`https://pets.example/v2${path}`, { headers: key, ...init }),
  );
  if (response!.type === 'error') throw new TypeError('Failed to fetch');
  return response!;
}
const app = {
  list: () => send('/pets'),
  get: (id: string) => send(`/pets/${id}`),
  add: (name: string, signal: AbortSignal | null = null) =>
    send('/pets', { method: 'POST', headers: json, body: JSON.stringify({ name }), signal }),
};

test('only some calls', async () => {
  catalog.reset();
  // #region match
  catalog.faults.add({ match: { id: 'rex' }, status: 500 });
  catalog.faults.add({ match: { body: { name: 'Rex' } }, status: 409, error: 'Rex is here' });
  expect((await app.get('rex')).status).toBe(500);
  expect((await app.add('Rex')).status).toBe(409);
  expect((await app.add('Tom')).status).toBe(201);
  // #endregion
});

test('any answer', async () => {
  catalog.reset();
  // #region answer
  catalog.faults.add({ operation: 'listPets', status: 200, body: [{ id: 7, name: null }] });
  catalog.faults.add({
    operation: 'getPet',
    status: 502,
    headers: { 'Content-Type': 'text/html', 'Retry-After': '2' },
    body: '<h1>Bad gateway</h1>',
  });
  // #endregion
  expect(await (await app.list()).json()).toEqual([{ id: 7, name: null }]);
  const page = await app.get('rex');
  expect([page.status, page.headers.get('retry-after')]).toEqual([502, '2']);
  expect(await page.text()).toBe('<h1>Bad gateway</h1>');
});

test('only the second call', async () => {
  catalog.reset();
  // #region second
  catalog.faults.add({ operation: 'listPets', status: 503, times: [2] });
  expect((await app.list()).status).toBe(200);
  expect((await app.list()).status).toBe(503);
  expect((await app.list()).status).toBe(200);
  // #endregion
});

test('combine and change', async () => {
  catalog.reset();
  // #region combine
  const slow = catalog.faults.add({ delay: { p50: 30, p99: 90 } });
  catalog.faults.add({ status: 503, times: 1 });
  expect((await app.list()).status).toBe(503); // and slow
  expect((await app.list()).status).toBe(200); // as slow

  catalog.faults.update(slow, { enabled: false }); // and back with `enabled: true`
  expect(catalog.faults.list()).toMatchObject([{ id: slow, enabled: false, hits: 2 }]);
  // #endregion
});

test('an answer that comes too late', async () => {
  catalog.reset();
  // #region late
  catalog.faults.add({ operation: 'createPet', phase: 'after', delay: 5000, times: 1 });
  // The app gives up after a second, and tries again.
  await app.add('Fido', AbortSignal.timeout(1000)).catch(() => app.add('Fido'));
  expect(catalog.pets.list().filter(({ name }) => name === 'Fido')).toHaveLength(2);
  // #endregion
});

test('an answer that is lost', async () => {
  catalog.reset();
  catalog.faults.add({ operation: 'createPet', network: 'reset', phase: 'after', times: 1 });
  await app.add('Tom').catch(() => app.add('Tom'));
  expect(catalog.requests.count({ operation: 'createPet' })).toBe(2);
  expect(catalog.pets.list().filter(({ name }) => name === 'Tom')).toHaveLength(2);
});

test('calls that are held', async () => {
  catalog.reset();
  // #region hold
  const id = catalog.faults.add({ operation: 'listPets', hold: true });
  const list = app.list();
  await catalog.requests.waitFor({ operation: 'listPets' }); // it has arrived, and waits
  // Look at the spinner, and then:
  catalog.faults.remove(id);
  expect((await list).status).toBe(200);
  // #endregion
  expect(catalog.requests.list()).toMatchObject([{ fault: id }]);
});
