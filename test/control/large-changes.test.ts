import { describe, expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { startedServer, type TestServer } from './support/started-server.ts';

const many = 100_000;
const large = createPetCatalog({ pets: many, seed: 9 }).snapshot();

/** What health said of the number of pets while something was going on. */
async function seenDuring(server: TestServer, work: Promise<unknown>): Promise<number[]> {
  const seen: number[] = [];
  let isDone = false;
  void work.finally(() => (isDone = true));
  for (;;) {
    const { json } = await server.admin('GET /health');
    if (isDone) return seen;
    seen.push((json as { pets: number }).pets);
  }
}

describe('a change of many pets', () => {
  test.each<[string, (server: TestServer) => Promise<{ status: number }>]>([
    ['a seed', (server) => server.admin('POST /seed', { body: { pets: many } })],
    ['a restore', (server) => server.admin('PUT /snapshot', { body: large })],
    [
      'a seed of exact pets',
      (server) => server.admin('POST /seed', { body: { fixtures: large.pets } }),
    ],
  ])('lets others be answered, who see all of it or nothing: %s', async (_what, change) => {
    const server = await startedServer({ pets: 3 });
    const changing = change(server);
    const seen = await seenDuring(server, changing);
    expect((await changing).status).toBeLessThan(300);
    expect(seen.length).toBeGreaterThan(5);
    expect(new Set([...seen, 3, many])).toEqual(new Set([3, many]));
    expect(server.catalog.pets.count()).toBe(many);
  });

  test('takes effect before those that came after it', async () => {
    const server = await startedServer({ pets: 3 });
    const first = server.admin('POST /seed', { body: { pets: many } });
    await server.admin('GET /health');
    const second = server.admin('POST /seed', { body: { pets: 5 } });
    expect((await Promise.all([first, second])).map(({ json }) => json)).toEqual([
      { pets: many },
      { pets: 5 },
    ]);
    expect(server.catalog.pets.count()).toBe(5);
  });

  test('is undone by a reset that came after it, and waited for it', async () => {
    const server = await startedServer({ pets: 3 });
    const seeding = server.admin('POST /seed', { body: { pets: many } });
    await server.admin('GET /health');
    expect((await server.admin('POST /reset')).status).toBe(204);
    expect((await seeding).json).toEqual({ pets: many });
    expect(server.catalog.pets.count()).toBe(3);
  });

  test('of one key does not wait for that of another', async () => {
    const server = await startedServer({ pets: 3, isolate: true });
    const as = (key: string) => ({ 'X-API-Key': key });
    let isSeeded = false;
    const seeding = server
      .admin('POST /seed', { body: { pets: many }, headers: as('one') })
      .finally(() => (isSeeded = true));
    await server.admin('GET /health');
    await server.admin('POST /reset', { headers: as('other') });
    expect(isSeeded).toBe(false);
    await seeding;
  });

  test('that is refused late changes nothing, and holds up nobody behind it', async () => {
    const server = await startedServer({ pets: 3 });
    const before = server.catalog.snapshot();
    const bad = { ...large, pets: [...large.pets, { name: 'Rex', tag: 7, id: 'rex' }] };
    const answer = await server.admin('PUT /snapshot', { body: bad });
    expect(answer).toMatchObject({
      status: 400,
      json: { error: `snapshot: "pets[${many}].tag" must be a string, not 7` },
    });
    expect(server.catalog.snapshot()).toEqual(before);
    expect((await server.admin('POST /reset')).status).toBe(204);
  });

  test('whose client goes before it is done changes nothing', async () => {
    const server = await startedServer({ pets: 3 });
    const controller = new AbortController();
    const seeding = server
      .admin('POST /seed', { body: { pets: many }, signal: controller.signal })
      .catch(() => 'gone');
    await server.admin('GET /health');
    controller.abort();
    expect(await seeding).toBe('gone');
    // It comes behind what is left of the seed.
    expect((await server.admin('POST /reset')).status).toBe(204);
    expect(server.catalog.pets.count()).toBe(3);
  });
});

test('a snapshot of many pets is sent with its length, and as they were', async () => {
  const server = await startedServer({ pets: many });
  const before = server.catalog.snapshot();
  const response = await fetch(`${server.origin}/__admin/snapshot`);
  server.catalog.pets.create({ name: 'Rex' });
  const bytes = await response.arrayBuffer();
  expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(before);

  const head = await fetch(`${server.origin}/__admin/snapshot`, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(bytes.byteLength);
});

test('a snapshot of no pets is well-formed, too', async () => {
  const server = await startedServer({ fixtures: [] });
  const { json, headers } = await server.admin('GET /snapshot');
  expect(json).toEqual(server.catalog.snapshot());
  expect(headers.get('content-length')).toBe(String(JSON.stringify(json).length));
});
