import { STATUS_CODES } from 'node:http';
import { expect, test } from 'vitest';
import { phraseOf } from '../../src/contract/status-phrases.ts';

test('the phrase of each status is that of Node', () => {
  const codes = Object.keys(STATUS_CODES).map(Number);
  expect(Object.fromEntries(codes.map((code) => [code, phraseOf(code)]))).toEqual(STATUS_CODES);
});

test('a status that has no phrase is told by its number', () => {
  expect(phraseOf(499)).toBe('Status 499');
});
