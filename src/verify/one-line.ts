/** What a terminal, XML or a reader would take for something else is escaped as in JSON. */
export function onOneLine(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufffe\uffff]/gu,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
