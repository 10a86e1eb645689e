import { maxDelay, type Delay } from '../contract/delay.ts';

/** The standard normal distribution's 99th percentile. */
const z99 = 2.3263478740408408;

/**
 * @param nextRandom Gives an even random number from 0 (included) to 1 (excluded). It is called once,
 *   or not at all where nothing is random.
 */
export function randomDelay(delay: Delay, nextRandom: () => number): number {
  if (typeof delay === 'number') return delay;
  if ('min' in delay) return delay.min + Math.floor(nextRandom() * (delay.max - delay.min + 1));
  const { p50, p99 } = delay;
  const sigma = Math.log(p99 / p50) / z99;
  // Random numbers have 32 bits: in the middle of its step, none is 0.
  const z = normalQuantile(nextRandom() + 2 ** -33);
  return Math.min(Math.round(p50 * Math.exp(sigma * z)), maxDelay);
}

/**
 * The number below which a share of the standard normal distribution lies, to about 7 digits.
 *
 * M. J. Wichura, Algorithm AS 241: The Percentage Points of the Normal Distribution, Applied Statistics
 * 37 (1988), PPND7, without its outermost tails, which begin at 1.4e-11.
 *
 * @param share From 2^-33 to 1 - 2^-33.
 */
function normalQuantile(share: number): number {
  const q = share - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (
      (q * (((59.10937472 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179)) /
      (((67.1875636 * r + 78.757757664) * r + 17.895169469) * r + 1)
    );
  }
  const r = Math.sqrt(-Math.log(q < 0 ? share : 1 - share)) - 1.6;
  const z =
    (((0.17023821103 * r + 1.3067284816) * r + 2.75681539) * r + 1.4234372777) /
    ((0.12021132975 * r + 0.7370016425) * r + 1);
  return q < 0 ? -z : z;
}
