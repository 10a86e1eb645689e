import { expect, test } from 'vitest';
import { createPetCatalog, type Fault, type PetCatalog } from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';

const most = 1000;
const fault = { status: 503, times: 1 };
const tooMany = Array.from({ length: most + 1 }, () => fault);

function withFaults(count: number): PetCatalog {
  const catalog = emptyCatalog();
  for (let added = 0; added < count; added++) catalog.faults.add(fault);
  return catalog;
}

const snapshotOf = (count: number) => ({
  ...emptyCatalog().snapshot(),
  faults: Array.from({ length: count }, (_, index) => ({
    id: `fault-${index + 1}`,
    status: 503,
    calls: 0,
    hits: 0,
  })),
});

test('a catalog takes 1000 faults, and the next once there is room', async () => {
  const catalog = withFaults(most);
  const before = catalog.snapshot();
  expect(() => catalog.faults.add(fault)).toThrow(
    'The catalog already holds 1000 faults, the most that it can: remove some first',
  );
  expect(catalog.snapshot()).toEqual(before);

  expect(catalog.faults.remove('fault-1')).toBe(true);
  expect(catalog.faults.add(fault)).toBe('fault-1001');
  expect((await ask(catalog)).status).toBe(503);
  expect(catalog.faults.add(fault)).toBe('fault-1002');
  catalog.faults.clear();
  expect(catalog.faults.add(fault)).toBe('fault-1003');
  catalog.restore(snapshotOf(most));
  expect(catalog.faults.list()).toHaveLength(most);
});

test.each([
  ['a snapshot', (catalog: PetCatalog) => catalog.restore(snapshotOf(most + 1))],
  ['a scenario', () => createPetCatalog({ scenarios: { down: { faults: tooMany } } })],
])('%s with more faults is refused, and nothing has changed', (_what, bring) => {
  const catalog = withFaults(1);
  const before = catalog.snapshot();
  expect(() => bring(catalog)).toThrow(
    /"(?:snapshot\.)?faults" must be an array of at most 1000 faults/,
  );
  expect(catalog.snapshot()).toEqual(before);
});

const text = { 'Content-Type': 'text/plain' };

test.each<[Fault & { status: number }]>([
  [{ status: 500, body: 'x'.repeat(1000) }],
  [{ status: 500, headers: text, body: 'x'.repeat(1000) }],
  [{ status: 500, headers: text, body: { a: ['x'.repeat(1000)] } }],
  [{ status: 500, error: 'x'.repeat(1000), rate: 1 }],
  [{ status: 500, body: false, enabled: true }],
])('a fault is given back as it was: %#', (given) => {
  const catalog = withFaults(0);
  const id = catalog.faults.add(given);
  expect(catalog.faults.list()).toEqual([{ id, ...given, hits: 0 }]);
  expect(Object.keys(catalog.faults.list()[0]!)).toEqual(['id', ...Object.keys(given), 'hits']);
  expect(catalog.snapshot().faults).toEqual([{ id, ...given, calls: 0, hits: 0 }]);
  expect(catalog.faults.update(id, { delay: 1 })).toMatchObject(given);
});

test('to remove an unknown fault, or to clear no faults, is not a change', () => {
  const changes: string[] = [];
  const { common } = serviceOf(emptyCatalog()).catalogs;
  common.onChange((part) => changes.push(part));
  common.faults.remove('fault-1');
  common.faults.clear();
  expect(changes).toEqual([]);
});
