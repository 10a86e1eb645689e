import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { longestMessage } from '../../src/server/admin/socket.ts';
import { startedServer } from './support/started-server.ts';

function open(port: number, options: ClientOptions = {}): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/__admin/socket`, options);
  onTestFinished(() => socket.terminate());
  return socket;
}

async function opened(port: number): Promise<WebSocket> {
  const socket = open(port);
  await once(socket, 'open');
  return socket;
}

/** Sends the request of a socket; gives the status and the whole body of its answer. */
async function ask(socket: WebSocket, request: object): Promise<{ status: number; body: string }> {
  const messages: string[] = [];
  socket.on('message', (data: Buffer) => messages.push(String(data)));
  await once(socket, 'open');
  socket.send(JSON.stringify({ headers: {}, ...request }));
  const [code] = (await once(socket, 'close')) as [number];
  expect(code).toBe(1000);
  const [status, ...body] = messages;
  return { status: Number(status), body: body.join('') };
}

describe('the WebSocket of the control plane', () => {
  test('carries control requests, which meet the same routes', async () => {
    const { port, catalog } = await startedServer();
    const added = await ask(open(port), {
      method: 'POST',
      path: '/__admin/faults',
      headers: { 'Content-Type': 'application/json' },
      body: '{"status":503}',
    });
    expect(added.status).toBe(201);
    expect(catalog.faults.list()).toHaveLength(1);
  });

  test('refuses requests without the token', async () => {
    const { port } = await startedServer({ adminToken: 'secret-token' });
    const request = { method: 'POST', path: '/__admin/reset' };
    expect((await ask(open(port), request)).status).toBe(401);
    const headers = { Authorization: 'Bearer secret-token' };
    expect((await ask(open(port), { ...request, headers })).status).toBe(204);
  });

  test.each<[string, ClientOptions]>([
    ['a page of another site', { origin: 'http://evil.example' }],
    ['a name that points at this machine', { headers: { Host: 'evil.example' } }],
  ])('is closed to %s', async (_who, options) => {
    const { port } = await startedServer();
    const socket = open(port, options);
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('403');
  });

  test.each([
    ['leads elsewhere', JSON.stringify({ method: 'GET', path: '/v2/pets', headers: {} }), 1008],
    ['is too long', 'x'.repeat(longestMessage + 1), 1009],
  ])('is closed after a message that %s', async (_how, message, code) => {
    const { port } = await startedServer();
    const socket = await opened(port);
    socket.send(message);
    expect((await once(socket, 'close'))[0]).toBe(code);
  });

  test('takes one request, which ends when its client has gone', async () => {
    const { port, catalog } = await startedServer();
    const socket = await opened(port);
    const path = '/__admin/events';
    socket.send(JSON.stringify({ method: 'GET', path, headers: {} }));
    expect(String((await once(socket, 'message'))[0])).toBe('200');
    socket.send(JSON.stringify({ method: 'POST', path: '/__admin/faults', headers: {} }));
    const closed = once(socket, 'close');
    socket.close();
    await closed;
    expect(catalog.faults.list()).toEqual([]);
  });

  test('is closed with the server', async () => {
    const server = await startedServer();
    const socket = await opened(server.port);
    const closed = once(socket, 'close');
    await server.close();
    expect((await closed)[0]).toBe(1001);
  });

  test('leaves other requests that ask for another protocol as they are', async () => {
    const { raw } = await startedServer({ pets: 0 });
    const upgrade = { Connection: 'Upgrade, HTTP2-Settings, close', Upgrade: 'h2c' };
    const headers = { ...upgrade, 'HTTP2-Settings': 'AAMAAABkAAQAAP__' };
    expect((await raw('POST /v2/pets', headers, '{"name":"Rex"}')).status).toBe(201);
    expect((await raw('GET /v2/pets', headers)).text).toContain('[{"name":"Rex"');
  });
});
