import { describe, expect, test } from 'vitest';
import { createPetCatalog, type RequestFilter } from '../../src/index.ts';
import { startedServer, type TestServer } from './support/started-server.ts';
import { requestText, sendOn } from './support/tcp.ts';
import { countListeners } from '../support/count-listeners.ts';
import { patient } from '../support/patience.ts';

async function serverWithFour(): Promise<TestServer> {
  const server = await startedServer({ pets: 2 });
  await server.call('/pets');
  await server.create('Rex', { headers: { 'X-Trace': 'one:1' } });
  await server.call('/pets/nobody?limit=2&tag=a%20b&tag=c', { headers: { Prefer: 'code=404' } });
  await (await fetch(`${server.origin}/nowhere`)).text();
  await server.catalog.requests.waitFor({ path: '/nowhere', status: 404 }, patient);
  return server;
}

const paths = ['', '/count', '/wait', '/verify', '.har'].map((end) => `/requests${end}`);

const filters: [query: string, filter: RequestFilter, ids: number[]][] = [
  ['', {}, [1, 2, 3, 4]],
  ['operation=createPet', { operation: 'createPet' }, [2]],
  ['operation=null', { operation: null }, [4]],
  ['method=GET', { method: 'GET' }, [1, 3, 4]],
  ['path=/v2/pets', { path: '/v2/pets' }, [1, 2]],
  ['status=404', { status: 404 }, [3, 4]],
  ['query=limit%3D2', { query: 'limit=2' }, [3]],
  ['query=tag%3Dc%26limit%3D2', { query: { limit: '2', tag: 'c' } }, [3]],
  ['query=&method=GET', { query: '', method: 'GET' }, [1, 4]],
  ['method=GET', { query: {}, header: {}, method: 'GET' }, [1, 3, 4]],
  ['header=x-trace:one:1', { header: { 'x-trace': 'one:1' } }, [2]],
  ['header=X-TRACE:%20one:1', { header: { 'X-TRACE': 'one:1' } }, [2]],
  [
    'header=Content-Type:application/json&header=X-API-Key:test-key-01',
    { header: { 'Content-Type': 'application/json', 'X-API-Key': 'test-key-01' } },
    [2],
  ],
  ['body={"name":"Rex"}', { body: { name: 'Rex' } }, [2]],
  ['body={}', { body: {} }, [2]],
  ['text=REX', { text: 'REX' }, [2]],
  ['text=nobody', { text: 'nobody' }, [3]],
  ['text="Tag"', { text: '"Tag"' }, [1, 2]],
  ['fault=true', { fault: true }, [3]],
  ['fault=false', { fault: false }, [1, 2, 4]],
  ['limit=2', { limit: 2 }, [3, 4]],
  ['limit=1&method=GET&status=404', { limit: 1, method: 'GET', status: 404 }, [4]],
];

describe('filters', () => {
  test.each(filters)('find the same over HTTP and in a test: %s', async (query, filter, ids) => {
    const server = await serverWithFour();
    const { json } = await server.admin(`GET /requests?${query}`);
    const { requests, total } = json as { requests: { id: number }[]; total: number };
    expect(requests.map(({ id }) => id)).toEqual(ids);
    expect((await server.admin(`GET /requests/count?${query}`)).json).toEqual({ count: total });
    const { limit: _limit, ...all } = filter;
    expect(server.catalog.requests.list(all)).toHaveLength(total);
    const { catalog, control } = server;
    for (const one of [catalog.requests, control.requests]) {
      expect(await one.list(filter)).toEqual(requests);
      expect(await one.count(filter)).toBe(total);
      if (total > 0) expect(await one.verify(filter, { count: total })).toBe(total);
      if (total > 0) expect(await one.waitFor(filter, patient)).toEqual(requests);
    }
    expect(await control.requests.bodies(filter)).toEqual(catalog.requests.bodies(filter));
    expect(await control.requests.toHar(filter)).toEqual(catalog.requests.toHar(filter));
  });

  test.each([
    ['operation=nope', /^A request filter: "operation" must be one of .*"createPet"/],
    ['status=abc', /"status"/],
    ['limit=-1', /"limit"/],
    ['__proto__=1', /unknown field "__proto__"/],
    ['method=GET&method=POST', /"method" must be given once/],
    ['body={"name":', /^The query parameter "body" must be JSON text, not "{\\"name\\":"$/],
    ['header=x-trace', /^The query parameter "header" must be Name:value, not "x-trace"$/],
    ['header=a:1&header=a:2', /"header" must be given once for "a"/],
  ])('that make no sense are 400: %s', async (query, message) => {
    const server = await startedServer({ pets: 0 });
    for (const path of paths) {
      const { status, json } = await server.admin(`GET ${path}?${query}`);
      expect(status, path).toBe(400);
      expect(json, path).toEqual({ error: expect.stringMatching(message) as string });
    }
  });

  test.each([
    [{ header: new Headers({ 'X-Trace': 'a' }) }, /"header" .*, not \[object Headers\]/],
    [{ header: ['X-Trace:a'] }, /"header" .*, not an array/],
    [{ header: null }, /"header" .*, not null/],
    [{ query: new URLSearchParams('limit=2') }, /"query" must be a query such as "limit=2", or/],
    [{ query: new Map([['limit', '2']]) }, /"query" must be a query such as "limit=2", or/],
  ])('that are not plain objects are refused, as they would match all: %o', (filter, message) => {
    const { requests } = createPetCatalog({ pets: 0 });
    expect(() => requests.count(filter as never)).toThrow(message);
  });
});

test('waiting for requests ends when the client goes, and when the server closes', async () => {
  const server = await startedServer();
  const waits = countListeners(server);
  const line = 'GET /requests/wait?timeout=600000';
  const { socket } = await sendOn(server.port, requestText(line.replace('/', '/__admin/')));
  await expect.poll(waits).toBe(1);
  socket.destroy();
  await expect.poll(waits).toBe(0);
  const waiting = server.admin(line);
  await expect.poll(waits).toBe(1);
  await server.close();
  expect(await waiting).toMatchObject({
    status: 503,
    json: { error: expect.stringMatching(/closing/) as string },
  });
});
