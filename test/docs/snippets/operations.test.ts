import { join } from 'node:path';
import { startServer } from 'pet-catalog-mock/server';
import { expect, test } from 'vitest';

test('an operations file adds an operation, and replaces another', async () => {
  const operations = join(import.meta.dirname, 'operations.mjs');
  await using server = await startServer({ port: 0, pets: 2, operations });
  const headers = { 'X-API-Key': 'test' };
  const [first, second] = server.catalog.pets.list();

  const rest = await fetch(`${server.url}/pets?offset=1`, { headers });
  expect(await rest.json()).toEqual([second]);
  const gone = await fetch(`${server.url}/pets/${first!.id}`, { method: 'DELETE', headers });
  expect(gone.status).toBe(204);
  expect(server.catalog.pets.list()).toEqual([second]);
});
