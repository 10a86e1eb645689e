import { anyCall } from './kinds/calls.js';
import { anyChunks, anyDocument, anyLargeBody, anyLength } from './kinds/bodies.js';
import { anyControl } from './kinds/control.js';
import { anyHead, anyLine, anyTarget, anyUpgrade } from './kinds/heads.js';
import { mutate } from './kinds/json.js';
import { createRandom } from './random.js';

const kinds = [
  [6, anyCall],
  [2, anyTarget],
  [2, anyLine],
  [3, anyHead],
  [1, anyUpgrade],
  [3, anyChunks],
  [2, anyLength],
  [2, anyDocument],
  [1, anyLargeBody],
  [5, anyControl],
];

function anyPiece(random) {
  const piece = random.weigh(kinds)(random);
  if (!random.chance(0.04)) return piece;
  return { ...piece, kind: 'mutated', text: mutate(random, piece.text), isOdd: true };
}

/**
 * What is sent on one connection, to all servers of a group: each request after the answer to the one
 * before it, all in one segment, or cut anywhere. Where it `isOdd`, nobody can tell from the pieces how
 * many answers come.
 */
export function createCase(seed, number) {
  const random = createRandom(seed, number);
  const group = random.weigh([
    [8, 'plain'],
    [1, 'tls'],
    [2, 'mounted'],
  ]);
  const count = 1 + random.below(random.chance(0.3) ? 30 : 8);
  let pieces = Array.from({ length: count }, () => anyPiece(random));
  let pace = random.weigh([
    [5, 'one by one'],
    [3, 'at once'],
    [2, 'in parts'],
  ]);
  // What another app makes of requests behind each other is its own affair.
  if (group === 'mounted') {
    pace = 'one by one';
    pieces = pieces.map((piece) => ({
      ...piece,
      text: random.chance(0.9)
        ? piece.text.replace(/ \/(?=v2|__|docs|openapi)/, ' /mock/')
        : piece.text,
    }));
  }
  const isOdd = pieces.some((piece) => piece.isOdd);
  // An answer to HEAD can only be told from others while it is clear which one it is.
  const firstOdd = pieces.findIndex((piece) => piece.isOdd);
  pieces = pieces.map((piece, index) =>
    piece.method === 'HEAD' && isOdd && index >= firstOdd
      ? { ...piece, method: 'GET', text: piece.text.replace('HEAD', 'GET') }
      : piece,
  );
  return { number, group, pieces, pace, isOdd, steps: stepsOf(random, pieces, pace) };
}

/** What is written at once, and how many answers must have come, in all, before the next step. */
function stepsOf(random, pieces, pace) {
  const texts = pieces.map(({ text }) => Buffer.from(text, 'latin1'));
  if (pace === 'one by one') return texts.map((bytes, index) => ({ bytes, answers: index + 1 }));
  const all = Buffer.concat(texts);
  const cuts =
    pace === 'at once'
      ? []
      : Array.from({ length: 1 + random.below(4) }, () => random.below(all.length));
  const ends = [...cuts.toSorted((one, other) => one - other), all.length];
  return ends.map((end, index) => ({
    bytes: all.subarray(ends[index - 1] ?? 0, end),
    answers: index === ends.length - 1 ? pieces.length : 0,
  }));
}
