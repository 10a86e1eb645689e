import type { Era } from '../catalog/era.ts';

/** How a wait ended: the time was up, the client had gone, or the catalog was reset meanwhile. */
export type WaitEnd = 'elapsed' | 'gone' | 'cut';

/** Waits some milliseconds (`Infinity` for ever), the client's patience or the era's end. */
export function wait(ms: number, era: Era, signal: AbortSignal | undefined): Promise<WaitEnd> {
  if (signal?.aborted) return Promise.resolve('gone');
  if (era.over) return Promise.resolve('cut');
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (end: WaitEnd) => {
      clearTimeout(timer);
      forgetEra();
      signal?.removeEventListener('abort', onAbort);
      resolve(end);
    };
    const onAbort = () => finish('gone');
    const forgetEra = era.onEnd(() => finish('cut'));
    signal?.addEventListener('abort', onAbort);
    if (ms !== Infinity) timer = setTimeout(finish, ms, 'elapsed');
  });
}
