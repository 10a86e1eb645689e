import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPetCatalog, type PetCatalog, type PetCatalogOptions } from '../../src/index.ts';
import { startedServer } from './support/started-server.ts';

interface OpenedHost {
  catalog: PetCatalog;
  send(path: string, init: RequestInit): Promise<Response>;
}

const origin = 'https://pets.example';

const hosts: Record<string, (options: PetCatalogOptions) => Promise<OpenedHost>> = {
  'catalog.fetch': async (options) => {
    const catalog = createPetCatalog(options);
    return {
      catalog,
      send: async (path, init) => (await catalog.fetch(new Request(origin + path, init)))!,
    };
  },
  'msw in a test': async (options) => {
    const catalog = createPetCatalog(options);
    const server = setupServer(...catalog.handlers);
    server.listen({ onUnhandledRequest: 'error' });
    onTestFinished(() => server.close());
    return { catalog, send: (path, init) => fetch(origin + path, init) };
  },
  'the server': async (options) => {
    const server = await startedServer(options);
    return { catalog: server.catalog, send: (path, init) => fetch(server.origin + path, init) };
  },
  'the server without its fast lane': async (options) => {
    const server = await startedServer({ ...options, fastLane: false });
    return { catalog: server.catalog, send: (path, init) => fetch(server.origin + path, init) };
  },
};

/** A `Prefer` header, the status it leads to, and what is said to be applied. */
const headers: [prefer: string, status: number, applied: string | null][] = [
  ['code=503', 503, 'code=503'],
  ['delay=0', 200, 'delay=0'],
  ['delay=1, code=404', 404, 'delay=1, code=404'],
  ['  CODE = 503 ,, Delay=1 ', 503, 'code=503, delay=1'],
  ['code=200', 200, null],
  ['code=-503', 200, null],
  ['code=5e2', 200, null],
  ['code=503.0', 200, null],
  ['"', 200, null],
  ['"code=503', 200, null],
];

describe.each(Object.keys(hosts))('Prefer on %s', (name) => {
  test('applies what makes sense, ignores what does not, and says which', async () => {
    const { send } = await hosts[name]!({ pets: 1 });
    for (const [prefer, status, applied] of headers) {
      const response = await send('/v2/pets', { headers: { 'X-API-Key': 'k', Prefer: prefer } });
      expect({ prefer, status: response.status }).toEqual({ prefer, status });
      expect({ prefer, applied: response.headers.get('preference-applied') }).toEqual({
        prefer,
        applied,
      });
      if (status !== 200) expect(Object.keys((await response.json()) as object)).toEqual(['error']);
    }
  });

  test('on a create, a code creates nothing and a delay only slows', async () => {
    const { catalog, send } = await hosts[name]!({ pets: 0 });
    const create = (prefer: string) =>
      send('/v2/pets', {
        method: 'POST',
        headers: { 'X-API-Key': 'k', 'Content-Type': 'application/json', Prefer: prefer },
        body: '{"name":"Rex"}',
      });
    expect((await create('code=500')).status).toBe(500);
    expect(catalog.pets.count()).toBe(0);
    const slow = await create('delay=20');
    expect(slow.status).toBe(201);
    expect(slow.headers.get('preference-applied')).toBe('delay=20');
    expect(catalog.pets.count()).toBe(1);
    expect(catalog.requests.list({ operation: 'createPet', status: 201 })).toMatchObject([
      { fault: 'prefer', faultText: '20 ms slower' },
    ]);
    expect(catalog.requests.list({ status: 201 })[0]!.durationMs).toBeGreaterThanOrEqual(19);
  });

  test('works on getPet, and has no say before the key and the method are good', async () => {
    const { send } = await hosts[name]!({ pets: 0 });
    const headersOf = { 'X-API-Key': 'k', Prefer: 'code=418' };
    expect((await send('/v2/pets/x', { headers: headersOf })).status).toBe(418);
    const noKey = await send('/v2/pets', { headers: { Prefer: 'code=418' } });
    expect(noKey.status).toBe(401);
    expect(noKey.headers.has('preference-applied')).toBe(false);
    const badMethod = await send('/v2/pets', { method: 'DELETE', headers: headersOf });
    expect(badMethod.status).toBe(405);
  });

  test('leaves no state, and leaves the faults to others', async () => {
    const { catalog, send } = await hosts[name]!({ pets: 0 });
    catalog.faults.add({ status: 500, times: 1 });
    const statuses: number[] = [];
    for (const prefer of ['code=503', undefined, undefined]) {
      const response = await send('/v2/pets', {
        headers: { 'X-API-Key': 'k', ...(prefer !== undefined && { Prefer: prefer }) },
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([503, 500, 200]);
  });

  test('several headers are one list', async () => {
    const { send } = await hosts[name]!({ pets: 0 });
    const both = new Headers({ 'X-API-Key': 'k' });
    both.append('Prefer', 'delay=1');
    both.append('Prefer', 'code=503');
    const response = await send('/v2/pets', { headers: both });
    expect(response.status).toBe(503);
    expect(response.headers.get('preference-applied')).toBe('delay=1, code=503');
  });
});
