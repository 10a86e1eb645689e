import type { Era } from '../catalog/era.ts';

/** How a wait ended: the time was up, the client had gone, or the catalog was reset meanwhile. */
export type WaitEnd = 'elapsed' | 'gone' | 'cut';

/** Waits some milliseconds (`Infinity` for ever), the client's patience or the end of an era. */
export function wait(
  ms: number,
  eras: readonly Era[],
  signal: AbortSignal | undefined,
): Promise<WaitEnd> {
  if (signal?.aborted) return Promise.resolve('gone');
  if (eras.some(({ over }) => over)) return Promise.resolve('cut');
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (end: WaitEnd) => {
      clearTimeout(timer);
      for (const forget of forgets) forget();
      signal?.removeEventListener('abort', onAbort);
      resolve(end);
    };
    const onAbort = () => finish('gone');
    const forgets = eras.map((era) => era.onEnd(() => finish('cut')));
    signal?.addEventListener('abort', onAbort);
    if (ms !== Infinity) timer = setTimeout(finish, ms, 'elapsed');
  });
}
