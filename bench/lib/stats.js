/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * @param {number[]} values at least one
 * @returns {{ median: number, min: number, max: number }}
 */
export function spread(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * Median of the ratios within each round, so that a slow moment of the machine hits both sides.
 *
 * @param {Record<number, number>} values by round
 * @param {Record<number, number>} others by round
 * @returns {number | undefined} without a round that both have
 */
export function pairedRatio(values, others) {
  const ratios = Object.keys(values)
    .filter((round) => others[round] > 0)
    .map((round) => values[round] / others[round]);
  return ratios.length ? median(ratios) : undefined;
}
