import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type PetCatalogServer } from '../../src/server.ts';

/** One pet more than a text of the engine could hold, at a megabyte each. */
const fixtures = Array.from({ length: 513 }, (_, index) => ({
  id: String(index),
  name: 'x'.repeat(1024 * 1024),
}));
const length = fixtures.reduce((sum, { id, name }) => sum + name.length + id.length + 29, 1);

describe.each([
  ['with the fast lane', true],
  ['without the fast lane', false],
])('a list that is longer than any text, %s', (_lane, fastLane) => {
  let server: PetCatalogServer;
  beforeAll(async () => {
    server = await startServer({ port: 0, fixtures, fastLane });
  });
  afterAll(() => server.close());

  test('is answered whole', async () => {
    const response = await list(server);
    expect(response.headers['content-length']).toBe(String(length));
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(bytes).toBe(length);
  });

  test('is cut in half by truncate', async () => {
    server.catalog.faults.add({ network: 'truncate', times: 1 });
    const response = await list(server);
    let bytes = 0;
    response.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('error', () => {});
    await new Promise((resolve) => response.on('close', resolve));
    expect([response.complete, bytes]).toEqual([false, Math.floor(length / 2)]);
  });
});

async function list({ port }: PetCatalogServer): Promise<IncomingMessage> {
  const request = get({ port, path: '/v2/pets', headers: { 'X-API-Key': 'k' }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}
