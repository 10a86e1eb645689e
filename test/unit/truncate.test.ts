import { expect, test } from 'vitest';
import { byteLength, truncateText } from '../../src/contract/text.ts';

test.each([
  ['', ''],
  ['abcdef', 'abcdef'],
  ['abcdefg', 'abcdef'],
  ['abcd€', 'abcd'],
  ['abc€', 'abc€'],
  ['ab🐶', 'ab🐶'],
  ['abc🐶', 'abc'],
])('of %j six bytes are %j', (text, kept) => {
  expect(truncateText(text, 6)).toBe(kept);
});

test('a text that is short enough is kept as it is, also what UTF-8 cannot write', () => {
  for (const text of ['\ud800', '\ufeff', 'ab\ud800', '\ufeffabc', '\ud800'.repeat(2)]) {
    expect(truncateText(text, 6)).toBe(text);
  }
});

test('the length of a text is counted in bytes', () => {
  expect(['', 'a', 'ä', '€', '🐶'].map(byteLength)).toEqual([0, 1, 2, 3, 4]);
});
