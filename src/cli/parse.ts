// From text, as a flag or a variable has it, to what an option takes. Text that is unfit stays as
// it is: the option's own check refuses it and says what is expected.

export function toText(text: string): string {
  return text;
}

export function toNumber(text: string): number | string {
  return /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

export function toBoolean(text: string): boolean | string {
  const word = text.trim().toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : text;
}

/** `250`, or `100-300`. */
export function toDelay(text: string): { min: number; max: number } | number | string {
  const range = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(text);
  return range ? { min: Number(range[1]), max: Number(range[2]) } : toNumber(text);
}

/** Keys separated by commas; a comma too many is none. */
export function toKeys(text: string): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
}

/** One origin, several separated by commas, or `false`. */
export function toOrigins(text: string): string | string[] | false {
  if (text.trim().toLowerCase() === 'false') return false;
  const origins = text.split(',').map((origin) => origin.trim());
  return origins.length === 1 ? origins[0]! : origins;
}

/**
 * A duration in milliseconds: `500ms`, `10s`, `1m`; a plain number is seconds. `undefined` when it
 * is none, is nothing, or is longer than a timer can hold (24 days).
 */
export function toDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim());
  if (!match) return undefined;
  const unit = match[2] === 'ms' ? 1 : match[2] === 'm' ? 60_000 : 1000;
  const milliseconds = Math.round(Number(match[1]) * unit);
  return milliseconds > 0 && milliseconds < 2 ** 31 ? milliseconds : undefined;
}
