import { describe, expect, test } from 'vitest';
import { uuid } from '../../src/catalog/random.ts';
import { emptyCatalog, statusesOf } from '../support/catalog.ts';

const last = 2 ** 31 - 1;
const good = emptyCatalog().snapshot();
const fault = { id: 'fault-1', status: 500, calls: 0, hits: 0 };

describe('a counter of a snapshot', () => {
  test('at its bound goes on from the beginning, and ids stay unique', () => {
    const catalog = emptyCatalog();
    const first = catalog.pets.create({ name: 'first' });
    catalog.restore({ ...catalog.snapshot(), nextId: last - 1 });
    const ids = [first, ...Array.from({ length: 4 }, () => catalog.pets.create({ name: '' }))].map(
      ({ id }) => id,
    );
    expect(ids).toEqual([0, last - 1, last, 1, 2].map((n) => uuid(good.seed, n)));
    expect(catalog.pets.count()).toBe(5);
    const copy = emptyCatalog();
    copy.restore(catalog.snapshot());
    expect(copy.pets.create({ name: '' })).toEqual(catalog.pets.create({ name: '' }));
  });

  test('of faults at its bound goes on from the beginning, past those that are active', () => {
    const { faults, restore, snapshot } = emptyCatalog();
    restore({ ...good, nextFault: last, faults: [fault, { ...fault, id: `fault-${last}` }] });
    const added = [1, 2].map(() => faults.add({ status: 500 }));
    expect(added).toEqual(['fault-2', 'fault-3']);
    restore(snapshot());
  });

  test('of calls and hits at its bound leaves a snapshot that can be restored', async () => {
    const catalog = emptyCatalog({ delay: { min: 0, max: 1 } });
    catalog.restore({
      ...good,
      calls: last,
      faults: [{ ...fault, rate: 1, calls: last, hits: last }],
    });
    expect(await statusesOf(catalog, 3)).toEqual([500, 500, 500]);
    const after = catalog.snapshot();
    expect(after).toMatchObject({ calls: 2, faults: [{ calls: 2, hits: last }] });
    catalog.restore(after);
    expect(catalog.snapshot()).toEqual(after);
  });
});
