import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import { readEvents } from './support/events.ts';
import { arrived, startedServer } from './support/started-server.ts';
import { selfSigned } from './support/self-signed.ts';
import { openSocket, requestText, statusOf, untilClosed } from './support/tcp.ts';

/**
 * Less than the 5 seconds after which the server cuts what is left: a close that takes so long has
 * waited for nothing else. It is no measure of speed.
 */
const beforeForce = { timeout: 4500 };

describe('closing the server', () => {
  test('may be asked for twice', async () => {
    const server = await startedServer();
    await Promise.all([server.close(), server.close()]);
    await server.close();
    await expect(server.call('/pets')).rejects.toThrow('fetch failed');
  });

  test('closes connections on which nothing was ever sent', beforeForce, async () => {
    const server = await startedServer();
    const seen = untilClosed(await openSocket(server.port));
    await server.call('/pets');
    await server.close();
    expect(await seen).toMatchObject({ text: '' });
  });

  test('ends hanging requests at once', beforeForce, async () => {
    const server = await startedServer();
    server.catalog.faults.add({ network: 'hang' });
    const hanging = [1, 2, 3].map(() => server.call('/pets').catch(() => 'cut'));
    await arrived(server, '/v2/pets', 3);
    await server.close();
    expect(await Promise.all(hanging)).toEqual(['cut', 'cut', 'cut']);
  });

  test('answers what is delayed', beforeForce, async () => {
    const server = await startedServer();
    server.catalog.faults.add({ delay: 100 });
    const slow = server.call('/pets');
    await arrived(server, '/v2/pets');
    await server.close();
    expect((await slow).status).toBe(200);
  });

  test('ends what waits in its catalogs with no connection', beforeForce, async () => {
    const server = await startedServer({ isolate: true });
    const { catalog } = server;
    catalog.forKey('k').faults.add({ delay: 60_000 });
    const headers = { 'X-API-Key': 'k' };
    const delayed = catalog.fetch(`${server.url}/pets`, { headers });
    await catalog.forKey('k').requests.waitFor();
    await server.close();
    expect((await delayed)?.status).toBe(503);
  });

  test('is done at the end of a block that it is used in', beforeForce, async () => {
    const server = await startServer({ port: 0 });
    await server[Symbol.asyncDispose]();
    await expect(fetch(server.url)).rejects.toThrow(/fetch/);
    await server.close();
  });

  test('ends event streams', beforeForce, async () => {
    const server = await startedServer();
    const readers = [await readEvents(server.origin), await readEvents(server.origin)];
    await server.close();
    for (const reader of readers) expect(await reader.next()).toBeUndefined();
  });

  test('survives requests that end after the event streams have', async () => {
    const server = await startedServer();
    const socket = await openSocket(server.port);
    // A reader that takes nothing: its stream cannot finish before the connection is cut.
    socket.pause();
    socket.write(requestText('GET /__admin/events'));
    server.catalog.faults.add({ delay: 50, times: 1 });
    await server.admin('GET /health');
    const slow = server.create('x'.repeat(10_000));
    await arrived(server, '/v2/pets');
    for (let turn = 0; turn < 40; turn++) {
      await server.catalog.fetch(
        new Request('http://pets.example/v2/pets', {
          method: 'POST',
          headers: { 'X-API-Key': 'k', 'Content-Type': 'application/json' },
          body: JSON.stringify({ name: 'x'.repeat(16_000) }),
        }),
      );
    }
    await server.close();
    expect((await slow).status).toBe(201);
  });

  test('refuses to wait in a request that comes while it closes', beforeForce, async () => {
    const server = await startedServer();
    server.catalog.faults.add({ delay: 100 });
    const socket = await openSocket(server.port);
    const seen = untilClosed(socket);
    const head = 'Host: 127.0.0.1\r\nX-API-Key: k\r\n\r\n';
    socket.write(
      `GET /v2/pets?limit=0 HTTP/1.1\r\n${head}` +
        `GET /__admin/requests/wait?status=500&timeout=60000 HTTP/1.1\r\n${head}` +
        `GET /__admin/events HTTP/1.1\r\n${head}`,
    );
    await arrived(server, '/v2/pets');
    await server.close();
    const { text } = await seen;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

test(
  'a server that closes answers one more request of a connection, and no more',
  beforeForce,
  async () => {
    const server = await startedServer();
    server.catalog.faults.add({ delay: 500, times: 1 });
    const socket = await openSocket(server.port);
    const seen = untilClosed(socket);
    const keepAlive = { Connection: 'keep-alive' };
    socket.write(requestText('GET /v2/pets?limit=1', keepAlive));
    await arrived(server, '/v2/pets');
    const closed = server.close();
    socket.write(requestText('GET /v2/pets?limit=2', keepAlive).repeat(2));
    await closed;
    expect((await seen).text.match(/HTTP\/1\.1 200|Connection: [\w-]+/g)).toEqual([
      'HTTP/1.1 200',
      'Connection: keep-alive',
      'HTTP/1.1 200',
      'Connection: close',
    ]);
  },
);

describe('closing a server with TLS', () => {
  test(
    'answers what is in flight, and waits for no connection that says nothing',
    beforeForce,
    async () => {
      const server = await startServer({ port: 0, tls: selfSigned });
      onTestFinished(() => server.close());
      server.catalog.faults.add({ delay: 50 });
      const before = untilClosed(await openSocket(server.port));
      const idle = await openTls(server.port);
      const idleEnd = untilClosed(idle);
      const busy = await openTls(server.port);
      const answer = untilClosed(busy);
      busy.write(requestText('GET /v2/pets?limit=0'));
      await arrived(server, '/v2/pets');
      await server.close();
      expect(statusOf(await answer)).toBe(200);
      expect(await before).toMatchObject({ text: '' });
      expect(await idleEnd).toMatchObject({ text: '' });
    },
  );

  test('cuts a handshake that was only begun', async () => {
    const server = await startServer({ port: 0, tls: selfSigned });
    onTestFinished(() => server.close());
    const socket = await openSocket(server.port);
    const seen = untilClosed(socket);
    // A record of the handshake that announces more than what comes.
    socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
    await openTls(server.port);
    await server.close();
    expect((await seen).text).toBe('');
  });
});

async function openTls(port: number): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  return socket;
}
