import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { ServerOptions } from '../../src/server.ts';
import { alba, cleo, post } from '../../src/verify/cases/case.ts';
import { sendFetch } from '../support/send-http.ts';
import { readEvents, type SeenEvent } from './support/events.ts';
import { startedServer, type TestServer } from './support/started-server.ts';
import { openSocket, requestText, untilClosed } from './support/tcp.ts';

/** So many requests with a body of more than 16 KiB: each leaves 32 KiB and more in the journal. */
async function createLong(server: TestServer, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await server.create('x'.repeat(17_000));
}

async function followed(options: ServerOptions = {}, how?: Parameters<typeof readEvents>[1]) {
  const server = await startedServer(options);
  return { ...server, reader: await readEvents(server.origin, how) };
}

/** A stream on a connection of its own, and what came of it until it was open. */
async function openStream(port: number, headers: Record<string, string> = {}) {
  const socket = await openSocket(port);
  socket.write(requestText('GET /__admin/events', headers));
  let text = '';
  while (!text.includes(': open')) text += String((await once(socket, 'data'))[0]);
  return { socket, text };
}

describe('the event stream', () => {
  test('is text/event-stream, not to be cached, and begins at once; HEAD is its headers', async () => {
    const { port, call } = await startedServer();
    // What comes before it may be asked for again, also when it breaks before its first event.
    await call('/pets?limit=1');
    const { text } = await openStream(port);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/\r\ncontent-type: text\/event-stream; charset=utf-8\r\n/i);
    expect(text).toMatch(/\r\ncache-control: no-store\r\n/i);
    expect(text).toContain('retry: 1000\nid: 1\n: open\n\n');
    const head = await fetch(`http://127.0.0.1:${port}/__admin/events`, { method: 'HEAD' });
    expect(head.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await head.text()).toBe('');
  });

  test('has one request event for each journal entry, the same as in the journal', async () => {
    const { reader, ...server } = await followed();
    await server.call('/pets?limit=1');
    // What a body holds begins no event of its own.
    await sendFetch(server.origin, post('{"name":"a"}\r\n\n\nevent: reset\ndata: {}\n\n'));
    await (await fetch(`${server.origin}/nowhere`)).text();
    const events = await reader.take(3);
    expect(events.map(({ event }) => event)).toEqual(['request', 'request', 'request']);
    expect(events.map(({ data }) => data)).toEqual(server.catalog.requests.list());
    expect(events.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  test('says when a request begins to wait, and when the catalog was reset', async () => {
    const { reader, ...server } = await followed();
    server.catalog.faults.add({ network: 'hang' });
    const hanging = server.call('/pets').catch(() => 'cut');
    expect(await reader.next()).toMatchObject({
      event: 'waiting',
      id: undefined,
      data: { status: null, fault: 'fault-1' },
    });
    const { catalog } = server;
    for (const change of [
      () => catalog.reset(),
      () => catalog.seed(),
      () => catalog.restore(catalog.snapshot()),
      () => catalog.scenarios.use('full'),
    ]) {
      change();
      expect((await reader.next())!.event).toBe('reset');
    }
    expect(await hanging).toBe('cut');
  });
});

describe('resuming a stream', () => {
  test.each([
    [undefined, 'limit=2'],
    ['abc', 'limit=2'],
    ['-1', 'limit=2'],
    ['1', 'limit=2'],
    ['0', 'limit=1'],
    // Of a server before this one.
    ['5000', 'limit=1'],
  ])('after the event %j begins with %s', async (id, query) => {
    const server = await startedServer();
    await server.call('/pets?limit=1');
    const headers = id === undefined ? {} : { 'Last-Event-ID': id };
    const reader = await readEvents(server.origin, { headers });
    await server.call('/pets?limit=2');
    expect((await reader.next())!.data['query']).toBe(query);
  });
});

describe('readers that do not read', () => {
  test('are disconnected, and do not hold up others', async () => {
    const server = await startedServer();
    const { socket } = await openStream(server.port);
    socket.pause();
    // What the kernel takes is not the server's memory; it takes a few megabytes.
    await createLong(server, 400);
    expect(server.catalog.requests.count({ status: 201 })).toBe(400);
    const { text } = await untilClosed(socket.resume());
    // Had the server kept all for the reader, all would have come.
    expect(text.match(/^event: request$/gm)!.length).toBeLessThan(400);
  });
});

const total = (event: string, count: number) => ({ event, id: undefined, data: { total: count } });
const state = (scenario: string | null, more: object = {}) => ({
  event: 'state',
  id: undefined,
  data: { scenario, isChanged: false, delay: 0, ...more },
});
type Told = [act: (server: TestServer) => unknown, event: SeenEvent];
const changes: [what: string, kinds: string[], ...Told[]][] = [
  [
    'changes of pets by a call, a control and the catalog',
    ['pets', 'faults', 'state'],
    [({ create }) => create('Rex'), total('pets', 3)],
    [({ admin }) => admin('PATCH /pets/alba', { body: { name: 'Max' } }), total('pets', 3)],
    [({ admin }) => admin('DELETE /pets/alba'), total('pets', 2)],
    [({ admin }) => admin('POST /pets?id=alba', { body: { name: 'Max' } }), total('pets', 3)],
    [({ catalog }) => catalog.pets.remove('alba'), total('pets', 2)],
  ],
  [
    'nothing of what is the same afterwards',
    ['pets', 'faults', 'state'],
    [
      async ({ call, catalog }) => {
        await call('/pets');
        catalog.pets.update('alba', {});
        catalog.faults.add({ delay: 1 });
      },
      total('faults', 1),
    ],
  ],
  [
    'faults as they come, change, hit and go',
    ['pets', 'faults', 'state'],
    [({ catalog }) => catalog.faults.add({ status: 503, times: 2 }), total('faults', 1)],
    [({ catalog }) => catalog.faults.update('fault-1', { enabled: true }), total('faults', 1)],
    [({ call }) => call('/pets'), total('faults', 1)],
    [({ call }) => call('/pets'), total('faults', 0)],
    [({ catalog }) => catalog.faults.add({ delay: 1 }), total('faults', 1)],
    [({ catalog }) => catalog.faults.remove('fault-2'), total('faults', 0)],
    [({ catalog }) => catalog.faults.add({ delay: 1 }), total('faults', 1)],
    [({ catalog }) => catalog.faults.clear(), total('faults', 0)],
  ],
  [
    'a scenario with its delay, that its faults were changed, and a reset that changes nothing',
    ['state'],
    [
      ({ catalog }) => catalog.scenarios.use('slow'),
      state('slow', { delay: { p50: 300, p99: 3000 } }),
    ],
    [({ catalog }) => catalog.scenarios.use('flaky'), state('flaky')],
    [({ catalog }) => catalog.faults.clear(), state('flaky', { isChanged: true })],
    [({ catalog }) => catalog.reset(), state(null)],
    [({ catalog }) => catalog.reset(), state(null)],
  ],
];

test.each(changes)('the stream tells of %s', async (_what, kinds, ...told) => {
  const { reader, ...server } = await followed({ fixtures: [alba, cleo] }, { kinds });
  for (const [act, event] of told) {
    await act(server);
    expect(await reader.next()).toEqual(event);
  }
});

describe('the stream of all catalogs', () => {
  test('has the events of every key, also of new ones, each with its number', async () => {
    const server = await startedServer({ isolate: true, pets: 0 });
    const of = (key: string) => ({ headers: { 'X-API-Key': key } });
    await server.call('/pets', of('first-key'));
    const reader = await readEvents(server.origin, { query: '?catalog=all' });
    await server.call('/pets?limit=1', of('first-key'));
    await server.call('/pets?limit=2', of('second-key'));
    await (await fetch(`${server.origin}/nowhere`)).text();
    const events = await reader.take(3);
    expect(
      events.map(({ event, id, data }) => [event, id, data['apiKey'], data['catalog']]),
    ).toEqual([
      ['request', undefined, 'first-key', 1],
      ['request', undefined, 'second-key', 2],
      ['request', undefined, null, 0],
    ]);
    await server.admin('DELETE /requests?catalog=2');
    expect(await reader.next()).toMatchObject({ event: 'cleared', data: { catalog: 2 } });
  });
});
