import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { mostBodies } from '../../src/server/admin/read-json.ts';
import { collectGarbage } from '../support/in-this-process.ts';
import { startedServer } from './support/started-server.ts';
import { openSocket, requestText, sendOn, sendRaw, statusOf, untilClosed } from './support/tcp.ts';

const json = { 'Content-Type': 'application/json' };
const body = JSON.stringify({ fixtures: [{ name: 'x'.repeat(2 * 1024 * 1024) }] });
const seed = 'POST /__admin/seed';
const announced = { ...json, 'Content-Length': String(body.length), Expect: '100-continue' };
const inChunks = { ...json, 'Transfer-Encoding': 'chunked', Expect: '100-continue' };

/** Begins a long body: when it is asked for the rest, it has its turn. */
async function begun(port: number, headers: Record<string, string> = announced): Promise<Socket> {
  const socket = await openSocket(port);
  socket.write(requestText(seed, headers));
  expect(String((await once(socket, 'data'))[0])).toContain('100 Continue');
  return socket;
}

async function allTaken(port: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let count = 0; count < mostBodies; count++) sockets.push(await begun(port));
  return sockets;
}

const send = (port: number) => sendRaw(port, requestText(seed, json, body));

test.each([
  ['ends', (socket: Socket) => void socket.write(body)],
  ['is no JSON', (socket: Socket) => void socket.write(']'.repeat(body.length))],
  ['is reset', (socket: Socket) => void socket.resetAndDestroy()],
])('a long body waits unread until another %s, and is then taken', async (_how, end) => {
  const { port, admin } = await startedServer();
  const [first] = await allTaken(port);
  const { socket: waiting, seen } = await sendOn(port, requestText(seed, announced));
  // Short ones, also in chunks, do not wait.
  expect((await admin(seed.replace('/__admin', ''), { body: { pets: 3 } })).json).toEqual({
    pets: 3,
  });
  const short = requestText(seed, { ...json, 'Transfer-Encoding': 'chunked' });
  expect(statusOf(await sendRaw(port, `${short}b\r\n{"pets": 4}\r\n0\r\n\r\n`))).toBe(200);
  expect(waiting.bytesRead).toBe(0);

  end(first!);
  await once(waiting, 'data');
  waiting.write(body);
  expect((await seen).text).toMatch(/100 Continue[^]*200 OK[^]*\{"pets":1\}$/);
});

test('a body in chunks waits once it is long', async () => {
  const { port, admin } = await startedServer();
  const [first] = await allTaken(port);
  const socket = await begun(port, inChunks);
  const seen = untilClosed(socket);
  socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
  // It is answered once the server has read what came before.
  await admin('GET /health');
  expect(socket.bytesRead).toBe('HTTP/1.1 100 Continue\r\n\r\n'.length);
  first!.destroy();
  expect((await seen).text).toContain('{"pets":1}');
});

test('a body that no route takes holds no turn once it is read', async () => {
  const { port, catalog } = await startedServer();
  const line = 'GET /__admin/requests/wait?path=/v2/nobody&timeout=600000';
  const wait = requestText(line, json, body);
  const waits = await Promise.all(Array.from({ length: mostBodies }, () => sendOn(port, wait)));
  expect(statusOf(await send(port))).toBe(200);
  catalog.reset();
  await fetch(`http://127.0.0.1:${port}/v2/nobody`);
  for (const { seen } of waits) expect(statusOf(await seen)).toBe(200);
});

test('a long body that gets no turn in time is 503, with the time to try again', async () => {
  const { port, admin } = await startedServer({}, { bodyTurnTime: 300 });
  const [first] = await allTaken(port);
  const sent = sendRaw(port, requestText(seed, announced));
  await admin('GET /health');
  // Of signals that only others follow, Node 20 lets go.
  collectGarbage();
  const refused = await sent;
  expect(statusOf(refused)).toBe(503);
  expect(refused.text).toMatch(/\r\nretry-after: 1\r\n/i);
  expect(refused.text).toMatch(/\{"error":"Other long request bodies are being read: [^"]+"\}$/);
  first!.destroy();
  await expect.poll(async () => statusOf(await send(port))).toBe(200);
});

test('a client that stalls in the middle of a long body is told so, and gives up its turn', async () => {
  const { port } = await startedServer({}, { bodyPauseTime: 500 });
  const sockets = await allTaken(port);
  const seen = sockets.map((socket) => untilClosed(socket));
  for (const socket of sockets) socket.write(body.slice(0, 1000));
  expect(statusOf(await send(port))).toBe(200);
  for (const one of seen) {
    expect((await one).text).toMatch(
      /^HTTP\/1.1 408 [^]*\{"error":"The request did not arrive in time"\}$/,
    );
  }
});

test('a client that sends a long body byte by byte has an end, too', async () => {
  const { port } = await startedServer({}, { requestTime: 400, headTime: 200 });
  const sockets = await allTaken(port);
  const timers = sockets.map((socket) => setInterval(() => socket.write(' '), 10));
  const seen = await Promise.all(sockets.map((socket) => untilClosed(socket)));
  for (const timer of timers) clearInterval(timer);
  for (const { text } of seen) expect(text).toMatch(/^HTTP\/1.1 408 /);
  expect(statusOf(await send(port))).toBe(200);
});

test('the server closes while long bodies wait', async () => {
  const { port, admin, close } = await startedServer();
  const sockets = await allTaken(port);
  const { seen } = await sendOn(port, requestText(seed, announced));
  await admin('GET /health');
  const closed = close();
  expect(statusOf(await seen)).toBe(503);
  for (const socket of sockets) socket.destroy();
  await closed;
});
