import type { ClientLimits } from '../client-limits.ts';
import { messages } from './messages.ts';
import { AdminError } from './route.ts';

/** How many control bodies above 1 MiB are in memory at a time: each takes several times its length. */
export const mostBodies = 2;

/**
 * Turns for long bodies: a request that gets none has its body left unread meanwhile, so that its
 * client waits.
 *
 * @param time How long one waits for its turn, in milliseconds.
 */
export function createBodyTurns(time: number) {
  let taken = 0;
  const waiting = new Set<() => void>();
  const end = () => {
    const [next] = waiting;
    if (next) next();
    else taken--;
  };
  /**
   * @param signal Aborts when nobody waits for the turn any more.
   * @returns A function that ends the turn.
   * @throws AdminError when it does not come in time; the reason of the signal.
   */
  return async (signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted();
    if (taken < mostBodies) {
      taken++;
      return end;
    }
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        waiting.delete(begin);
        signal.removeEventListener('abort', onAbort);
        act();
      };
      const begin = () => settle(() => resolve(end));
      const onAbort = () => settle(() => reject(signal.reason as Error));
      const headers = { 'retry-after': String(Math.ceil(time / 1000)), connection: 'close' };
      const busy = new AdminError(503, messages.busy, headers);
      const timer = setTimeout(() => settle(() => reject(busy)), time);
      waiting.add(begin);
      signal.addEventListener('abort', onAbort);
    });
  };
}

export type BodyLimits = Pick<ClientLimits, 'bodyPauseTime' | 'requestTime'>;

/**
 * The chunks of a body, as long as its client sends some.
 *
 * @throws AdminError
 */
export async function* chunksInTime(chunks: AsyncIterator<Buffer>, limits: BodyLimits) {
  let left = limits.requestTime;
  try {
    for (;;) {
      const since = performance.now();
      const next = await inTime(chunks.next(), Math.min(limits.bodyPauseTime, Math.max(0, left)));
      left -= performance.now() - since;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited, as it waits for the next chunk, too.
    chunks.return?.().catch(() => {});
  }
}

async function inTime<T>(promise: Promise<T>, time: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const refuse = () =>
      reject(new AdminError(408, 'The request did not arrive in time', { connection: 'close' }));
    // What came while the server was busy is read first.
    timer = setTimeout(() => setImmediate(refuse), time);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
