import { describe, expect, test } from 'vitest';
import { randomDelay } from '../../src/catalog/random-delay.ts';
import { maxDelay } from '../../src/controls/delay.ts';

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

  // Of the standard normal distribution, from a table.
  test.each([
    [0.001, -3.0902323062],
    [0.025, -1.9599639845],
    [0.075, -1.4395314709],
    [0.5, 0],
    [0.93, 1.4757910282],
    [0.999, 3.0902323062],
  ])('has its quantile %d at %d standard deviations', (share, z) => {
    const sigma = Math.log(4) / 2.3263478740408408;
    const ms = randomDelay({ p50: 1e8, p99: 4e8 }, () => share);
    expect(Math.log(ms / 1e8) / sigma).toBeCloseTo(z, 3);
  });

  test('stays below the longest timer for every random number', () => {
    for (const share of [0, 0.5, 1 - 2 ** -32]) {
      for (const delay of [
        { p50: 1, p99: maxDelay },
        { p50: maxDelay, p99: maxDelay },
        { p50: 7, p99: 7 },
      ]) {
        const ms = randomDelay(delay, () => share);
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(maxDelay);
        if (delay.p50 === delay.p99) expect(ms).toBe(delay.p50);
      }
    }
  });
});

test('a fixed delay draws nothing', () => {
  expect(randomDelay(250, expect.unreachable)).toBe(250);
});

test('a range is even, both ends included', () => {
  const all = draws({ min: 5, max: 7 }, 300);
  for (const ms of [5, 6, 7]) expect(all.filter((one) => one === ms)).toHaveLength(100);
});
