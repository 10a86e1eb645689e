import { maxDelay } from '../controls/delay.ts';
import type { Lifetime } from './lifetime.ts';
import type { Timers } from './real-timers.ts';

/** How a wait ended: the time was up, the client had gone, or a lifetime ended. */
export type WaitEnd = 'elapsed' | 'gone' | 'woken';

/**
 * Waits some milliseconds (`Infinity` for ever), or until the client goes or a lifetime ends.
 *
 * @param timers Default: the global ones, so that fake timers move a delayed answer.
 */
export function waitFor(
  ms: number,
  lifetimes: readonly Lifetime[],
  signal: AbortSignal | undefined,
  timers: Timers = globalThis as Timers,
): Promise<WaitEnd> {
  if (signal?.aborted) return Promise.resolve('gone');
  if (lifetimes.some(({ over }) => over)) return Promise.resolve('woken');
  return new Promise((resolve) => {
    let timer: unknown;
    const finish = (end: WaitEnd) => {
      timers.clearTimeout(timer);
      for (const forget of forgets) forget();
      signal?.removeEventListener('abort', onAbort);
      resolve(end);
    };
    const onAbort = () => finish('gone');
    const forgets = lifetimes.map((lifetime) => lifetime.onEnd(() => finish('woken')));
    signal?.addEventListener('abort', onAbort);
    // An endless wait has a timer too: without it, a process that has nothing else to do would end.
    timer =
      ms === Infinity
        ? timers.setInterval(() => {}, maxDelay)
        : timers.setTimeout(() => finish('elapsed'), ms);
  });
}
