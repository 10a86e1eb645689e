import { maxDelay, type Delay } from '../controls/delay.ts';

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
 * The number below which a share of the standard normal distribution lies, to less than 0.0005
 * (M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 1964, 26.2.23).
 */
function normalQuantile(share: number): number {
  const t = Math.sqrt(-2 * Math.log(Math.min(share, 1 - share)));
  const z =
    t -
    ((0.010328 * t + 0.802853) * t + 2.515517) /
      (((0.001308 * t + 0.189269) * t + 1.432788) * t + 1);
  return share < 0.5 ? -z : z;
}
