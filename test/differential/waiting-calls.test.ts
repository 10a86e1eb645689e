import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type PetCatalogServer, type ServerOptions } from '../../src/server.ts';
import { fixtures } from '../../src/verify/cases/case.ts';
import { waitingIn } from '../control/support/started-server.ts';
import { openSocket, requestText, sendOn, untilClosed } from '../control/support/tcp.ts';
import { startLanes, stateOf } from './lanes.ts';

/** Plays a scene with the fast lane and without, and gives what came of each. */
async function onBoth<T>(
  play: (server: PetCatalogServer) => Promise<T>,
  options: ServerOptions = {},
): Promise<{ fast: T; express: T }> {
  const lanes = await startLanes({ fixtures, ...options });
  onTestFinished(() => lanes.close());
  const [fast, express] = await Promise.all([play(lanes.fast), play(lanes.express)]);
  return { fast, express };
}

/** Sends all at once on a connection of its own, and gives all that comes, without the date. */
async function converse(server: PetCatalogServer, requests: readonly string[]) {
  const { socket, seen } = await sendOn(server.port, requests.join(''));
  return {
    socket,
    seen: seen.then(({ text, end }) => text.replaceAll(/^date: .*$/gim, '') + end),
  };
}

const keepAlive = { Connection: 'keep-alive' };
const get = (id: string, headers = {}) =>
  requestText(`GET /v2/pets/${id}`, { ...keepAlive, ...headers });

describe('with and without the fast lane', () => {
  test('requests behind a delayed one are answered in their order', async () => {
    const { fast, express } = await onBoth(async (server) => {
      server.catalog.faults.add({ operation: 'listPets', network: 'dribble', delay: 5 });
      const { seen } = await converse(server, [
        get('alba', { Prefer: 'delay=40' }),
        get('nobody'),
        get('bruno', { Prefer: 'code=503' }),
        requestText('POST /v2/pets', { ...keepAlive, Prefer: 'delay=1' }, '{"name":"Rex"}'),
        requestText('GET /v2/pets', keepAlive),
        requestText('GET /v2/pets/bruno'),
      ]);
      return { text: await seen, ...stateOf(server.catalog) };
    });
    expect(fast).toEqual(express);
    const statuses = [...fast.text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '404', '503', '201', '200', '200']);
  });

  test.each([
    ['reset', /^\}ECONNRESET$/],
    ['empty', /^\}end$/],
    ['truncate', /^\}HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\[\{"name":"Alba"[^\]]*end$/],
    ['garbage', /^\}HTTP\/1\.1 200 OK\r\n[^\]]*end$/],
  ] as const)(
    '%s comes after the delayed response before it, and nothing after that',
    async (network, rest) => {
      const { fast, express } = await onBoth(async (server) => {
        server.catalog.faults.add({ network, operation: 'listPets' });
        const list = requestText('GET /v2/pets', keepAlive);
        const requests = [get('alba', { Prefer: 'delay=20' }), list, get('bruno')];
        return (await converse(server, requests)).seen;
      });
      expect(fast).toBe(express);
      const end = fast.indexOf('"id":"alba"') + '"id":"alba"'.length;
      expect(fast.slice(0, end)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\{"name":"Alba",[^{]*$/);
      expect(fast.slice(end)).toMatch(rest);
    },
  );

  test('a client that goes while its call waits leaves it unanswered in the journal', async () => {
    const { fast, express } = await onBoth(async (server) => {
      server.catalog.faults.add({ operation: 'createPet', network: 'hang' });
      const { socket, seen } = await converse(server, [
        get('alba', { Prefer: 'delay=60000' }),
        get('bruno', { Prefer: 'code=503, delay=60000' }),
        requestText('POST /v2/pets', keepAlive, '{"name":"Rex"}'),
      ]);
      await waitingIn(server);
      socket.destroy();
      await seen;
      const { requests } = server.catalog;
      await expect
        .poll(() => requests.list().every(({ durationMs }) => durationMs !== null))
        .toBe(true);
      return stateOf(server.catalog);
    });
    expect(fast).toEqual(express);
    expect(fast.requests.map(({ status }) => status)).toEqual([null]);
    expect(fast.pets).toEqual(fixtures);
  });

  test.each<[string, (server: PetCatalogServer) => unknown]>([
    [
      'its fault is another',
      ({ catalog }) => catalog.faults.update('fault-1', { network: 'reset' }),
    ],
    ['the server closes', (server) => server.close()],
  ])('a call that hangs is dropped when %s', async (_when, end) => {
    const { fast, express } = await onBoth(async (server) => {
      server.catalog.faults.add({ network: 'hang', operation: 'getPet' });
      const { seen } = await converse(server, [requestText('GET /v2/pets', keepAlive), get('x')]);
      await waitingIn(server);
      await end(server);
      return seen;
    });
    expect(fast).toBe(express);
    expect(fast).toMatch(/^HTTP\/1\.1 200 OK.*\]end$/s);
  });

  test('a client that asks whether it may send a body is told so before the delay', async () => {
    const { fast, express } = await onBoth(async (server) => {
      const socket = await openSocket(server.port);
      const seen = untilClosed(socket);
      const request = requestText(
        'POST /v2/pets',
        { Expect: '100-continue', Prefer: 'delay=20' },
        '{"name":"Rex"}',
      );
      const bodyAt = request.indexOf('{');
      socket.write(request.slice(0, bodyAt));
      await once(socket, 'data');
      socket.write(request.slice(bodyAt));
      return (await seen).text.replaceAll(/^date: .*$/gim, '');
    });
    expect(fast).toBe(express);
    expect(fast).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  });
});
