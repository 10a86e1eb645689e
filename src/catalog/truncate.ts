import { bodyLimit } from '../controls/sent-bodies.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Never cuts a character in half. What is shortened is a copy: a slice would hold on to the whole text. */
export function truncateText(text: string, limit = bodyLimit): string {
  // A code unit is three bytes at most.
  if (text.length * 3 <= limit) return text;
  const bytes = new Uint8Array(limit);
  const { read, written } = encoder.encodeInto(text.slice(0, limit), bytes);
  return read === text.length ? text : decoder.decode(bytes.subarray(0, written));
}
