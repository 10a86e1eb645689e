import { escaped } from '../contract/text.ts';

/**
 * Characters that must not reach a terminal or break a line: control characters (C0, DEL, C1), the line and
 * paragraph separators, and marks that turn the direction of text around.
 */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Text for one line: unsafe characters are written as JSON escapes. */
export function clean(text: string): string {
  return text.replace(unsafe, escaped);
}

/** Text of several lines: as `clean`, but lines and tabs stay. */
export function cleanLines(text: string): string {
  return text.replace(/[^\n\t]+/g, clean);
}

/** The most causes of an error that are logged. */
const depth = 5;

/** With the causes, and without other properties, which may hold a request with its headers. */
export function stackOf(error: unknown): string {
  const parts: string[] = [];
  try {
    for (let next = error; next !== undefined && parts.length < depth;) {
      parts.push(next instanceof Error ? String(next.stack ?? next) : String(next));
      next = next instanceof Error ? next.cause : undefined;
    }
  } catch {
    parts.push('something that cannot be shown was thrown');
  }
  return parts.length === 0 ? 'undefined was thrown' : parts.join('\nCaused by: ');
}
