import { shorten } from '../../contract/words.ts';

/** The longest result, in characters: some 25,000 tokens, the most that clients take. */
const longest = 100_000;
/** How much of a text in a journal entry is shown, in characters. */
const longestText = 1000;

/** A result as JSON text. @param isShortened Long texts in it are cut. @throws when it is too long. */
export function toText(value: unknown, isShortened = false): string {
  const text = JSON.stringify(value, (_name, part: unknown) =>
    isShortened && typeof part === 'string' ? shorten(part, longestText) : part,
  );
  if (text.length <= longest) return text;
  throw new Error(
    `The result has ${text.length} characters, and ${longest} at most are sent: ask for less, with ` +
      '"limit" for example, or read it over HTTP',
  );
}
