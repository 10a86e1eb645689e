import { pairedRatio, spread } from './stats.js';

/** @param {number} value with as many digits as say something */
export function figure(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** @param {number[]} values */
export function spreadCell(values) {
  const { median, min, max } = spread(values);
  const range = values.length > 1 ? ` (${figure(min)}–${figure(max)})` : '';
  return `${figure(median)}${range}`;
}

/** @param {number | undefined} ratio */
export function ratioCell(ratio) {
  return ratio === undefined ? '–' : ratio < 0.0995 ? ratio.toPrecision(2) : ratio.toFixed(2);
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, index) => (index ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

/**
 * One figure of each measured round.
 *
 * @param {{ measured: { round: number }[] } | undefined} row
 * @param {string} field
 * @returns {Record<number, number>}
 */
export function byRound(row, field) {
  return Object.fromEntries((row?.measured ?? []).map((one) => [one.round, one[field]]));
}

/** @returns {number | undefined} the median of the ratios within each round */
export function ratioOf(row, other, field) {
  return row && other && pairedRatio(byRound(row, field), byRound(other, field));
}

/** @param {number} count */
export function pets(count) {
  return count.toLocaleString('en');
}
