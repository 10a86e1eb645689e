import { describe, expect, onTestFinished, test } from 'vitest';
import { createPetCatalog, type Fault } from '../../src/index.ts';
import { createFaultResolver } from '../../src/operations/resolve-fault.ts';
import { serviceOf, toPetCatalog } from '../../src/pet-catalog.ts';
import { clientLimits } from '../../src/server/client-limits.ts';
import { start } from '../../src/server/start.ts';
import { arrived, startedServer, type TestServer } from './support/started-server.ts';

async function statuses(server: TestServer, path: string, count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let call = 0; call < count; call++) seen.push((await server.call(path)).status);
  return seen;
}

describe('a fault with a status', () => {
  test.each([
    [{ status: 503 }, 503, 'Service Unavailable'],
    [{ status: 400 }, 400, 'Bad Request'],
    [{ status: 599 }, 599, expect.stringMatching(/\S/)],
    [{ status: 429, error: 'Slow down' }, 429, 'Slow down'],
    [{ status: 500, error: '' }, 500, ''],
    [{ status: 500, error: 'zwölf "Boxkämpfer" 🥊\n' }, 500, 'zwölf "Boxkämpfer" 🥊\n'],
  ] as [Fault, number, unknown][])('answers %j', async (fault, status, error) => {
    const server = await startedServer();
    expect(await server.admin('POST /faults', { body: fault })).toMatchObject({ status: 201 });
    const response = await server.call('/pets');
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(JSON.parse(text)).toEqual({ error });
  });

  test('does not hit what is refused before it comes to the operation', async () => {
    const server = await startedServer();
    server.catalog.faults.add({ status: 500, times: 1 });
    expect((await server.call('/pets', { method: 'DELETE' })).status).toBe(405);
    expect((await fetch(`${server.url}/pets`)).status).toBe(401);
    expect((await server.call('/pets', { method: 'POST', body: 'x' })).status).toBe(415);
    expect((await server.call('/pets')).status).toBe(500);
  });
});

describe('a fault with a delay', () => {
  test('alone only slows the real answer', async () => {
    const server = await startedServer();
    server.catalog.faults.add({ delay: 30 });
    const response = await server.create('Rex');
    expect(response.status).toBe(201);
    expect(server.catalog.pets.count()).toBe(26);
    expect(server.catalog.requests.list()[0]!.durationMs).toBeGreaterThanOrEqual(29);
  });

  const request = {
    method: 'GET',
    path: '/v2/pets',
    query: '',
    headers: {},
    rawHeaders: [],
    readBody: async () => undefined,
  };

  test('lasts a random time from min to max, both included, by the seed', () => {
    const delays = () => {
      const catalog = createPetCatalog({ seed: 3 });
      catalog.faults.add({ delay: { min: 5, max: 7 } });
      const { catalogs, settings, operations, matchRoute } = serviceOf(catalog);
      const route = matchRoute('/v2/pets')!;
      const resolveFault = createFaultResolver(settings);
      const call = { catalog: catalogs.common, request, route, body: undefined, parsed: undefined };
      return Array.from(
        { length: 200 },
        () => resolveFault(call, operations.find('listPets')!)!.delay,
      );
    };
    expect(new Set(delays())).toEqual(new Set([5, 6, 7]));
    expect(delays()).toEqual(delays());
  });

  test('with a range takes at least its min, and counts as one call', async () => {
    const server = await startedServer();
    server.catalog.faults.add({ delay: { min: 20, max: 25 } });
    await server.call('/pets');
    expect(server.catalog.requests.list()[0]!.durationMs).toBeGreaterThanOrEqual(19);
    expect(server.catalog.snapshot().calls).toBe(1);
  });

  test('comes before its status', async () => {
    const server = await startedServer();
    server.catalog.faults.add({ delay: 30, status: 504 });
    expect((await server.call('/pets')).status).toBe(504);
    expect(server.catalog.requests.list()[0]!.durationMs).toBeGreaterThanOrEqual(29);
  });

  test.each(['abort', 'reset'] as const)(
    'holds nothing after the %s, however long it is',
    async (end) => {
      const server = await startedServer();
      server.catalog.faults.add({ delay: 2 ** 31 - 1 });
      const controller = new AbortController();
      const calls = [
        server.call('/pets', { signal: controller.signal }),
        server.create('Rex', { signal: controller.signal }),
      ].map((call) => call.then(({ status }) => status).catch(() => 'cut'));
      await arrived(server, '/v2/pets', 2);
      if (end === 'abort') controller.abort();
      else server.catalog.reset();
      expect(await Promise.all(calls)).toEqual(end === 'reset' ? [503, 503] : ['cut', 'cut']);
      expect(server.catalog.pets.count()).toBe(25);
      if (end === 'abort') {
        await expect
          .poll(() => server.catalog.requests.list().map(({ durationMs }) => durationMs))
          .toEqual([expect.any(Number), expect.any(Number)]);
      }
    },
  );

  test('holds nothing after the close, however long it is', async () => {
    const limits = { ...clientLimits, drainTime: 100 };
    const { url, service, close } = await start({ port: 0 }, { limits });
    onTestFinished(close);
    const catalog = toPetCatalog(service);
    catalog.faults.add({ delay: 2 ** 31 - 1 });
    const headers = { 'X-API-Key': 'k', 'Content-Type': 'application/json' };
    const calls = [{}, { method: 'POST', body: '{"name":"Rex"}' }].map((init) =>
      fetch(`${url}/pets`, { ...init, headers }).catch(() => 'cut'),
    );
    await arrived({ catalog }, '/v2/pets', 2);
    await close();
    expect(await Promise.all(calls)).toEqual(['cut', 'cut']);
    expect(catalog.pets.count()).toBe(25);
  });
});

describe('which calls a fault hits', () => {
  test('times counts hits and not calls, and then it is gone', async () => {
    const server = await startedServer({ seed: 11 });
    server.catalog.faults.add({ status: 500, rate: 0.3, times: 4 });
    const seen = await statuses(server, '/pets?limit=0', 60);
    expect(seen.filter((status) => status === 500)).toHaveLength(4);
    expect(server.catalog.faults.list()).toEqual([]);
  });
});

describe('the list of faults', () => {
  test.each([
    [undefined, /must be a JSON object/],
    [{ status: 199 }, /"status" must be a whole number from 400 to 599, not 199/],
    [{ status: 500.5 }, /"status"/],
    [{ error: 'alone' }, /status/],
    [{ delay: 2 ** 31 }, /"delay"/],
    [{ delay: { min: 2 } }, /"delay/],
    [
      { network: 'explode' },
      /"network" must be one of "reset", "empty", "truncate", "garbage", "dribble", "hang"/,
    ],
    [{ status: 500, rate: -0.1 }, /"rate"/],
    [{ status: 500, times: 1.5 }, /"times"/],
    [{ status: 500, id: 'mine' }, /no field "id"/],
  ])('refuses %j, and nothing has changed', async (fault, message) => {
    const server = await startedServer();
    const before = server.catalog.snapshot();
    const { status, json } = await server.admin('POST /faults', {
      ...(fault !== undefined && { body: JSON.stringify(fault) }),
    });
    expect(status).toBe(400);
    expect(json).toEqual({ error: expect.stringMatching(message) as string });
    expect(() => server.catalog.faults.add(fault as Fault)).toThrow(message);
    expect(server.catalog.snapshot()).toEqual(before);
  });
});
