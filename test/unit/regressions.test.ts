import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { startServer } from '../../src/server.ts';

test('the journal masks a configured key that a client puts into the query or the path', async () => {
  const catalog = createPetCatalog({ apiKeys: ['api-key-123456'] });
  for (const path of ['pets?k=api-key-123456', 'pets/api-key-123456']) {
    await catalog.fetch(new Request(`http://localhost/v2/${path}`));
  }
  const seen = JSON.stringify(catalog.requests.list());
  expect(seen).not.toContain('api-key-123456');
  expect(catalog.requests.list().map(({ path, query }) => [path, query])).toEqual([
    ['/v2/pets', 'k=ap…56'],
    ['/v2/pets/ap…56', ''],
  ]);
});

test('an IPv6 address may be given as a URL writes it', async () => {
  const server = await startServer({ host: '[::1]', port: 0 });
  try {
    expect(server.url).toBe(`http://[::1]:${server.port}/v2`);
    const health = await fetch(`http://[::1]:${server.port}/__admin/health`);
    expect(health.status).toBe(200);
  } finally {
    await server.close();
  }
});
