import * as v from 'valibot';

/** A whole number from `least` to `most`, both included, with the words for it. */
export const wholeNumber = (least: number, most: number) => {
  const words =
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${least}`
      : `a whole number from ${least} to ${most}`;
  return v.pipe(
    v.number(words),
    v.integer(words),
    v.minValue(least, words),
    v.maxValue(most, words),
  );
};
