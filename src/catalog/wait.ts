import { maxDelay } from '../contract/delay.ts';
import type { Lifetime } from './lifetime.ts';

/** How a wait ended: the time was up, the client had gone, or a lifetime was over. */
export type WaitEnd = 'elapsed' | 'gone' | 'cancelled';

/** Waits some milliseconds (`Infinity` for ever), or until the client goes or a lifetime ends. */
export function waitFor(
  ms: number,
  lifetimes: readonly Lifetime[],
  signal: AbortSignal | undefined,
): Promise<WaitEnd> {
  if (signal?.aborted) return Promise.resolve('gone');
  if (lifetimes.some(({ over }) => over)) return Promise.resolve('cancelled');
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (end: WaitEnd) => {
      clearTimeout(timer);
      for (const forget of forgets) forget();
      signal?.removeEventListener('abort', onAbort);
      resolve(end);
    };
    const onAbort = () => finish('gone');
    const forgets = lifetimes.map((lifetime) => lifetime.onEnd(() => finish('cancelled')));
    signal?.addEventListener('abort', onAbort);
    // For ever, too: without a timer, a process with nothing else to do would end, as that of
    // `AbortSignal.timeout()` does not keep it.
    timer = ms === Infinity ? setInterval(() => {}, maxDelay) : setTimeout(finish, ms, 'elapsed');
  });
}
