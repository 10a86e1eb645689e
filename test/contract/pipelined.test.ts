import { expect, onTestFinished, test } from 'vitest';
import { serviceOf } from '../../src/pet-catalog.ts';
import { jsonOf } from '../support/answer.ts';
import { describeRaw, head, type RawTarget } from '../support/raw-server.ts';
import { withSocket } from '../support/raw-socket.ts';
import { alba } from './cases/case.ts';

const get = (path: string) => head(`GET ${path} HTTP/1.1`, 'Host: localhost', 'X-API-Key: k');
const create = (name: string) => {
  const body = JSON.stringify({ name });
  return `${head('POST /v2/pets HTTP/1.1', 'Host: localhost', 'X-API-Key: k', 'Content-Type: application/json', `Content-Length: ${body.length}`)}${body}`;
};

/** How many listen to the journal of a server. */
function countListeners({ server }: RawTarget): () => number {
  const { journal } = serviceOf(server.catalog).catalogs.common;
  const { listen } = journal;
  let listeners = 0;
  journal.listen = (listener) => {
    const unlisten = listen(listener);
    listeners++;
    return () => {
      unlisten();
      listeners--;
    };
  };
  onTestFinished(() => {
    journal.listen = listen;
  });
  return () => listeners;
}

describeRaw('a request that is queued behind another on its connection', (running) => {
  const open = () =>
    running.server.catalog.requests.list().filter(({ durationMs }) => durationMs === null).length;

  test.each([
    ['hang', { network: 'hang' }],
    ['are delayed', { delay: 60_000 }],
  ] as const)('ends with the connection, where all %s', async (_what, fault) => {
    running.server.catalog.faults.add(fault);
    await withSocket(running.port, async ({ socket, write }) => {
      write(get('/v2/pets').repeat(3) + create('Rex').repeat(3));
      await expect.poll(open).toBe(6);
      socket.destroy();
    });
    running.server.catalog.faults.clear();
    await expect.poll(open).toBe(0);
    expect(running.server.catalog.requests.list().map(({ status }) => status)).toEqual(
      Array(6).fill(null),
    );
  });

  test('ends with the connection, where it streams events or waits for requests', async () => {
    const listeners = countListeners(running);
    await withSocket(running.port, async ({ socket, write }) => {
      write(get('/__admin/events').repeat(3) + get('/__admin/requests/wait?status=599').repeat(3));
      // The stream whose turn it is, and one for all waits.
      await expect.poll(listeners).toBe(2);
      socket.destroy();
    });
    await expect.poll(listeners).toBe(0);
  });

  test('begins its stream of events where it arrived, when it is its turn', async () => {
    running.server.catalog.faults.add({ operation: 'getPet', delay: 200, times: 1 });
    await withSocket(running.port, async ({ socket, write, read, ended }) => {
      write(get('/v2/pets/alba') + get('/__admin/events'));
      await running.server.catalog.requests.waitFor({ operation: 'getPet' });
      await withSocket(running.port, async (other) => {
        other.write(get('/v2/pets?limit=1'));
        await other.read();
      });
      await read();
      await read();
      socket.end();
      expect(await ended()).toContain('"query":"limit=1"');
    });
  });

  test('is asked for its body before it is answered', async () => {
    const { faults } = running.server.catalog;
    faults.add({ operation: 'listPets', delay: 100, times: 1 });
    const body = '{"name":"Rex"}';
    await withSocket(running.port, async ({ write, read }) => {
      write(
        get('/v2/pets') +
          create('Rex').replace('Host:', 'Expect: 100-continue\r\nHost:') +
          get('/v2/pets/alba'),
      );
      const statuses = [(await read()).status];
      let answer = await read();
      if (answer.status === 100) answer = await read();
      statuses.push(answer.status, (await read()).status);
      expect(statuses).toEqual([200, 201, 200]);
      expect(jsonOf(answer)).toMatchObject(JSON.parse(body) as object);
    });
  });

  test.each([
    ['reset', ''],
    ['empty', ''],
    ['truncate', /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\[\{"name":"Alba"/],
  ] as const)('meets %s when it is its turn, after what comes before it', async (network, rest) => {
    const { faults } = running.server.catalog;
    faults.add({ operation: 'getPet', delay: 100 });
    faults.add({ operation: 'listPets', network });
    onTestFinished(() => faults.clear());
    await withSocket(running.port, async ({ write, read, ended }) => {
      write(get('/v2/pets/alba') + get('/v2/pets') + get('/v2/pets/bruno'));
      expect(jsonOf(await read())).toEqual(alba);
      const text = await ended();
      if (rest === '') expect(text).toBe('');
      else expect(text).toMatch(rest);
      expect(text).not.toContain('"bruno"}]');
    });
  });
});
