import { describe, expect, test } from 'vitest';
import { arrived, startedServer, waitingIn } from './support/started-server.ts';
import { openSocket, requestText, sendRaw, statusOf, untilClosed } from './support/tcp.ts';
import { patient } from '../support/patience.ts';

const body = '{"name":"Rex"}';

const requests = {
  createPet: requestText('POST /v2/pets', {}, body),
  getPet: requestText('GET /v2/pets/nobody'),
  listPets: requestText('GET /v2/pets'),
} as const;
const operations = Object.keys(requests) as (keyof typeof requests)[];

describe.each(operations)('a network fault of %s, seen by a TCP client', (operation) => {
  test('reset: the connection is reset', async () => {
    const server = await startedServer();
    server.catalog.faults.add({ operation, network: 'reset', times: 1 });
    expect(await sendRaw(server.port, requests[operation])).toEqual({
      text: '',
      end: 'ECONNRESET',
    });
    expect(statusOf(await sendRaw(server.port, requests[operation]))).toBeDefined();
  });

  test('empty: the connection is closed in order, with not one byte', async () => {
    const server = await startedServer();
    server.catalog.faults.add({ operation, network: 'empty', times: 1 });
    expect(await sendRaw(server.port, requests[operation])).toEqual({ text: '', end: 'end' });
    expect(statusOf(await sendRaw(server.port, requests[operation]))).toBeDefined();
  });

  test('truncate: less comes than is declared', async () => {
    const server = await startedServer();
    server.catalog.faults.add({ operation, network: 'truncate', times: 1 });
    const { text, end } = await sendRaw(server.port, requests[operation]);
    const [head = '', half = ''] = text.split('\r\n\r\n');
    const declared = Number(/\r\ncontent-length: (\d+)/i.exec(head)![1]);
    expect(head).toMatch(/^HTTP\/1\.1 (?:200|201|404) /);
    expect(half.length).toBeGreaterThan(0);
    expect(half.length).toBeLessThan(declared);
    expect(end).toBe('end');
  });

  test('hang: nothing comes until the client gives up', async () => {
    const server = await startedServer();
    server.catalog.faults.add({ operation, network: 'hang', times: 1 });
    const socket = await openSocket(server.port);
    const seen = untilClosed(socket);
    socket.write(requests[operation]);
    await server.catalog.requests.waitFor({ operation }, patient);
    // Another request is served meanwhile.
    expect((await server.call('/pets?limit=0')).status).toBe(200);
    socket.destroy();
    expect(await seen).toEqual({ text: '', end: 'end' });
    await expect
      .poll(() => server.catalog.requests.list({ operation })[0])
      .toMatchObject({ status: null, durationMs: expect.any(Number) as number });
  });
});

describe('a network fault, seen by fetch', () => {
  test.each([
    ['reset', 'ECONNRESET'],
    ['empty', 'UND_ERR_SOCKET'],
  ] as const)('%s fails the call with %s', async (network, code) => {
    const server = await startedServer();
    server.catalog.faults.add({ network });
    await expect(server.call('/pets')).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code },
    });
  });

  test('truncate fails as the body is read', async () => {
    const server = await startedServer();
    server.catalog.faults.add({ network: 'truncate' });
    const response = await server.call('/pets');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });
});

test('a long list is truncated too', async () => {
  const server = await startedServer({ pets: 5000 });
  server.catalog.faults.add({ network: 'truncate' });
  const { text } = await sendRaw(server.port, requests.listPets);
  const [head = '', half = ''] = text.split('\r\n\r\n');
  const declared = Number(/\r\ncontent-length: (\d+)/i.exec(head)![1]);
  expect(Buffer.byteLength(half)).toBe(Math.floor(declared / 2));
});

test('the answer to HEAD, which has no body, is closed all the same', async () => {
  const server = await startedServer();
  server.catalog.faults.add({ network: 'truncate' });
  const { text, end } = await sendRaw(server.port, requestText('HEAD /v2/pets'));
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(end).toBe('end');
});

describe('a hang', () => {
  test.each([true, false])(
    'of a create whose fault came during its body ends with its client (fast lane: %s)',
    async (fastLane) => {
      const server = await startedServer({ fastLane });
      const socket = await openSocket(server.port);
      const seen = untilClosed(socket);
      socket.write(requests.createPet.slice(0, -5));
      await arrived(server, '/v2/pets');
      server.catalog.faults.add({ network: 'hang' });
      socket.write(requests.createPet.slice(-5));
      await waitingIn(server);
      socket.destroy();
      await seen;
      await expect
        .poll(() => server.catalog.requests.list()[0]!.durationMs)
        .toEqual(expect.any(Number));
    },
  );
});
