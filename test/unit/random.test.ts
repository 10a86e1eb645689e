import { expect, test } from 'vitest';
import { random, uuid } from '../../src/catalog/random.ts';

// A snapshot holds a seed and positions: another version must go on from there as this one does.
test('the ids and the numbers of a seed are the same in each version', () => {
  expect(uuid(1, 0)).toBe('efba44b9-371b-4273-bf01-f4337f2bf337');
  expect(uuid(2 ** 32 + 7, 1000)).toBe('c9133595-39d3-4444-b0b3-cba961856089');
  expect([random(1, 4, 0), random(1, 4, 1), random(1, 5, 0)]).toEqual([
    0.1737150081899017, 0.17346581304445863, 0.03754450776614249,
  ]);
});
