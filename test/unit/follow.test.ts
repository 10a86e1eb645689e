import { expect, onTestFinished, test, vi } from 'vitest';
import { changePace, follow } from '../../src/catalog/follow.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { emptyCatalog } from '../support/catalog.ts';

/** A catalog, what its follower is told, and what ends that. */
function followed() {
  const { common } = serviceOf(emptyCatalog()).catalogs;
  const told: string[] = [];
  const end = follow(common, (event) => told.push(event));
  return { common, told, end };
}

test('a follower gets the first change at once, and later ones at most every 100 ms', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { common, told, end } = followed();
  common.pets.create({ name: 'Rex' });
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['pets']);
  for (const name of ['Max', 'Ben']) common.pets.create({ name });
  vi.advanceTimersByTime(changePace - 2);
  expect(told).toEqual(['pets']);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['pets', 'pets']);
  common.reset();
  common.requests.clear();
  expect(told.slice(2)).toEqual(['reset', 'cleared']);
  end();
  common.reset();
  expect(told).toHaveLength(4);
});
