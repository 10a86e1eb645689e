import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { createApp } from '../../src/server.ts';
import { controlLimits } from '../../src/server/admin/read-json.ts';
import type { ClientLimits } from '../../src/server/client-limits.ts';
import { openSocket, requestText, sendOn, sendRaw, statusOf, untilClosed } from './support/tcp.ts';
import { lanes, listening, startedServer } from './support/started-server.ts';
import { withSocket } from '../support/raw-socket.ts';

/** Of Node, which has no name for it. */
const maxChunkExtensions = 16 * 1024;
const keepAlive = { Connection: 'keep-alive' };
/** So long that what is read at once, 64 KiB, holds few of them. */
const long = (line: string) => requestText(line, { ...keepAlive, 'X-Long': 'x'.repeat(1000) });

/** Far more than are taken, in far more bytes than are read at once. */
const flood = (line: string) => long(line).repeat(5000);

test.each(lanes)('requests that wait are not taken without end, %s', async (_lane, options) => {
  const server = await startedServer(options, { stallTime: 100 });
  server.catalog.faults.add({ operation: 'getPet', network: 'hang' });
  expect((await sendRaw(server.port, flood('GET /v2/pets/x'))).text).toBe('');
  // A hundred, and those that were read together with them.
  expect(server.catalog.requests.list().at(-1)!.id).toBeLessThan(500);
});

test('a flood is answered whole when its client reads, on a server of another app, too', async () => {
  const { port } = await listening(createApp(createPetCatalog({ pets: 3 }), { log: 'none' }));
  const count = 300;
  const many = long('GET /v2/pets/x').repeat(count) + requestText('GET /v2/pets');
  const { text } = await sendRaw(port, many);
  expect(text.match(/HTTP\/1\.1 404 /g)).toHaveLength(count);
  expect(text).toContain('HTTP/1.1 200 ');
});

test('a key after more headers than Node takes by default is read', async () => {
  const { port } = await startedServer();
  const many = Array.from({ length: 2100 }, (_, index) => `${index.toString(36)}:\r\n`).join('');
  const head = `Host: x\r\n${many}X-API-Key: k\r\nConnection: close\r\n\r\n`;
  expect(statusOf(await sendRaw(port, `GET /v2/pets HTTP/1.1\r\n${head}`))).toBe(200);
});

const unfinished = { 'Content-Type': 'application/json', 'Content-Length': '100' };
test.each<[text: string, limits: Partial<ClientLimits>]>([
  ['', { headTime: 50 }],
  ['GET /v2/pets HTTP/1.1\r\nHost: x\r\nX-', { headTime: 50 }],
  [`${requestText('POST /v2/pets', unfinished)}{"name":"`, { headTime: 50, requestTime: 100 }],
])('a client that sends no more than %j is told so and disconnected', async (text, limits) => {
  const server = await startedServer({}, limits);
  const seen = await sendRaw(server.port, text);
  expect(statusOf(seen)).toBe(408);
  expect(seen.text).toContain('{"error":"The request did not arrive in time"}');
  expect(server.catalog.pets.count()).toBe(25);
});

test('a connection on which no other request comes is closed', async () => {
  const server = await startedServer({}, { idleTime: 50 });
  expect(await server.raw('GET /v2/pets/x', keepAlive)).toMatchObject({ status: 404, end: 'end' });
});

test('the server closes although a client reads nothing, and another sends nothing', async () => {
  const server = await startedServer({}, { drainTime: 50 });
  server.catalog.faults.add({ delay: 60_000 });
  const { seen } = await sendOn(server.port, 'GET /v2/pets HTTP/1.1\r\nHost: x\r\nX-');
  const flooding = await openSocket(server.port);
  flooding.write(flood('GET /v2/pets'));
  await expect.poll(() => server.catalog.requests.count()).toBe(1);
  await server.close();
  expect((await seen).text).toBe('');
  await untilClosed(flooding);
});

test.each([
  ['a CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  [
    'a WebSocket without a key',
    requestText('GET /__admin/socket', { Connection: 'Upgrade', Upgrade: 'websocket' }),
  ],
  ['no HTTP', 'hello\r\n\r\n'],
])('neither %s nor what comes behind it keeps a connection', async (_what, text) => {
  const server = await startedServer();
  await withSocket(server.port, async ({ write, ended }) => {
    write(text);
    await ended();
    // Its side is open, and stays so.
    await expect.poll(() => server.connections.size).toBe(0);
  });
  await withSocket(server.port, async ({ socket, write, read }) => {
    write(`${text}more`);
    expect((await read()).status).toBeGreaterThanOrEqual(400);
    write('more');
    socket.resetAndDestroy();
  });
  await expect.poll(() => server.connections.size).toBe(0);
});

test('extensions of chunks that never end are refused', async () => {
  const { port } = await startedServer();
  const head = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
  const extension = 'x'.repeat(maxChunkExtensions + 1);
  const seen = await sendRaw(port, `${requestText('POST /v2/pets', head)}1;${extension}`);
  expect([statusOf(seen), seen.text.includes('chunk extensions')]).toEqual([413, true]);
});

test('a control body that is announced too long is refused before any of it has come', async () => {
  const { raw } = await startedServer();
  const length = String(controlLimits.maxBodyBytes + 1);
  const head = { 'Content-Type': 'application/json', 'Content-Length': length };
  expect((await raw('POST /__admin/seed', head)).status).toBe(413);
});
