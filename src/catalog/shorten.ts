import { shorten } from '../contract/words.ts';

/** How much of a value is shown in a message, in characters. */
const longest = 60;
/** How much of what two long values have in common is shown before they differ. */
const inCommon = 20;

/** A text in quotes, shortened. */
export function quote(text: string): string {
  return `"${shorten(plain(text), longest)}"`;
}

/** A text without quotes, shortened and on one line. */
export function onOneLine(text: string): string {
  return shorten(plain(text).replaceAll('\\"', '"'), longest);
}

/** Two JSON values, redacted, and so short that one sees where they differ. */
export function shortenPair(
  one: unknown,
  other: unknown,
  redact: (text: string) => string = (text) => text,
): [string, string] {
  const [a, b] = [redact(plain(one)), redact(plain(other))];
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const isLong = a.length > longest || b.length > longest;
  const start = isLong && same + inCommon > longest ? same - inCommon : 0;
  const show = (value: unknown, text: string) => {
    const shown = shorten(start === 0 ? text : `…${endOf(text, start)}`, longest);
    return typeof value === 'string' ? `"${shown}"` : shown;
  };
  return [show(one, a), show(other, b)];
}

/** In JSON, texts without their quotes. */
function plain(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : toJson(value);
}

/** How much of a value is compared, in characters: more than the journal keeps of a body. */
const longestCompared = 64 * 1024;

/** The beginning of a value as JSON. `JSON.stringify` is recursive, and a body may be 8,000 levels deep. */
function toJson(root: unknown): string {
  let json = '';
  /** The arrays and objects that are being written, each in the one before it. */
  const open: { parts: Iterator<[string, unknown], undefined>; end: string; comma: string }[] = [];
  const write = (value: unknown) => {
    if (typeof value !== 'object' || value === null) json += JSON.stringify(value) ?? 'undefined';
    else {
      const end = Array.isArray(value) ? ']' : '}';
      json += end === ']' ? '[' : '{';
      open.push({ parts: Object.entries(value).values(), end, comma: '' });
    }
  };
  write(root);
  for (let last = open.at(-1); last && json.length <= longestCompared; last = open.at(-1)) {
    const { value: part } = last.parts.next();
    if (part === undefined) json += open.pop()!.end;
    else {
      json += last.end === ']' ? last.comma : `${last.comma}${JSON.stringify(part[0])}:`;
      last.comma = ',';
      write(part[1]);
    }
  }
  return json;
}

/** The end of a text that begins with a whole character. */
function endOf(text: string, start: number): string {
  return text.slice(start).replace(/^\p{Cs}/u, '');
}
