import { expect, test } from 'vitest';
import { phraseOf } from '../../src/contract/status-phrases.ts';

test('a status that has no phrase is told by its number', () => {
  expect(phraseOf(499)).toBe('Status 499');
});
