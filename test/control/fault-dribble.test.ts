import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPetCatalog, type Fault } from '../../src/index.ts';
import { collectGarbage } from '../support/in-this-process.ts';
import { faultHosts, jsonOf, opened } from './support/fault-hosts.ts';
import { routes, startedServer } from './support/started-server.ts';
import { openSocket, requestText } from './support/tcp.ts';

/** Longer than any test. */
const endless: Fault = { network: 'dribble', delay: 2 ** 31 - 1 };

describe('dribble in msw', () => {
  const url = 'https://pets.example/v2/pets';
  const headers = { 'X-API-Key': 'k' };

  test("stops at the client's abort", async () => {
    const catalog = createPetCatalog();
    const server = setupServer(...catalog.handlers);
    server.listen({ onUnhandledRequest: 'error' });
    onTestFinished(() => server.close());
    catalog.faults.add(endless);
    const controller = new AbortController();
    const { signal } = controller;
    const response = await fetch(url, { headers, signal });
    const alone = await catalog.fetch(new Request(url, { headers, signal }));
    const reads = [response.text(), alone!.text()].map((read) =>
      read.catch(({ name }: Error) => name),
    );
    // The signal of a request that was collected hears of nothing.
    await new Promise(setImmediate);
    collectGarbage();
    controller.abort();
    expect(await Promise.all(reads)).toEqual(['AbortError', 'AbortError']);
  });

  /** The body of an answer, with clocks that the test winds. */
  async function dribbling(fault: Fault) {
    const catalog = createPetCatalog();
    catalog.faults.add(fault);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    return (await catalog.fetch(url, { headers }))!.body!;
  }

  test('takes a second by itself', async () => {
    const end = vi.fn<() => void>();
    void (await dribbling({ network: 'dribble' })).pipeTo(new WritableStream()).then(end);
    await vi.advanceTimersByTimeAsync(990);
    expect(end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20);
    expect(end).toHaveBeenCalled();
  });
});

describe.each(faultHosts)('dribble, in $name,', (host) => {
  test('is cut off by a reset', async () => {
    const { catalog, faults, call } = await opened(host);
    faults.add(endless);
    const cut = call().then(
      () => 'whole',
      () => 'cut',
    );
    await expect.poll(() => catalog.requests.list()[0]?.status).toBe(200);
    catalog.reset();
    expect(await cut).toBe('cut');
  });

  test('sends the rest at once when its fault is removed', async () => {
    const { catalog, faults, call } = await opened(host);
    const id = faults.add(endless);
    const slow = call();
    await expect.poll(() => catalog.requests.list()[0]?.status).toBe(200);
    faults.remove(id);
    expect(jsonOf(await slow)).toHaveLength(3);
  });
});

describe.each(routes)('dribble on the server, %s', (_lane, lane) => {
  test('comes in small pieces', async () => {
    const server = await startedServer(lane);
    server.catalog.faults.add({ network: 'dribble', delay: 200 });
    const response = await server.call('/pets');
    const texts: string[] = [];
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) texts.push(text);
    expect(texts.length).toBeGreaterThan(3);
    expect(JSON.parse(texts.join(''))).toHaveLength(25);
  });

  test('ends with its client', async () => {
    const server = await startedServer(lane);
    server.catalog.faults.add(endless);
    const socket = await openSocket(server.port);
    socket.write(requestText('GET /v2/pets'));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    // It would wait for an answer that is under way.
    expect(await server.close()).toBeUndefined();
  });
});

test.each(routes)(
  'garbage has the head of its fault, and then what no parser takes, %s',
  async (_lane, lane) => {
    const server = await startedServer(lane);
    server.catalog.faults.add({ network: 'garbage' });
    const { text, end } = await server.raw('GET /v2/pets');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*transfer-encoding: chunked\r\n/);
    expect(text).not.toMatch(/content-length/i);
    expect(text.split('\r\n\r\n')[1]).toMatch(/^[^0-9a-f\r]/i);
    expect(end).toBe('end');
    server.catalog.faults.add({ network: 'garbage', status: 502, headers: { 'X-Node': 'b' } });
    expect((await server.raw('GET /v2/pets')).text).toMatch(
      /^HTTP\/1\.1 502 Bad Gateway\r\n(?:.+\r\n)*x-node: b\r\n/,
    );
    expect(server.catalog.requests.list()[1]).toMatchObject({ status: 502, responseBody: '' });
    expect(await server.raw('HEAD /v2/pets')).toMatchObject({ text: '', end: 'end' });
    server.catalog.faults.add({ network: 'garbage', status: 204, body: '' });
    expect(await server.raw('GET /v2/pets')).toMatchObject({ text: '', end: 'end' });
    expect(server.catalog.requests.list().map(({ status }) => status)).toEqual([
      200,
      502,
      null,
      null,
    ]);
  },
);
