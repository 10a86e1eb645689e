import { expect, test } from 'vitest';
import { jsonOf, type Answer } from '../support/answer.ts';
import { countListeners } from '../support/count-listeners.ts';
import { watchedWarnings } from '../support/in-this-process.ts';
import {
  describeRaw,
  exchange,
  head,
  host,
  json,
  key,
  maxBodyBytes,
} from '../support/raw-server.ts';
import { withSocket, type RawSocket } from '../support/raw-socket.ts';
import { alba } from '../../src/verify/cases/case.ts';
import { patient } from '../support/patience.ts';

const ask = (line: string, ...lines: string[]) => head(`${line} HTTP/1.1`, host, key, ...lines);
const get = (path: string) => ask(`GET ${path}`);
const send = (line: string, body: object, ...lines: string[]) => {
  const text = JSON.stringify(body);
  return `${ask(line, json, `Content-Length: ${text.length}`, ...lines)}${text}`;
};
const create = (name: string, ...lines: string[]) => send('POST /v2/pets', { name }, ...lines);

const countOf = (answer: Answer) => (jsonOf(answer) as unknown[]).length;

async function statuses({ read }: RawSocket, count: number): Promise<number[]> {
  const seen: number[] = [];
  while (seen.length < count) seen.push((await read()).status);
  return seen;
}

describeRaw('a request that is queued behind another on its connection', (running) => {
  test('is answered although the client ends its side in the same packet', async () => {
    await withSocket(running.port, async ({ socket, read }) => {
      socket.end(create('Rex') + get('/v2/pets') + create('Max'));
      expect([(await read()).status, countOf(await read()), (await read()).status]).toEqual([
        201, 4, 201,
      ]);
    });
  });

  test('and cannot be parsed is one error, whatever comes behind it', async () => {
    const warnings = watchedWarnings();
    running.server.catalog.faults.add({ delay: 300 });
    await withSocket(running.port, async (raw) => {
      raw.write(get('/v2/pets'));
      await running.server.catalog.requests.waitFor({ fault: true }, patient);
      for (let sent = 0; sent < 30; sent++) {
        raw.write('zz\r\n');
        // Each in a packet of its own.
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(await statuses(raw, 2)).toEqual([200, 400]);
    });
    expect(warnings).toEqual([]);
  });

  test('finds the pets, the faults and the creates before it', async () => {
    await withSocket(running.port, async (raw) => {
      const seed = send('POST /__admin/seed', { fixtures: [alba] });
      const fault = send('POST /__admin/faults', { operation: 'getPet', status: 503, times: 1 });
      raw.write(seed + create('Rex') + fault + get('/v2/pets/alba'));
      raw.write(get('/v2/pets') + ask('HEAD /v2/pets'));
      expect(await statuses(raw, 4)).toEqual([200, 201, 201, 503]);
      const list = await raw.read();
      expect(jsonOf(list)).toMatchObject([alba, { name: 'Rex' }]);
      const { headers } = await raw.read('HEAD');
      expect(headers['content-length']).toBe(list.headers['content-length']);
    });
  });

  test('is not handled behind a response that closes the connection', async () => {
    const { pets } = running.server.catalog;
    await withSocket(running.port, async ({ write, ended }) => {
      write(create('Ada', 'Connection: close') + create('Rex'));
      expect(await ended()).toContain('"Ada"');
    });
    const large = 'x'.repeat(maxBodyBytes);
    await withSocket(running.port, async ({ write, ended }) => {
      write(create(large) + create('Rex'));
      expect(await ended()).toMatch(/^HTTP\/1\.1 413 /);
    });
    expect(pets.list().map(({ name }) => name)).toContain('Ada');
    expect(pets.list().map(({ name }) => name)).not.toContain('Rex');
  });

  test.each([
    ['CONNECT', 405, ask('CONNECT localhost:443')],
    [
      'a WebSocket',
      101,
      ask(
        'GET /__admin/socket',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version: 13',
      ),
    ],
  ])('is answered behind what came before it, as %s', async (_what, status, bytes) => {
    running.server.catalog.faults.add({ operation: 'getPet', delay: 100 });
    await withSocket(running.port, async (raw) => {
      raw.write(get('/v2/pets/alba') + bytes);
      expect(await statuses(raw, 2)).toEqual([200, status]);
    });
  });

  test('ends with the connection, where it streams events or waits for requests', async () => {
    const listeners = countListeners(running.server);
    await withSocket(running.port, async ({ socket, write }) => {
      write(get('/__admin/events').repeat(3) + get('/__admin/requests/wait?status=599').repeat(3));
      // Only the stream whose turn it is.
      await expect.poll(listeners).toBe(1);
      socket.destroy();
    });
    await expect.poll(listeners).toBe(0);
  });

  test('begins its stream of events when it is its turn', async () => {
    running.server.catalog.faults.add({ operation: 'getPet', delay: 200, times: 1 });
    const listElsewhere = (query: string) => exchange(running.port, get(`/v2/pets?${query}`));
    await withSocket(running.port, async ({ socket, write, read, ended }) => {
      write(get('/v2/pets/alba') + get('/__admin/events'));
      await running.server.catalog.requests.waitFor({ operation: 'getPet' }, patient);
      await listElsewhere('limit=1');
      await read();
      await read();
      await listElsewhere('limit=2');
      socket.end();
      const events = await ended();
      expect(events).toContain('"query":"limit=2"');
      expect(events).not.toContain('"query":"limit=1"');
    });
  });

  test('is asked for its body before it is answered', async () => {
    running.server.catalog.faults.add({ operation: 'listPets', delay: 100, times: 1 });
    await withSocket(running.port, async (raw) => {
      // In the bytes of UTF-8, as its answer is.
      const zoe = create('Zo\u00c3\u00ab', 'Expect: 100-continue');
      raw.write(get('/v2/pets') + zoe + get('/v2/pets/alba'));
      const seen = await statuses(raw, 3);
      if (seen.includes(100)) seen.push(...(await statuses(raw, 1)));
      expect(seen.filter((status) => status !== 100)).toEqual([200, 201, 200]);
    });
    expect(running.server.catalog.pets.list()).toHaveLength(4);
  });
});
