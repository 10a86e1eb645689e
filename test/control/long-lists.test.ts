import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, startServer, type PetCatalogServer } from '../../src/server.ts';
import { listen } from '../support/hosts-over-http.ts';

/** One pet more than a text of the engine could hold, at a megabyte each. */
const fixtures = Array.from({ length: 513 }, (_, index) => ({
  id: String(index),
  name: 'x'.repeat(1024 * 1024),
}));
const length = fixtures.reduce((sum, { id, name }) => sum + name.length + id.length + 29, 1);

// The two lanes have one catalog, as it takes seconds to fill.
let server: PetCatalogServer;
let app: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  server = await startServer({ port: 0, fixtures });
  app = await listen(createApp(server.catalog, { log: 'none' }));
});
afterAll(() => Promise.all([server.close(), app.close()]));

const lanes = [
  ['with the fast lane', () => server.port],
  ['without the fast lane', () => app.port],
] as const;

test.each(lanes)(
  'a list that is longer than any text is answered whole, and cut in half by truncate, %s',
  async (_lane, port) => {
    const whole = await list(port());
    expect(whole.headers['content-length']).toBe(String(length));
    expect([await countBytes(whole), whole.complete]).toEqual([length, true]);
    server.catalog.faults.add({ network: 'truncate', times: 1 });
    const half = await list(port());
    expect([await countBytes(half), half.complete]).toEqual([Math.floor(length / 2), false]);
  },
);

async function list(port: number): Promise<IncomingMessage> {
  const request = get({ port, path: '/v2/pets', headers: { 'X-API-Key': 'k' }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

/** How many bytes come until the connection closes. */
async function countBytes(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('error', () => {});
  await new Promise((resolve) => response.on('close', resolve));
  return bytes;
}
