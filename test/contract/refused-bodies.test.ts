import { once } from 'node:events';
import type { Socket } from 'node:net';
import { http, HttpResponse } from 'msw';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonOf } from '../support/answer.ts';
import { startServer, type PetCatalogServer, type ServerOptions } from '../../src/server.ts';
import { lanes as serverLanes, startedServer } from '../control/support/started-server.ts';
import { head, host, json, key, maxBodyBytes } from '../support/raw-server.ts';
import { withSocket } from '../support/raw-socket.ts';

const lanes: [string, ServerOptions][] = [
  ...serverLanes,
  [
    "with handlers of the user's",
    { handlers: [http.get('*/v2/status', () => HttpResponse.json({ open: true }))] },
  ],
];

/** What is answered without the body: request line, headers, status. */
const refused: [what: string, status: number, line: string, headers: string[]][] = [
  ['an unknown path', 404, 'POST /nope', []],
  ['a missing key', 401, 'POST /v2/pets', [json]],
  ['another type', 415, 'POST /v2/pets', [key]],
  ['a method that is not allowed', 405, 'PUT /v2/pets', [key]],
  ['a read', 200, 'GET /v2/pets', [key]],
  ['the API reference', 200, 'GET /docs', []],
  ['the index', 200, 'GET /', []],
  ['a stream of events', 400, 'GET /__admin/events', [json]],
  ['a control of another type', 415, 'POST /__admin/seed', []],
  ['an unknown control', 404, 'POST /__admin/nope', []],
  ['a control by another method', 405, 'DELETE /__admin/seed', []],
  ['a control of another site', 403, 'POST /__admin/reset', ['Origin: http://a.example']],
];

/**
 * Sends a text again and again, as fast as the server takes it, for as long as it does. Gives whether
 * it took no more than the two kernels hold between them, and not a body that is read for ever.
 */
function flood(socket: Socket, text: string): () => boolean {
  const more = () => void (socket.writable && socket.write(text) && setImmediate(more));
  socket.on('drain', more);
  more();
  return () => socket.bytesWritten - socket.writableLength < 32 * 1024 * 1024;
}

// In all lanes at once, as the server waits a while for such a body.
test('a body that is announced and never sent has its connection closed', async () => {
  const connections = lanes.map(async ([, options]) => {
    const server = await startedServer(options);
    await withSocket(server.port, async ({ write, read, ended }) => {
      write(head('POST /nope HTTP/1.1', host, 'Content-Length: 10'));
      expect((await read()).status).toBe(404);
      expect(await ended()).toBe('');
      // The client keeps its own side open.
      await expect.poll(() => server.connections.size).toBe(0);
    });
  });
  await Promise.all(connections);
});

describe.each(lanes)('a body that nobody wants, %s', (_lane, options) => {
  let server: PetCatalogServer;
  beforeAll(async () => {
    server = await startServer({ ...options, pets: 3, maxBodyBytes, port: 0 });
  });
  afterAll(() => server.close());

  // All at once, as the server gives each client some time to read its answer.
  test('without an end: the answer comes at once, and the body is not read on', async () => {
    const chunked = 'Transfer-Encoding: chunked';
    const create = 'POST /v2/pets';
    const all: typeof refused = [
      ...refused.map(([what, status, line, headers]): (typeof refused)[number] => [
        what,
        status,
        line,
        [...headers, chunked],
      ]),
      ['a pet that is too large', 413, create, [key, json, chunked]],
      ['another expectation', 417, create, [key, json, chunked, 'Expect: more']],
      ['another coding', 501, create, [key, json, 'Transfer-Encoding: gzip']],
    ];
    const seen = all.map(([what, , line, headers]) =>
      withSocket(server.port, async ({ socket, write, read, ended }) => {
        write(head(`${line} HTTP/1.1`, host, ...headers));
        const isCut = flood(socket, `4000\r\n${'x'.repeat(0x4000)}\r\n`);
        const answer = await read();
        await ended();
        return [what, answer.status, isCut()];
      }),
    );
    expect(await Promise.all(seen)).toEqual(all.map(([what, status]) => [what, status, true]));
  });

  test('behind what is refused without a look at a body: no more of it is read', async () => {
    const chunked = 'Transfer-Encoding: chunked';
    const post = (...headers: string[]) => head('POST /v2/pets HTTP/1.1', host, json, ...headers);
    const all: [what: string, bytes: string][] = [
      ['an unknown method', head('FOO /v2/pets HTTP/1.1', host)],
      ['CONNECT', head('CONNECT /v2/pets HTTP/1.1', host)],
      ['no HTTP', 'hello\r\n\r\n'],
      ['a length that is none', post('Content-Length: x')],
      ['a length beside chunks', post('Content-Length: 1', chunked)],
      ['a bad chunk', `${post(chunked)}zz\r\n`],
      ['another coding', post(key, 'Transfer-Encoding: gzip')],
      ['a head that is too large', post(`X-Long: ${'x'.repeat(20_000)}`)],
      [
        'no WebSocket',
        head('GET /__admin/socket HTTP/1.1', host, 'Upgrade: websocket', 'Connection: Upgrade'),
      ],
    ];
    const seen = all.map(([what, bytes]) =>
      withSocket(server.port, async ({ socket, write, read }) => {
        const closed = once(socket, 'close');
        write(bytes);
        expect((await read()).status).toBeGreaterThanOrEqual(400);
        const isCut = flood(socket, 'x'.repeat(0x10000));
        await closed.catch(() => {});
        return [what, isCut()];
      }),
    );
    expect(await Promise.all(seen)).toEqual(all.map(([what]) => [what, true]));
  });

  test.each(refused)(
    'of %s, announced and never sent: the answer comes at once, and the body is not asked for',
    async (_what, status, line, headers) => {
      const isRefused = status >= 400;
      for (const expecting of isRefused ? [[], ['Expect: 100-continue']] : [[]]) {
        await withSocket(server.port, async ({ write, read, ended }) => {
          const lines = [host, ...headers, 'Content-Length: 10', ...expecting];
          write(head(`${line} HTTP/1.1`, ...lines));
          const answer = await read();
          expect(answer.status).toBe(status);
          if (isRefused) expect(jsonOf(answer)).toEqual({ error: expect.any(String) as string });
          if (expecting.length === 0) return;
          expect(answer.headers['connection']).toBe('close');
          expect(await ended()).toBe('');
        });
      }
    },
  );

  test('is taken to its end where the answer says that the connection closes', async () => {
    await withSocket(server.port, async ({ socket, write, read, ended }) => {
      const errors: Error[] = [];
      socket.on('error', (error) => errors.push(error));
      write(head('POST /v2/pets HTTP/1.1', host, 'Connection: close', 'Content-Length: 500000'));
      write('x'.repeat(250_000));
      const answer = await read();
      expect([answer.status, answer.headers['connection']]).toEqual([401, 'close']);
      await ended();
      // A reset in reply to it could cost the client an answer that it has not read yet.
      socket.end('x'.repeat(250_000));
      await once(socket, 'close');
      expect(errors).toEqual([]);
    });
  });
});
