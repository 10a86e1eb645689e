import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { ServerOptions } from '../../src/server.ts';
import { selfSigned } from './support/self-signed.ts';
import { lanes, startedServer } from './support/started-server.ts';
import { openSocket, openTls, requestText, sendRaw, untilClosed } from './support/tcp.ts';

/** A server with a list that is more than two kernels hold between them, and little patience. */
function impatientServer(options: ServerOptions = {}, stallTime = 100) {
  const fixtures = Array.from({ length: 64 }, () => ({ name: 'x'.repeat(512 * 1024) }));
  return startedServer({ fixtures, ...options }, { stallTime, handshakeTime: 100 });
}

/** A client that asks for the list, and has the beginning of it. */
async function reader(port: number, open: typeof openSocket = openSocket) {
  const socket = await open(port);
  socket.write(requestText('GET /v2/pets'));
  await once(socket, 'readable');
  return socket;
}

test.each([...lanes, ['over TLS', { tls: selfSigned }]] as const)(
  'a client that takes nothing of a list is cut, %s',
  async (_lane, options) => {
    const server = await impatientServer(options);
    const socket = await reader(server.port, 'tls' in options ? openTls : openSocket);
    // Had it waited, all would come now.
    await expect.poll(() => server.connections.size).toBe(0);
    const { text } = await untilClosed(socket.resume());
    expect(text.length).toBeLessThan(64 * 512 * 1024);
  },
);

test('a client that takes a little now and then is not, nor one that waits for its answer', async () => {
  // The one that takes a little does so a hundred times in that time.
  const { port, catalog, connections } = await impatientServer({}, 1000);
  const slow = await reader(port);
  await reader(port);
  catalog.faults.add({ network: 'hang' });
  const hanging = await openSocket(port);
  hanging.write(requestText('GET /v2/pets'));
  await expect.poll(() => catalog.requests.count()).toBe(3);
  const take = () => {
    slow.read();
    return connections.size;
  };
  await expect.poll(take, { interval: 10 }).toBe(2);
  // What is not taken yet is not made yet.
  for (const { writableLength } of connections) expect(writableLength).toBeLessThan(4 * 1024 ** 2);
  expect(slow.closed || hanging.closed).toBe(false);
});

test('a handshake of TLS that stops is closed', async () => {
  const server = await impatientServer({ tls: selfSigned });
  // A record of the handshake that announces more than what comes.
  const begun = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]);
  const seen = await Promise.all(
    ['', begun, 'GET / HTTP/1.1\r\n\r\n'].map((bytes) => sendRaw(server.port, bytes)),
  );
  // No HTTP before there is TLS.
  expect(seen.map(({ text }) => text.includes('HTTP'))).toEqual([false, false, false]);
});
