import { describe, expect, test } from 'vitest';
import type { Fault, PetCatalog } from '../../src/index.ts';
import { journalBudget } from '../../src/catalog/journal.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { create } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog, faultyCatalog, handle } from '../support/catalog.ts';
import { heldBytes } from '../support/in-this-process.ts';

const limit = 16 * 1024;

/** Calls that wait in a fault, once they all do. */
async function waitingCalls(catalog: PetCatalog, fault: Fault, count: number, length: number) {
  catalog.faults.add(fault);
  const { journal } = serviceOf(catalog).catalogs.common;
  const request = create({ name: 'x'.repeat(length) });
  const calls: unknown[] = [];
  // One after another: the journal tells only of entries that it still keeps.
  while (calls.length < count) {
    await new Promise<void>((resolve) => {
      const unlisten = journal.listen((event) => {
        if (event !== 'waiting') return;
        unlisten();
        resolve();
      });
      calls.push(handle(catalog, request));
    });
  }
  return calls;
}

describe('the body of a request that waits', () => {
  test('is shown truncated, as it will be when it has ended', async () => {
    const catalog = emptyCatalog();
    const calls = await waitingCalls(catalog, { delay: 60_000 }, 1, 900_000);
    const [waiting] = catalog.requests.list();
    expect(waiting!.status).toBeNull();
    expect(waiting!.requestBody).toHaveLength(limit);
    catalog.faults.clear();
    catalog.seed();
    await Promise.all(calls);
    expect(catalog.requests.list()[0]!.requestBody).toBe(waiting!.requestBody);
  });

  test('counts in the budget of the journal at once', async () => {
    const catalog = emptyCatalog({ journalSize: 10_000 });
    const count = Math.ceil(journalBudget / limit) + 10;
    const calls = await waitingCalls(catalog, { network: 'hang' }, count, 20_000);
    const kept = catalog.requests.list();
    expect(kept.length).toBeLessThan(count);
    expect(kept.at(-1)!.id).toBe(count);
    catalog.reset();
    await Promise.all(calls);
  });

  test.each<[string, Fault]>([
    ['a hang', { network: 'hang' }],
    ['a delayed status', { delay: 60_000, status: 503 }],
  ])('in %s is not kept in memory', async (_what, fault) => {
    const catalog = faultyCatalog(fault);
    const before = heldBytes();
    const request = create({ name: 'x'.repeat(500_000) });
    const calls = Array.from({ length: 50 }, () => handle(catalog, request));
    // Half of them all, as other tests in the process may leave something, too.
    await expect.poll(() => heldBytes() - before).toBeLessThan(50 * 250_000);
    catalog.reset();
    await Promise.all(calls);
  });
});

test('paths, queries and methods are truncated in the journal, too', async () => {
  const catalog = emptyCatalog();
  const long = 'x'.repeat(100_000);
  await ask(catalog, { path: `/v2/pets/${long}?${long}` });
  await ask(catalog, { method: long });
  const [get, odd] = catalog.requests.list();
  expect(get!.path).toBe(`/v2/pets/${long}`.slice(0, limit));
  expect(get!.query).toHaveLength(limit);
  expect(odd!.method).toHaveLength(limit);
});
