/** How much of a value is shown in a message, in characters. */
const longest = 60;
/** How much of what two long values have in common is shown before they differ. */
const inCommon = 20;

/** A text as it may stand in a message: its beginning. */
export function shorten(text: string, limit = longest): string {
  return text.length > limit ? `${cut(text, 0, limit)}…` : text;
}

/** A text in quotes, shortened. */
export function quote(text: string): string {
  return `"${shorten(JSON.stringify(text).slice(1, -1))}"`;
}

/** A text without quotes, shortened and on one line. */
export function onOneLine(text: string): string {
  return shorten(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"'));
}

/** Two JSON values, so short that one sees where they differ. */
export function shortenPair(one: unknown, other: unknown): [string, string] {
  const [a, b] = [plain(one), plain(other)];
  const same = sharedLength(a, b);
  const isLong = a.length > longest || b.length > longest;
  const start = isLong && same + inCommon > longest ? same - inCommon : 0;
  const show = (value: unknown, text: string) => {
    const shown = shorten(start === 0 ? text : `…${cut(text, start, text.length)}`);
    return typeof value === 'string' ? `"${shown}"` : shown;
  };
  return [show(one, a), show(other, b)];
}

/** In JSON, texts without their quotes. */
function plain(value: unknown): string {
  const json = JSON.stringify(value) ?? 'undefined';
  return typeof value === 'string' ? json.slice(1, -1) : json;
}

function sharedLength(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same;
}

/** A part of a text that begins and ends with whole characters. */
function cut(text: string, start: number, end: number): string {
  const isHalf = (index: number) => /[\udc00-\udfff]/.test(text[index] ?? '');
  return text.slice(isHalf(start) ? start + 1 : start, isHalf(end) ? end - 1 : end);
}
