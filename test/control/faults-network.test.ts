import { describe, expect, test } from 'vitest';
import { routes, startedServer, waitingIn } from './support/started-server.ts';
import { requestText, sendOn } from './support/tcp.ts';

const create = ['POST /v2/pets', {}, '{"name":"Rex"}'] as const;

describe.each(routes)('a fault, seen by a TCP client, %s,', (_lane, lane) => {
  test.each([
    ['reset', 'ECONNRESET'],
    ['empty', 'end'],
  ] as const)('%s: not one byte comes, and then %s', async (network, end) => {
    const { catalog, raw } = await startedServer(lane);
    catalog.faults.add({ network, times: 1 });
    expect(await raw(...create)).toEqual({ text: '', end, status: undefined });
    expect((await raw(...create)).status).toBe(201);
  });

  test('truncate: half of the declared bytes arrive', async () => {
    // A list that is not made in one go.
    const fixtures = Array.from({ length: 3 }, () => ({ name: 'x'.repeat(1_000_000) }));
    const { catalog, raw } = await startedServer({ ...lane, fixtures });
    catalog.faults.add({ network: 'truncate' });
    for (const path of ['/v2/pets', '/v2/pets/nobody']) {
      const { text, end } = await raw(`GET ${path}`);
      const [head = '', half = ''] = text.split('\r\n\r\n');
      const declared = Number(/\r\ncontent-length: (\d+)/i.exec(head)![1]);
      expect(head).toMatch(/^HTTP\/1\.1 (?:200|404) /);
      expect(declared).toBeGreaterThan(1);
      expect([Buffer.byteLength(half), end]).toEqual([Math.floor(declared / 2), 'end']);
    }
  });

  test('hang: nothing comes until the client gives up', async () => {
    const { catalog, call, port } = await startedServer(lane);
    catalog.faults.add({ network: 'hang', times: 1 });
    const { socket, seen } = await sendOn(port, requestText(...create));
    await waitingIn({ catalog });
    // Another request is served meanwhile.
    expect((await call('/pets?limit=0')).status).toBe(200);
    socket.destroy();
    expect(await seen).toEqual({ text: '', end: 'end' });
    await expect
      .poll(() => catalog.requests.list()[0])
      .toMatchObject({ status: null, durationMs: expect.any(Number) as number });
  });
});
