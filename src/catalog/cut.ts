/** How much of a body the journal keeps, in bytes. */
export const bodyLimit = 16 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The beginning of a text, at most `limit` bytes in UTF-8 and never half a character. What is cut is
 * a copy: a slice would hold on to the whole text.
 */
export function cutText(text: string, limit = bodyLimit): string {
  // A code unit is three bytes at most.
  if (text.length * 3 <= limit) return text;
  const bytes = new Uint8Array(limit);
  const { read, written } = encoder.encodeInto(text, bytes);
  return read === text.length ? text : decoder.decode(bytes.subarray(0, written));
}
