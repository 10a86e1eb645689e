import { expect, test } from 'vitest';
import { startedServer } from './support/started-server.ts';

test('pages of long pets, long faults and a snapshot are sent whole, with their length', async () => {
  const { catalog, origin } = await startedServer({ pets: 0 });
  const name = 'ü'.repeat(100_000);
  const pets = Array.from({ length: 5 }, () => catalog.pets.create({ name }));
  for (let count = 0; count < 5; count++) catalog.faults.add({ status: 500, error: name });

  for (const [path, expected] of [
    ['pets?limit=1000', { pets, total: 5 }],
    ['pets?search=Ü&offset=1', { pets: pets.slice(1), total: 5 }],
    ['pets?offset=9', { pets: [], total: 5 }],
    ['faults', { faults: catalog.faults.list() }],
    ['snapshot', catalog.snapshot()],
  ] as const) {
    const response = await fetch(`${origin}/__admin/${path}`);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(expected);
    const length = String(Buffer.byteLength(text));
    expect(response.headers.get('content-length')).toBe(length);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const head = await fetch(`${origin}/__admin/${path}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, length]);
  }
});
