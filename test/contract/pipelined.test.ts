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
      // The waits of a journal share one.
      await expect.poll(listeners).toBe(4);
      socket.destroy();
    });
    await expect.poll(listeners).toBe(0);
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
