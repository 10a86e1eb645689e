import { showPattern } from '../controls/body-matcher.ts';
import { shorten } from '../contract/text.ts';

/** The longest value in a message, in characters. */
const longest = 60;
/** The length of the common part that is shown before two long values differ. */
const inCommon = 20;

export function quote(text: string): string {
  return `"${shorten(plain(text), longest)}"`;
}

/** A text without quotes, shortened and on one line. */
export function onOneLine(text: string): string {
  return shorten(plain(text).replaceAll('\\"', '"'), longest);
}

/** Shortens what was sent and what is wanted to the part where they differ. */
export function shortenPair(sent: unknown, wanted: unknown): [string, string] {
  const [a, b] = [plain(sent), typeof wanted === 'string' ? plain(wanted) : showPattern(wanted)];
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const isLong = a.length > longest || b.length > longest;
  const start = isLong && same + inCommon > longest ? same - inCommon : 0;
  const show = (value: unknown, text: string) => {
    // Not within a character.
    const end = text.slice(start).replace(/^\p{Cs}/u, '');
    const shown = shorten(start === 0 ? text : `…${end}`, longest);
    return typeof value === 'string' ? `"${shown}"` : shown;
  };
  return [show(sent, a), show(wanted, b)];
}

/** Returns a value as JSON; a text without its quotes. */
function plain(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value).slice(1, -1);
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    // A body may be 8,000 levels deep.
    return 'too deep to be shown';
  }
}
