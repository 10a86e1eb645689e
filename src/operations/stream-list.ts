import type { PetStore } from '../catalog/store.ts';
import { byteLength } from '../contract/byte-length.ts';
import type { ChunkedBody } from './response.ts';

/** A list that is no longer than this is made in one go, in code units: a millisecond or two. */
export const atOnce = 1024 * 1024;
/** A longer one is streamed in chunks of this length: quick to make and to collect. */
const chunkLength = 64 * 1024;

/**
 * The first `count` pets as a JSON array, streamed. It is measured first, with pauses, so that a list
 * of a million neither blocks others nor is ever in memory as a whole.
 */
export async function streamList(store: PetStore, count: number): Promise<ChunkedBody> {
  const toSend = store.slices(count, chunkLength);
  // Started now, both iterations are over the pets of now, whatever happens while they are paused.
  const first = toSend.next();
  let length = 1;
  for (const pets of store.slices(count, chunkLength)) {
    // A comma or a bracket comes after each pet.
    for (const json of pets) length += byteLength(json) + 1;
    // Seeded pets may have to be made for it: some milliseconds a chunk.
    await pause();
  }
  return {
    length,
    *[Symbol.iterator]() {
      if (first.done) return;
      yield `[${first.value.join(',')}`;
      for (const pets of toSend) yield `,${pets.join(',')}`;
      yield ']';
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
