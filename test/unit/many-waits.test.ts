import { setMaxListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import type { RequestFilter } from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';
import { countListeners } from '../support/count-listeners.ts';
import { patient } from '../support/patience.ts';

describe('many waits', () => {
  test('that a request cannot match do not have the journal read, and leave no listener behind', async () => {
    const catalog = emptyCatalog();
    const { journal } = serviceOf(catalog).catalogs.common;
    const listening = countListeners({ catalog });
    const controller = new AbortController();
    const { signal } = controller;
    // Each wait listens to it, and Node takes more than ten for a leak.
    setMaxListeners(0, signal);
    const filters: RequestFilter[] = Array.from({ length: 100 }, (_, index) => [
      { path: `/v2/pets/${index}` },
      { operation: 'createPet' as const, status: 201 },
      { method: 'delete', path: '/v2/pets' },
    ]).flat();
    const waits = filters.map((filter) => catalog.requests.waitFor(filter, { signal, ...patient }));
    const reads = vi.spyOn(journal, 'records');
    for (let call = 0; call < 10; call++) await ask(catalog);
    expect(reads).not.toHaveBeenCalled();
    expect(listening()).toBeGreaterThan(0);
    controller.abort(new Error('enough'));
    const settled = await Promise.allSettled(waits);
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    expect(listening()).toBe(0);
  });

  test('read the journal a few times, and not at each request that matches', async () => {
    const catalog = emptyCatalog();
    const { journal } = serviceOf(catalog).catalogs.common;
    const waiting = catalog.requests.waitFor({ operation: 'listPets' }, { count: 200, ...patient });
    const reads = vi.spyOn(journal, 'records');
    for (let call = 0; call < 200; call++) await ask(catalog);
    expect(await waiting).toHaveLength(200);
    expect(reads.mock.calls.length).toBeLessThan(20);
  });

  test('leave nothing behind with a signal that is none', async () => {
    const catalog = emptyCatalog();
    const { common } = serviceOf(catalog).catalogs;
    const listening = countListeners({ catalog });
    const signal = { throwIfAborted() {} } as AbortSignal;
    await expect(catalog.requests.waitFor({}, { signal, ...patient })).rejects.toThrow(TypeError);
    expect([common.requests.isAwaited, listening()]).toEqual([false, 0]);
  });
});
