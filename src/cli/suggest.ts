import { closestMatch } from 'leven';

/** What a misspelt word was probably meant to be; `undefined` when nothing is like it. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  return closestMatch(word, candidates, { maxDistance: Math.ceil(word.length / 2) });
}
