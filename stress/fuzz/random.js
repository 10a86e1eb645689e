/**
 * Random numbers that two whole numbers decide (mulberry32): the seed of a run, and the number of a
 * connection in it. So each connection can be made again alone.
 */
export function createRandom(seed, number) {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35);

  function next() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (count) => Math.floor(next() * count);
  const random = {
    /** A whole number from 0, below `count`. */
    below,
    /** @param {number} probability from 0 to 1 */
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)],
    /** Each of a list with the same probability, in their order. */
    some: (list, probability = 0.5) => list.filter(() => next() < probability),
    weigh(weighted) {
      let left = next() * weighted.reduce((sum, [weight]) => sum + weight, 0);
      return (weighted.find(([weight]) => (left -= weight) < 0) ?? weighted[0])[1];
    },
    /** Characters from an alphabet, up to `most`. */
    text: (alphabet, most) =>
      Array.from({ length: below(most + 1) }, () => alphabet[below(alphabet.length)]).join(''),
  };
  return random;
}

/** @typedef {ReturnType<typeof createRandom>} Random */
