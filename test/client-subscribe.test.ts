import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createControl, type Control, type ControlEvent } from '../src/client/index.ts';
import { listening, startedServer } from './control/support/started-server.ts';
/** The control of a server that streams as a test says. */
const streamServer = async (listener: RequestListener) =>
  createControl({ url: (await listening(listener)).origin });

/** Subscribes until the end of a test, and keeps the events. */
function follow(control: Control, options?: Parameters<Control['subscribe']>[1]) {
  const events: ControlEvent[] = [];
  onTestFinished(control.subscribe((event) => events.push(event), options));
  const until = async (type: ControlEvent['type'], times = 1) => {
    const seen = () => events.filter((event) => event.type === type);
    await expect.poll(seen, { interval: 5 }).toHaveLength(times);
  };
  return { events, until };
}

test('with isolate, one subscription follows all catalogs by their numbers', async () => {
  const server = await startedServer({ pets: 1, isolate: true });
  const { events, until } = follow(createControl({ url: server.url }), { catalog: 'all' });
  await until('open');
  for (const key of ['one', 'other']) {
    await fetch(`${server.url}/pets`, { headers: { 'X-API-Key': key } });
  }
  await createControl({ url: server.url, catalog: 2 }).pets.create({ name: 'Rex' });
  await expect.poll(() => events).toContainEqual({ type: 'pets', total: 2, catalog: 2 });
  expect(events.slice(1, 3)).toMatchObject([{ entry: { catalog: 1 } }, { entry: { catalog: 2 } }]);
  expect(server.catalog.forKey('other').pets.count()).toBe(2);
  server.catalog.forKey('other').requests.clear();
  server.catalog.forKey('other').reset();
  for (const type of ['cleared', 'reset']) {
    await expect.poll(() => events).toContainEqual({ type, catalog: 2 });
  }
});

test('a stream that broke off is opened again and resumed', async () => {
  const resumed: (string | undefined)[] = [];
  const sockets: (Socket | null)[] = [];
  const control = await streamServer((req, res) => {
    resumed.push(req.headers['last-event-id'] as string | undefined);
    sockets.push(res.socket);
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write(
      `retry: 1\nid: ${resumed.length}\nevent: request\ndata: {"path":"/${resumed.length}"}\n\n`,
    );
  });
  const { until, events } = follow(control);
  // From Node 26 on, fetch rejects where the end comes together with the head.
  await until('request');
  sockets[0]!.end();
  await until('request', 2);
  expect(resumed).toEqual([undefined, '1']);
  expect(events).toMatchObject([
    { type: 'open' },
    { type: 'request', entry: { path: '/1' } },
    { type: 'lost' },
    { type: 'open' },
    { type: 'request', entry: { path: '/2' } },
  ]);
});

test('a refusal ends the subscription', async () => {
  let asked = 0;
  const control = await streamServer((_, res) => {
    asked++;
    res
      .writeHead(401, { 'Content-Type': 'application/json' })
      .end('{"error":"The token is wrong"}');
  });
  const { until, events } = follow(control);
  await until('refused');
  expect(events).toMatchObject([{ error: { status: 401, message: 'The token is wrong' } }]);
  expect(asked).toBe(1);
});

test('a subscription ends with its signal, and tells nothing after', async () => {
  const closed = vi.fn<() => void>();
  const control = await streamServer((req, res) => {
    req.once('close', closed);
    res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
  });
  const controller = new AbortController();
  const { events, until } = follow(control, { signal: controller.signal });
  await until('open');
  controller.abort();
  await expect.poll(() => closed.mock.calls).not.toEqual([]);
  expect(events).toEqual([{ type: 'open' }]);
});

test('a stream that breaks before its first event resumes from its start', async () => {
  const asked: (string | undefined)[] = [];
  const control = await streamServer((req, res) => {
    asked.push(req.headers['last-event-id'] as string | undefined);
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write(': id 7\nretry: 1\nid: 7\n: open\n\n');
    if (asked.length === 1) res.end();
  });
  const { until } = follow(control);
  await until('open', 2);
  expect(asked).toEqual([undefined, '7']);
});

test('a listener that throws has its own error, and the stream goes on', async () => {
  const uncaught: unknown[] = [];
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => uncaught.push(error));
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException');
    for (const other of others) process.on('uncaughtException', other);
  });
  const events = 'retry: 1\nevent: request\ndata: 1\n\nevent: request\ndata: 2\n\n';
  const fetch = async () => new Response(new Blob([events]).stream());
  const control = createControl({ url: 'http://mock.test', fetch });
  const seen: string[] = [];
  const stop: () => void = control.subscribe(({ type }) => {
    if (seen.push(type) === 5) stop();
    throw new Error(`mine: ${type}`);
  });
  await expect.poll(() => uncaught).toHaveLength(5);
  expect(seen).toEqual(['open', 'request', 'request', 'lost', 'open']);
  expect(uncaught.map(String)).toEqual(seen.map((type) => `Error: mine: ${type}`));
});
