import { describe, expect, test } from 'vitest';
import { readEvents } from './support/events.ts';
import { startedServer } from './support/started-server.ts';

const of = (key: string) => ({ headers: { 'X-API-Key': key } });

describe('with isolation', () => {
  test('a read with a new key makes no catalog, and a stream goes on when there is one', async () => {
    const server = await startedServer({ isolate: true });
    const listed = async () => (await server.admin('GET /catalogs')).json;
    const reader = await readEvents(server.origin, of('key-aaaa'));
    const { json: before } = await server.admin('GET /info', of('key-aaaa'));
    for (const path of ['pets', 'faults', 'requests', 'snapshot', 'health']) {
      expect((await server.admin(`GET /${path}`, of('key-aaaa'))).status, path).toBe(200);
    }
    expect(await listed()).toEqual({ catalogs: [] });
    await server.call('/pets', of('key-aaaa'));
    expect((await reader.next())!.event).toBe('request');
    expect((await server.admin('GET /info', of('key-aaaa'))).json).toEqual(before);
    expect(await listed()).toMatchObject({
      catalogs: [{ apiKey: 'key-aaaa', requests: 1 }],
    });
  });

  test('a change without a key is refused with the name of the header, and changes nothing', async () => {
    const server = await startedServer({ isolate: true });
    const before = server.catalog.snapshot();
    for (const headers of [{}, { 'X-API-Key': ' ' }] as Record<string, string>[]) {
      expect(await server.admin('POST /seed', { body: { pets: 3 }, headers })).toMatchObject({
        status: 400,
        json: { error: expect.stringContaining('X-API-Key') as string },
      });
    }
    expect(server.catalog.snapshot()).toEqual(before);
  });

  test('a reset without a key resets all catalogs, and the common journal is cleared', async () => {
    const server = await startedServer({ isolate: true });
    await server.create('Rex', of('one'));
    expect((await server.admin('DELETE /requests')).status).toBe(204);
    expect((await server.admin('POST /reset')).status).toBe(204);
    expect(server.catalog.forKey('one').pets.count()).toBe(25);
  });

  test('a control request with a key that is not accepted is refused, as it has no catalog', async () => {
    const { admin } = await startedServer({ isolate: true, apiKeys: ['good-key-1'] });
    expect((await admin('GET /requests', of('bad-key-99'))).status).toBe(401);
  });

  test('a control request names a catalog by its number, and needs no key then', async () => {
    const server = await startedServer({ isolate: true, apiKeys: ['good-key-1', 'good-key-2'] });
    for (const key of ['good-key-1', 'good-key-2']) await server.call('/pets', of(key));
    const count = async (key: string) => server.catalog.forKey(key).pets.count();
    expect((await server.admin('POST /pets?catalog=2', { body: { name: 'Rex' } })).status).toBe(
      201,
    );
    expect((await server.admin('POST /seed?catalog=1', { body: { pets: 3 } })).status).toBe(200);
    expect([await count('good-key-1'), await count('good-key-2')]).toEqual([3, 26]);
    expect((await server.admin('GET /pets?limit=1&catalog=2')).json).toMatchObject({ total: 26 });
    expect((await server.admin('GET /requests?catalog=2&method=GET')).json).toMatchObject({
      total: 1,
      requests: [{ apiKey: 'good-key-2' }],
    });
    expect((await server.admin('GET /info?catalog=2')).json).toMatchObject({ catalog: 2 });
    // The number decides; the key is ignored.
    expect((await server.admin('POST /reset?catalog=2', of('wrong'))).status).toBe(204);
    expect([await count('good-key-1'), await count('good-key-2')]).toEqual([3, 25]);
  });

  test.each(['9', 'x', 'all'])(
    'a control request that names the catalog %j is refused',
    async (name) => {
      const error = `There is no catalog "${name}"; GET /__admin/catalogs lists those in memory`;
      const server = await startedServer({ isolate: true });
      await server.call('/pets', of('one'));
      for (const line of ['POST /seed', 'GET /requests', 'DELETE /faults']) {
        const refused = await server.admin(`${line}?catalog=${name}`);
        expect([refused.status, refused.json]).toEqual([404, { error }]);
        expect((await server.admin(`${line}?catalog=1&catalog=${name}`)).status).toBe(400);
      }
      expect(server.catalog.forKey('one').pets.count()).toBe(25);
    },
  );

  test('a discarded catalog ends its hangs and streams, and slow calls finish', async () => {
    const server = await startedServer({ isolate: true, pets: 0 });
    const first = server.catalog.forKey('first');
    first.faults.add({ operation: 'getPet', network: 'hang' });
    first.faults.add({ operation: 'createPet', delay: 100 });
    const events = await readEvents(server.origin, of('first'));
    const hanging = server.call('/pets/x', of('first')).catch(() => 'cut');
    const slow = server.create('Rex', of('first'));
    expect((await events.take(2)).map(({ event }) => event)).toEqual(['waiting', 'waiting']);
    for (let key = 0; key < 1000; key++) server.catalog.forKey(`key-${key}`);
    expect(await hanging).toBe('cut');
    expect(await events.next()).toBeUndefined();
    expect((await slow).status).toBe(201);
    expect(first.pets.count()).toBe(0);
  });
});
