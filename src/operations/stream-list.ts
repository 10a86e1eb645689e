import { byteLength } from '../contract/byte-length.ts';
import type { ChunkedBody } from './response.ts';

/** A list that is no longer than this is made in one go, in code units: a millisecond or two. */
export const atOnce = 1024 * 1024;
/** How long a chunk is at least, and what is measured before others have their turn. */
const chunk = 64 * 1024;

/**
 * Items that never change as an array in a JSON text, streamed. It is measured first, with pauses, so
 * that a list of a million neither blocks others nor is ever in memory as a whole.
 */
export async function streamArray<T>(
  start: string,
  items: readonly T[],
  end: string,
  toJson: (item: T) => string,
): Promise<ChunkedBody> {
  let length = byteLength(start) + byteLength(end) + Math.max(0, items.length - 1);
  let sincePause = 0;
  for (const item of items) {
    const bytes = byteLength(toJson(item));
    length += bytes;
    sincePause += bytes;
    if (sincePause < chunk) continue;
    sincePause = 0;
    await pause();
  }
  return {
    length,
    *[Symbol.iterator]() {
      // Many short ones make one chunk.
      let part = start;
      for (const [index, item] of items.entries()) {
        part += (index === 0 ? '' : ',') + toJson(item);
        if (part.length < chunk) continue;
        yield part;
        part = '';
      }
      yield part + end;
    },
  };
}

/** Lets everything else that is due have its turn. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
