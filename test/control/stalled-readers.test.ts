import { once } from 'node:events';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { clientLimits } from '../../src/server/client-limits.ts';
import { start } from '../../src/server/start.ts';
import type { ServerOptions } from '../../src/server.ts';
import { selfSigned } from './support/self-signed.ts';
import { openSocket, requestText, untilClosed } from './support/tcp.ts';

/** A server with a list that is more than two kernels hold between them, and little patience. */
async function impatientServer(options: ServerOptions = {}, stallTime = 100) {
  const fixtures = Array.from({ length: 64 }, () => ({ name: 'x'.repeat(512 * 1024) }));
  const limits = { ...clientLimits, stallTime, handshakeTime: 100 };
  const server = await start({ port: 0, fixtures, ...options }, { limits });
  onTestFinished(() => server.close());
  return server;
}

test.each([
  ['with the fast lane', {}],
  ['without the fast lane', { fastLane: false }],
])('a client that takes nothing of a list is cut, %s', async (_lane, options) => {
  const server = await impatientServer(options);
  const socket = await openSocket(server.port);
  socket.write(requestText('GET /v2/pets'));
  await once(socket, 'readable');
  // Had it waited, all would come now.
  await expect.poll(() => server.connections.size).toBe(0);
  const { text } = await untilClosed(socket.resume());
  expect(text.length).toBeLessThan(64 * 512 * 1024);
});

test('a client over TLS that takes nothing is cut', async () => {
  const server = await impatientServer({ tls: selfSigned });
  const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  socket.write(requestText('GET /v2/pets'));
  await once(socket, 'readable');
  await expect.poll(() => server.connections.size).toBe(0);
});

test('a client that takes a little now and then is not, nor one that waits for its answer', async () => {
  // The one that takes a little does so a hundred times in that time.
  const server = await impatientServer({}, 1000);
  const { faults } = server.service.catalogs.common;
  const slow = await openSocket(server.port);
  slow.write(requestText('GET /v2/pets'));
  await once(slow, 'readable');
  const stalled = await openSocket(server.port);
  stalled.write(requestText('GET /v2/pets'));
  await once(stalled, 'readable');
  faults.add({ network: 'hang' });
  const hanging = await openSocket(server.port);
  hanging.write(requestText('GET /v2/pets'));
  await expect.poll(() => server.service.catalogs.common.requests.count()).toBe(3);
  await expect
    .poll(
      () => {
        slow.read();
        return server.connections.size;
      },
      { interval: 10 },
    )
    .toBe(2);
  expect(slow.closed || hanging.closed).toBe(false);
});

test('a handshake of TLS that stops is closed', async () => {
  const server = await impatientServer({ tls: selfSigned });
  const silent = untilClosed(await openSocket(server.port));
  const begun = await openSocket(server.port);
  // A record of the handshake that announces more than what comes.
  begun.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
  const garbage = await openSocket(server.port);
  garbage.write('GET / HTTP/1.1\r\n\r\n');
  const seen = await Promise.all([silent, untilClosed(begun), untilClosed(garbage)]);
  // No HTTP before there is TLS.
  expect(seen.map(({ text }) => text.includes('HTTP'))).toEqual([false, false, false]);
});
