import * as v from 'valibot';
import { wholeNumber } from '../contract/input.ts';

/** The longest delay in milliseconds: what a timer can hold (2^31 - 1, about 24 days). */
export const maxDelay = 2 ** 31 - 1;

/** @internal */
export const milliseconds = wholeNumber(0, maxDelay);

/**
 * Milliseconds: always the same; a random number evenly from `min` to `max`, both included; or one of
 * a log-normal distribution, of which half are below `p50` and 99 of 100 below `p99`.
 */
export type Delay = number | { min: number; max: number } | { p50: number; p99: number };

const delayWords =
  'milliseconds: a whole number, {"min", "max"} with min no greater than max, or {"p50", "p99"} of ' +
  'at least 1 with p50 no greater than p99';
const percentile = wholeNumber(1, maxDelay);
/** @internal */
export const delaySchema = v.pipe(
  v.union(
    [
      milliseconds,
      v.pipe(
        v.strictObject({ min: milliseconds, max: milliseconds }),
        v.check(({ min, max }) => min <= max, delayWords),
      ),
      v.pipe(
        v.strictObject({ p50: percentile, p99: percentile }),
        v.check(({ p50, p99 }) => p50 <= p99, delayWords),
      ),
    ],
    delayWords,
  ),
  v.title('Delay'),
  v.description(
    'Milliseconds to wait before the response: always the same, a random number evenly from `min` to ' +
      '`max`, or one of a log-normal distribution with the median `p50` and the 99th percentile `p99`.',
  ),
);
