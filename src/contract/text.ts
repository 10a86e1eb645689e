const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the length of a text in bytes of UTF-8. Node counts them without making them. */
export const byteLength: (text: string) => number =
  typeof Buffer === 'function' && typeof Buffer.byteLength === 'function'
    ? (text) => Buffer.byteLength(text)
    : (text) => encoder.encode(text).byteLength;

/**
 * Truncates a text to `limit` bytes of UTF-8, never within a character. It returns a copy, because a
 * slice would keep the whole text in memory.
 */
export function truncateText(text: string, limit: number): string {
  // A code unit is three bytes at most.
  if (text.length * 3 <= limit) return text;
  const bytes = new Uint8Array(limit);
  const { read, written } = encoder.encodeInto(text.slice(0, limit), bytes);
  return read === text.length ? text : decoder.decode(bytes.subarray(0, written));
}

/** `1,204`. */
export function count(value: number): string {
  return value.toLocaleString('en');
}

/** `1 pet`, `25 pets`. */
export function countOf(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** `8 ms`, `0.4 ms`, `2.05 s`, `<0.1 ms`. */
export function duration(milliseconds: number): string {
  if (milliseconds > 0 && milliseconds < 0.05) return '<0.1 ms';
  if (milliseconds >= 1000) return `${trim(milliseconds / 1000, 2)} s`;
  return `${trim(milliseconds, milliseconds < 10 ? 1 : 0)} ms`;
}

/** Shortens a text for a row, never within a character. */
export function shorten(text: string, length = 120): string {
  if (text.length <= length) return text;
  const end = /[\uD800-\uDBFF]/.test(text[length - 1]!) ? length - 1 : length;
  return `${text.slice(0, end)}…`;
}

/** `"name", "tag" and "id"`. To make an `Intl.ListFormat` for it takes 9 ms of each start. */
export function quoted(names: readonly string[]): string {
  const all = names.map((name) => `"${name}"`).join(', ');
  return all.replace(/, (?=[^,]*$)/, ' and ');
}

/** A character as an escape of JSON: `\u001b`. */
export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Escapes control characters and the like as JSON does, because terminals and XML would interpret them. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufffe\uffff]/gu, escaped);
}

function trim(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
