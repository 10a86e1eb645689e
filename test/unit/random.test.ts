import { expect, test } from 'vitest';
import { following, random, uuid } from '../../src/catalog/random.ts';

// A snapshot holds a seed and positions: another version must go on from there as this one does.
test('the ids and the numbers of a seed are the same in each version', () => {
  expect(uuid(1, 0)).toBe('efba44b9-371b-4273-bf01-f4337f2bf337');
  expect(uuid(2 ** 32 + 7, 1000)).toBe('c9133595-39d3-4444-b0b3-cba961856089');
  expect([random(1, 4, 0), random(1, 4, 1), random(1, 5, 0)]).toEqual([
    0.1737150081899017, 0.17346581304445863, 0.03754450776614249,
  ]);
});

test('the numbers are at least 0 and less than 1, and spread over all of it', () => {
  const numbers = Array.from({ length: 1000 }, (_, n) => random(7, 4, n));
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  const tenths = new Set(numbers.map((number) => Math.floor(number * 10)));
  expect(tenths.size).toBe(10);
});

test('after the last position comes the first', () => {
  expect([0, 1, 2 ** 31 - 2, 2 ** 31 - 1].map(following)).toEqual([1, 2, 2 ** 31 - 1, 0]);
});
