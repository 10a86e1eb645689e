import type { PetStore } from '../catalog/store.ts';
import type { Pet } from '../contract/pet.ts';
import { byteLength } from './bytes.ts';
import type { BodyPieces } from './request.ts';

/** Up to so many pets, a list is made in one piece. */
export const piece = 2000;

/**
 * The first `count` pets as a JSON array in pieces. It is measured first, with a pause after each
 * piece, so that a list of a million neither blocks others nor is ever in memory as a whole.
 */
export async function listInPieces(store: PetStore, count: number): Promise<BodyPieces> {
  // Two iterations over one state: nothing runs between these lines.
  const toMeasure = inPieces(store.first(count));
  const toSend = inPieces(store.first(count));
  // Started now, a generator holds on to the pets of now.
  const first = toSend.next();
  let length = 0;
  for (const text of toMeasure) {
    length += byteLength(text);
    await pause();
  }
  return {
    length,
    *[Symbol.iterator]() {
      if (first.done) return;
      yield first.value;
      yield* toSend;
    },
  };
}

function* inPieces(pets: Iterable<Pet>): Generator<string> {
  let slice: Pet[] = [];
  let open = '[';
  for (const pet of pets) {
    slice.push(pet);
    if (slice.length === piece) {
      yield open + JSON.stringify(slice).slice(1, -1);
      open = ',';
      slice = [];
    }
  }
  if (slice.length > 0) {
    yield open + JSON.stringify(slice).slice(1, -1);
    open = ',';
  }
  yield open === '[' ? '[]' : ']';
}

/** Lets everything else that is due have its turn. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
