import type { PetStore } from '../catalog/store.ts';
import { byteLength } from './bytes.ts';
import type { BodyPieces } from './request.ts';

/** Up to so many pets, a list is made in one piece; it takes about a millisecond. */
export const piece = 10_000;

/**
 * The first `count` pets as a JSON array in pieces. It is measured first, with a pause after each
 * piece, so that a list of a million neither blocks others nor is ever in memory as a whole.
 */
export async function listInPieces(store: PetStore, count: number): Promise<BodyPieces> {
  const toSend = store.slices(count, piece);
  // Started now, both iterations are over the pets of now, whatever happens while they are paused.
  const first = toSend.next();
  let length = 1;
  for (const texts of store.slices(count, piece)) {
    // A comma or a bracket comes after each pet.
    for (const text of texts) length += byteLength(text) + 1;
    await pause();
  }
  return {
    length,
    *[Symbol.iterator]() {
      if (first.done) return;
      yield `[${first.value.join(',')}`;
      for (const texts of toSend) yield `,${texts.join(',')}`;
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
