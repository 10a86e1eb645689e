import { getEventListeners } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLifetime } from '../../src/catalog/lifetime.ts';
import { maxDelay } from '../../src/controls/delay.ts';
import { waitFor } from '../../src/catalog/wait.ts';

test('a wait for a client that has gone, or in a lifetime that is over, ends at once', async () => {
  const over = createLifetime();
  over.end();
  expect(await waitFor(Infinity, [], AbortSignal.abort())).toBe('gone');
  expect(await waitFor(Infinity, [createLifetime(), over], undefined)).toBe('cancelled');
});

test('a wait for ever is not over when the longest timer is', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lifetime = createLifetime();
  const wait = waitFor(Infinity, [lifetime], undefined);
  await vi.advanceTimersByTimeAsync(maxDelay);
  lifetime.end();
  expect(await wait).toBe('cancelled');
});

test('a wait for ever keeps a process that waits for nothing else', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  const lifetime = createLifetime();
  const wait = waitFor(Infinity, [lifetime], undefined);
  expect(timers()).toBe(before + 1);
  lifetime.end();
  await wait;
  expect(timers()).toBe(before);
});

test('a wait that has ended holds on to nothing', async () => {
  const { signal } = new AbortController();
  const lifetime = createLifetime();
  const wait = waitFor(1, [lifetime], signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await wait;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
