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

test.each([
  ['does nothing', { id: 'fault-1', calls: 0, hits: 0 }],
  ['has an error without a status', { id: 'fault-1', error: 'x', delay: 1, calls: 0, hits: 0 }],
  ['has been used up', { id: 'fault-1', status: 500, times: 1, calls: 1, hits: 1 }],
])('a snapshot with a fault that %s is refused, and nothing has changed', (_what, fault) => {
  const catalog = createPetCatalog({ pets: 2 });
  const before = catalog.snapshot();
  expect(() => catalog.restore({ ...before, pets: [], faults: [fault] })).toThrow(/faults\[0\]/);
  expect(catalog.snapshot()).toEqual(before);
});

test('what the engine says of bad JSON comes on one line', async () => {
  const catalog = createPetCatalog();
  const response = await catalog.fetch(
    new Request('http://localhost/v2/pets', {
      method: 'POST',
      headers: { 'X-API-Key': 'k', 'Content-Type': 'application/json' },
      body: '\0\n',
    }),
  );
  const { error } = (await response!.json()) as { error: string };
  expect(response!.status).toBe(400);
  expect(error).toMatch(/^The request body is not valid JSON: .*\\u0000.*$/);
});
