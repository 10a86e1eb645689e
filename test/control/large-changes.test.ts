import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { startedServer } from './support/started-server.ts';

const many = 100_000;
const large = createPetCatalog({ pets: many, seed: 9 }).snapshot();

test('a restore of many pets that is refused late changes nothing', async () => {
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
