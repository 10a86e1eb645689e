import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ServerOptions } from '../../src/server.ts';
import { readEvents } from './support/events.ts';
import { arrived, startedServer, type TestServer } from './support/started-server.ts';
import { openSocket, requestText, untilClosed } from './support/tcp.ts';

/** So many requests with a body of more than 16 KiB: each leaves 32 KiB and more in the journal. */
async function createLong(server: TestServer, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await server.create('x'.repeat(17_000));
}

/** A server, and a reader of its events. */
async function followed(options: ServerOptions = {}, ...how: EventsOf) {
  const server = await startedServer(options);
  return { ...server, reader: await readEvents(server.origin, ...how) };
}
type EventsOf = Parameters<typeof readEvents> extends [string, ...infer How] ? How : never;

/** A stream on a connection of its own, and what came of it until it was open. */
async function openStream(port: number, headers: Record<string, string> = {}) {
  const socket = await openSocket(port);
  socket.write(requestText('GET /__admin/events', headers));
  let text = '';
  while (!text.includes(': open')) text += String((await once(socket, 'data'))[0]);
  return { socket, text };
}

describe('the event stream', () => {
  test('is text/event-stream, not to be cached, and begins at once', async () => {
    const { port } = await startedServer();
    const { text } = await openStream(port);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/\r\ncontent-type: text\/event-stream; charset=utf-8\r\n/i);
    expect(text).toMatch(/\r\ncache-control: no-store\r\n/i);
    expect(text).toContain('retry: 1000\nid: 0\n: open\n\n');
  });

  test('has one request event for each journal entry, the same as in the journal', async () => {
    const { reader, ...server } = await followed();
    await server.call('/pets?limit=1');
    await server.create('Rex');
    await (await fetch(`${server.origin}/nowhere`)).text();
    const events = await reader.take(3);
    expect(events.map(({ event }) => event)).toEqual(['request', 'request', 'request']);
    expect(events.map(({ data }) => data)).toEqual(server.catalog.requests.list());
    expect(events.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  test('keeps each event on one line, whatever a body holds', async () => {
    const { reader, ...server } = await followed();
    await server.call('/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"a"}\r\n\n\nevent: reset\ndata: {}\n\n',
    });
    expect(await reader.next()).toMatchObject({
      event: 'request',
      data: { requestBody: '{"name":"a"}\r\n\n\nevent: reset\ndata: {}\n\n' },
    });
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

  test('HEAD answers with the headers alone', async () => {
    const server = await startedServer();
    const response = await fetch(`${server.origin}/__admin/events`, { method: 'HEAD' });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await response.text()).toBe('');
  });

  test('with isolation shows the requests of its own key alone', async () => {
    const { reader, ...server } = await followed({ isolate: true }, { 'X-API-Key': 'mine' });
    await server.call('/pets', { headers: { 'X-API-Key': 'theirs' } });
    await server.call('/pets?limit=7', { headers: { 'X-API-Key': 'mine' } });
    expect((await reader.next())!.data).toMatchObject({ query: 'limit=7' });
  });
});

describe('resuming a stream', () => {
  test('gives what has ended since, in the order of the ends, and then goes on', async () => {
    const server = await startedServer();
    for (const limit of [1, 2, 3]) await server.call(`/pets?limit=${limit}`);
    const reader = await readEvents(server.origin, { 'Last-Event-ID': '1' });
    await server.call('/pets?limit=4');
    const events = await reader.take(3);
    expect(events.map(({ data }) => data['query'])).toEqual(['limit=2', 'limit=3', 'limit=4']);
    expect(events.map(({ id }) => id)).toEqual(['2', '3', '4']);
  });

  test('can be begun where it was opened, when it breaks before its first event', async () => {
    const server = await startedServer();
    for (const limit of [1, 2]) await server.call(`/pets?limit=${limit}`);
    expect((await openStream(server.port)).text).toContain('id: 2\n');
    const again = await openStream(server.port, { 'Last-Event-ID': '1' });
    expect(again.text).toMatch(/^id: 1\n/m);
  });

  test('loses nothing when an early request ends late', async () => {
    const server = await startedServer();
    server.catalog.faults.add({ operation: 'listPets', delay: 60_000, times: 1 });
    const first = await readEvents(server.origin);
    const controller = new AbortController();
    const slow = server.call('/pets', { signal: controller.signal }).catch(() => 'gone');
    await arrived(server, '/v2/pets');
    await server.call('/pets/quick');
    const [waiting, quick] = await first.take(2);
    expect(waiting).toMatchObject({ event: 'waiting', data: { id: 1 } });
    expect(quick).toMatchObject({ event: 'request', data: { id: 2 } });
    first.leave();
    controller.abort();
    await slow;

    const second = await readEvents(server.origin, { 'Last-Event-ID': quick!.id! });
    expect(await second.next()).toMatchObject({ event: 'request', data: { id: 1, status: null } });
  });

  test('without an id, or with an invalid one, begins with what comes', async () => {
    const server = await startedServer();
    await server.call('/pets?limit=1');
    const readers = [
      await readEvents(server.origin),
      await readEvents(server.origin, { 'Last-Event-ID': 'abc' }),
      await readEvents(server.origin, { 'Last-Event-ID': '-1' }),
    ];
    await server.call('/pets?limit=2');
    for (const reader of readers) expect((await reader.next())!.data['query']).toBe('limit=2');
  });

  test('with the id of a server before this one gives all there is', async () => {
    const server = await startedServer();
    await server.call('/pets?limit=1');
    const reader = await readEvents(server.origin, { 'Last-Event-ID': '5000' });
    expect((await reader.next())!.data['query']).toBe('limit=1');
  });
});

describe('readers that do not read', () => {
  test('still get what they missed as it was, when others have taken its place meanwhile', async () => {
    const count = 400;
    const server = await startedServer({ journalSize: count });
    await createLong(server, count);
    const { socket, text } = await openStream(server.port, { 'Last-Event-ID': '0' });
    socket.pause();
    const parts = [text];
    // Less than what would cut the reader off.
    for (let turn = 0; turn < count; turn++) await server.call('/pets?limit=0');
    socket.setEncoding('latin1').resume();
    while (
      !parts
        .slice(-2)
        .join('')
        .includes(`id: ${2 * count}\n`)
    ) {
      parts.push(String((await once(socket, 'data'))[0]));
    }
    const events = [...parts.join('').matchAll(/^id: (\d+)\n.*\ndata: (.*)$/gm)];
    expect(events.map(([, id]) => Number(id))).toEqual(
      Array.from({ length: 2 * count }, (_, index) => index + 1),
    );
    const operations = events.map(([, , data]) => JSON.parse(data!).operation as string);
    expect(operations.slice(0, count)).toEqual(Array(count).fill('createPet'));
    expect(operations.slice(count)).toEqual(Array(count).fill('listPets'));
  });

  test('are disconnected, and hold up nobody', async () => {
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

  test.each(['', '?catalog=all'])(
    'are no trouble in any number%s: no warning, and nothing left when they have gone',
    async (query) => {
      const warnings: Error[] = [];
      const onWarning = (warning: Error) => warnings.push(warning);
      process.on('warning', onWarning);
      onTestFinished(() => void process.off('warning', onWarning));
      const server = await startedServer();
      let readers = 0;
      const { journal } = server.service.catalogs.common;
      const listen = journal.listen.bind(journal);
      journal.listen = (listener) => {
        readers++;
        const unlisten = listen(listener);
        return () => {
          readers--;
          unlisten();
        };
      };
      const sockets = await Promise.all(Array.from({ length: 40 }, () => openSocket(server.port)));
      await Promise.all(
        sockets.map((socket) => {
          socket.write(requestText(`GET /__admin/events${query}`));
          return once(socket, 'data');
        }),
      );
      // One for all of them.
      expect(readers).toBe(1);
      sockets.forEach((socket, index) => {
        if (index % 2 === 0) socket.destroy();
        else socket.resetAndDestroy();
      });
      await expect.poll(() => readers).toBe(0);
      expect(warnings).toEqual([]);
    },
  );
});

describe('changes in the stream', () => {
  const kinds = ['pets', 'faults', 'state'];

  test('pets are told of, whoever changes them', async () => {
    const { reader, ...server } = await followed({ pets: 2 }, {}, { kinds });
    const { id } = server.catalog.pets.list()[0]!;
    const of = (total: number) => ({ event: 'pets', id: undefined, data: { total } });
    await server.create('Rex');
    expect(await reader.next()).toEqual(of(3));
    await server.admin(`PATCH /pets/${id}`, { body: { name: 'Max' } });
    expect(await reader.next()).toEqual(of(3));
    await server.admin(`DELETE /pets/${id}`);
    expect(await reader.next()).toEqual(of(2));
    await server.admin(`POST /pets?id=${id}`, { body: { name: 'Max' } });
    expect(await reader.next()).toEqual(of(3));
    server.catalog.pets.remove(id);
    expect(await reader.next()).toEqual(of(2));
  });

  test('what reads nothing but the same is no change', async () => {
    const { reader, ...server } = await followed({}, {}, { kinds });
    await server.call('/pets');
    server.catalog.pets.update(server.catalog.pets.list()[0]!.id, {});
    server.catalog.faults.add({ delay: 1 });
    expect((await reader.next())!.event).toBe('faults');
  });

  test('many at once are one event', async () => {
    const { reader, ...server } = await followed({ pets: 0 }, {}, { kinds });
    for (let pet = 0; pet < 1000; pet++) server.catalog.pets.create({ name: 'Rex' });
    expect((await reader.next())!.data).toEqual({ total: 1000 });
    server.catalog.faults.add({ delay: 1 });
    expect((await reader.next())!.event).toBe('faults');
  });

  test('faults are told of as they come, change, hit and go', async () => {
    const { reader, ...server } = await followed({}, {}, { kinds });
    const { catalog } = server;
    const id = catalog.faults.add({ status: 503, times: 2 });
    expect(await reader.next()).toEqual({ event: 'faults', id: undefined, data: { total: 1 } });
    catalog.faults.update(id, { enabled: true });
    expect((await reader.next())!.data).toEqual({ total: 1 });
    for (const left of [1, 0]) {
      await server.call('/pets');
      expect((await reader.next())!.data).toEqual({ total: left });
    }
    catalog.faults.add({ delay: 1 });
    expect((await reader.next())!.data).toEqual({ total: 1 });
    catalog.faults.clear();
    expect((await reader.next())!.data).toEqual({ total: 0 });
  });

  test('a scenario is told of with its delay, and that its faults have been changed', async () => {
    const { reader, ...server } = await followed({}, {}, { kinds: ['state'] });
    const next = async () => (await reader.next())!.data;
    server.catalog.scenarios.use('slow');
    const delay = { p50: 300, p99: 3000 };
    expect(await next()).toEqual({ scenario: 'slow', isChanged: false, delay });
    server.catalog.scenarios.use('flaky');
    expect(await next()).toEqual({ scenario: 'flaky', isChanged: false, delay: 0 });
    server.catalog.faults.clear();
    expect(await next()).toEqual({ scenario: 'flaky', isChanged: true, delay: 0 });
    expect((await server.admin('GET /info')).json).toMatchObject({ isChanged: true });
    server.catalog.reset();
    expect(await next()).toEqual({ scenario: null, isChanged: false, delay: 0 });
  });

  test('a reset is told of, although all is as it was', async () => {
    const { reader, ...server } = await followed({}, {}, { kinds: ['state'] });
    server.catalog.reset();
    expect((await reader.next())!.data).toEqual({ scenario: null, isChanged: false, delay: 0 });
  });
});

describe('the stream of all catalogs', () => {
  test('has the events of every key, and of those that come, each with its number', async () => {
    const server = await startedServer({ isolate: true, pets: 0 });
    const of = (key: string) => ({ headers: { 'X-API-Key': key } });
    await server.call('/pets', of('first-key'));
    const reader = await readEvents(server.origin, {}, { query: '?catalog=all' });
    await server.call('/pets?limit=1', of('first-key'));
    await server.call('/pets?limit=2', of('second-key'));
    await (await fetch(`${server.origin}/nowhere`)).text();
    const events = await reader.take(3);
    expect(
      events.map(({ event, id, data }) => [event, id, data['apiKey'], data['catalog']]),
    ).toEqual([
      ['request', undefined, 'f…y', 1],
      ['request', undefined, 's…y', 2],
      ['request', undefined, null, 0],
    ]);
    await server.admin('DELETE /requests?catalog=2');
    expect(await reader.next()).toMatchObject({ event: 'cleared', data: { catalog: 2 } });
  });

  test('goes on when a catalog makes room for others', async () => {
    const { reader, ...server } = await followed(
      { isolate: true, pets: 0 },
      {},
      { query: '?catalog=all' },
    );
    for (let key = 0; key <= 1000; key++) server.catalog.forKey(`key-${key}`).pets.list();
    await server.call('/pets', { headers: { 'X-API-Key': 'last' } });
    expect((await reader.next())!.data).toMatchObject({ catalog: 1002 });
  });

  test('is that of the one catalog where all share it', async () => {
    const { reader, ...server } = await followed({}, {}, { query: '?catalog=all' });
    await server.call('/pets?limit=1');
    expect((await reader.next())!.data).toMatchObject({ query: 'limit=1', catalog: 0 });
  });
});
