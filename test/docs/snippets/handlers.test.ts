import { join } from 'node:path';
import { startServer } from 'pet-catalog-mock/server';
import { expect, test } from 'vitest';

test('a handlers file answers first, and leaves the rest to the service', async () => {
  const handlers = join(import.meta.dirname, 'handlers.mjs');
  await using server = await startServer({ port: 0, handlers });
  const headers = { 'X-API-Key': 'test', 'Content-Type': 'application/json' };

  expect(await (await fetch(`${server.url}/status`)).json()).toEqual({ open: true });
  for (const tag of ['dog', 'cat']) {
    const body = JSON.stringify({ name: 'Rex', tag });
    const response = await fetch(`${server.url}/pets`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([201, { name: 'Rex', tag }]);
  }
});
