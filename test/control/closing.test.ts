import { describe, expect, test } from 'vitest';
import type { Fault, RequestFilter } from '../../src/index.ts';
import { startServer, type ServerOptions } from '../../src/server.ts';
import { readEvents } from './support/events.ts';
import { arrived, routes, startedServer } from './support/started-server.ts';
import { selfSigned } from './support/self-signed.ts';
import { openSocket, openTls, requestText, sendOn, statusOf, untilClosed } from './support/tcp.ts';
import { patient } from '../support/patience.ts';

describe('closing the server', () => {
  test('may be asked for twice, and is done at the end of a block that it is used in', async () => {
    const server = await startServer({ port: 0 });
    await server[Symbol.asyncDispose]();
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
    await Promise.all([server.close(), server.close()]);
  });

  test.each([
    ['without TLS', {}, openSocket],
    ['with TLS', { tls: selfSigned }, openTls],
  ] as const)(
    'answers what is in flight, and waits for no connection that says nothing, %s',
    async (_how, options, open) => {
      const server = await startedServer(options);
      server.catalog.faults.add({ delay: 50 });
      const silent = [await openSocket(server.port), await open(server.port)].map(untilClosed);
      const busy = await open(server.port);
      const answer = untilClosed(busy);
      busy.write(requestText('GET /v2/pets?limit=0'));
      await arrived(server, { path: '/v2/pets' });
      await server.close();
      expect(statusOf(await answer)).toBe(200);
      expect(await Promise.all(silent)).toMatchObject([{ text: '' }, { text: '' }]);
    },
  );

  test('drops the connections of calls that wait in its catalogs', async () => {
    const server = await startedServer({ isolate: true });
    const { catalog } = server;
    catalog.forKey('k').faults.add({ delay: 60_000 });
    const headers = { 'X-API-Key': 'k' };
    const delayed = catalog.fetch(`${server.url}/pets`, { headers });
    await catalog.forKey('k').requests.waitFor({}, patient);
    await server.close();
    expect((await delayed)?.status).toBe(503);
  });

  test('ends event streams', async () => {
    const server = await startedServer({});
    const readers = [await readEvents(server.origin), await readEvents(server.origin)];
    await server.close();
    for (const reader of readers) expect(await reader.next()).toBeUndefined();
  });
});

test('a server that closes reads the rest of a body, and answers', async () => {
  const server = await startedServer({});
  const request = requestText('POST /v2/pets', {}, '{"name":"Rex"}');
  const { socket, seen } = await sendOn(server.port, request.slice(0, -6));
  await arrived(server, { path: '/v2/pets' });
  const closed = server.close();
  socket.write(request.slice(-6));
  expect(statusOf(await seen)).toBe(201);
  await closed;
});

/** A list that is in flight when the server closes. */
interface InFlight {
  options?: ServerOptions;
  fault?: Fault;
  /** The server closes once the journal has such a request. */
  until?: RequestFilter;
}

const inFlight: Record<string, InFlight> = {
  'a list that is delayed': { fault: { delay: 500 }, until: { fault: true } },
  'a response that dribbles': {
    options: { pets: 200 },
    fault: { network: 'dribble', delay: 600_000 },
  },
};

describe.each(routes)('a server that closes, %s', (_name, lane) => {
  test.each(Object.entries(inFlight))(
    'answers %s, whole, before it has closed',
    async (_what, { options, fault, until = { status: 200 } }) => {
      const server = await startedServer({ ...lane, ...options });
      const { faults, requests } = server.catalog;
      if (fault) faults.add(fault);
      const list = requestText('GET /v2/pets', { Connection: 'keep-alive' });
      const { seen } = await sendOn(server.port, list);
      await arrived(server, until);
      const closed = server.close().then(() => ({
        statuses: requests.list().map((entry) => entry.status),
      }));
      const { text, end } = await seen;
      const [head = '', sent = ''] = text.split('\r\n\r\n');
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      expect([String(Buffer.byteLength(sent)), end]).toEqual([length, 'end']);
      expect(await closed).toEqual({ statuses: [200] });
    },
  );
});
