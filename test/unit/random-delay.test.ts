import { describe, expect, test } from 'vitest';
import { randomDelay } from '../../src/catalog/random-delay.ts';
/** Even numbers over the whole range, each once. */
function draws(delay: Parameters<typeof randomDelay>[0], count: number): number[] {
  return Array.from({ length: count }, (_, n) => randomDelay(delay, () => (n + 0.5) / count));
}

describe('a log-normal delay', () => {
  test.each([
    [300, 3000],
    [20, 25],
    [1000, 1_000_000],
  ])('has the median %d and the 99th percentile %d', (p50, p99) => {
    const all = draws({ p50, p99 }, 100_000).toSorted((a, b) => a - b);
    expect(all[50_000]! / p50).toBeCloseTo(1, 2);
    expect(all[99_000]! / p99).toBeCloseTo(1, 2);
    expect(all.every((ms) => Number.isInteger(ms) && ms >= 0)).toBe(true);
  });
});

test('a fixed delay draws nothing', () => {
  expect(randomDelay(250, expect.unreachable)).toBe(250);
});

test('a range is even, both ends included', () => {
  const all = draws({ min: 5, max: 7 }, 300);
  for (const ms of [5, 6, 7]) expect(all.filter((one) => one === ms)).toHaveLength(100);
});
