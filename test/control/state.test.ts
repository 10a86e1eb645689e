import { describe, expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { arrived, startedServer, type TestServer } from './support/started-server.ts';

const changes: [name: string, change: (server: TestServer) => Promise<unknown>][] = [
  ['reset', (server) => server.admin('POST /reset')],
  ['seed', (server) => server.admin('POST /seed', { body: { pets: 3 } })],
  [
    'restore',
    (server) => server.admin('PUT /snapshot', { body: createPetCatalog({ pets: 3 }).snapshot() }),
  ],
];

describe.each(changes)('%s', (_name, change) => {
  test('leaves nothing of a create whose body was still coming', async () => {
    const server = await startedServer();
    let feed!: ReadableStreamDefaultController<Uint8Array>;
    const slow = server.create('', {
      body: new ReadableStream<Uint8Array>({ start: (controller) => void (feed = controller) }),
      duplex: 'half',
    } as RequestInit);
    feed.enqueue(new TextEncoder().encode('{"name":'));
    await arrived(server, '/v2/pets');
    await change(server);
    feed.enqueue(new TextEncoder().encode('"Rex"}'));
    feed.close();
    expect((await slow).status).toBe(503);
    expect(server.catalog.pets.list().map(({ name }) => name)).not.toContain('Rex');
  });

  test('is seen whole or not at all by a list that is being sent', async () => {
    const server = await startedServer({ pets: 6000 });
    const before = server.catalog.pets.list();
    const lists = Array.from({ length: 4 }, () => server.call('/pets'));
    await arrived(server, '/v2/pets', 1);
    await change(server);
    const after = server.catalog.pets.list();
    for (const list of lists) {
      const pets = (await (await list).json()) as unknown[];
      expect([before.length, after.length]).toContain(pets.length);
      expect(pets).toEqual(pets.length === before.length ? before : after);
    }
  });
});
