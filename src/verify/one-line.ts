import { escaped } from '../contract/words.ts';

/** What a terminal, XML or a reader would take for something else is escaped as in JSON. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufffe\uffff]/gu, escaped);
}
