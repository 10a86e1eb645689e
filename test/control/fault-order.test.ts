import { expect, onTestFinished, test, vi } from 'vitest';
import type { Fault } from '../../src/index.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';
test.each<[Fault, delay: number, expected: number, words: string]>([
  [{ status: 503, delay: 30 }, 1234, 503, '503, after 30 ms'],
  // Its own delay is how long the answer takes to come.
  [{ network: 'dribble', delay: 30 }, 1204, 200, 'response in small pieces, over 30 ms'],
])('the delays of all add up before %j', async (fault, delay, expected, words) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const catalog = emptyCatalog({ delay: 1000 });
  catalog.faults.add({ delay: 200 });
  catalog.faults.add(fault);
  let status: number | undefined;
  void ask(catalog, { headers: { Prefer: 'delay=4' } }).then((answer) => (status = answer.status));
  await vi.advanceTimersByTimeAsync(delay - 1);
  expect(status).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(status).toBe(expected);
  expect(catalog.requests.list()[0]?.faultText).toBe(`${words}; 200 ms slower; 4 ms slower`);
});
