/** How much of a value is shown in a message, in characters. */
const longest = 60;
/** How much of what two long values have in common is shown before they differ. */
const inCommon = 20;

/** A text as it may stand in a message: its beginning. */
export function shorten(text: string, limit = longest): string {
  return text.length > limit ? `${cut(text, 0, limit)}…` : text;
}

/** Two values in JSON, so short that one sees where they differ. */
export function shortenPair(one: unknown, other: unknown): [string, string] {
  const [a, b] = [JSON.stringify(one) ?? String(one), JSON.stringify(other) ?? String(other)];
  if (a.length <= longest && b.length <= longest) return [a, b];
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const start = same + inCommon > longest ? same - inCommon : 0;
  const from = (text: string) => (start === 0 ? text : `…${cut(text, start, text.length)}`);
  return [shorten(from(a)), shorten(from(b))];
}

/** A part of a text that begins and ends with whole characters. */
function cut(text: string, start: number, end: number): string {
  const isHalf = (index: number) => /[\udc00-\udfff]/.test(text[index] ?? '');
  return text.slice(isHalf(start) ? start + 1 : start, isHalf(end) ? end - 1 : end);
}
