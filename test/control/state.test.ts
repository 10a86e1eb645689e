import { expect, test } from 'vitest';
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

test.each(changes)(
  '%s leaves nothing of a create whose body was still coming',
  async (_name, change) => {
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
  },
);
