import { expect, test } from 'vitest';
import { onOneLine } from '../../src/contract/text.ts';
import { create } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';

test('control characters are shown as escapes', () => {
  expect(onOneLine('a\0b\nc\u0085d\u2028e')).toBe('a\\u0000b\\u000ac\\u0085d\\u2028e');
  expect(onOneLine('\u2029')).toBe('\\u2029');
});

test('the message about bad JSON is one line', async () => {
  const response = await ask(emptyCatalog(), { ...create({}), body: '\0\n' });
  const { error } = (await response.json()) as { error: string };
  expect(error).toMatch(/^The request body is not valid JSON: .*\\u0000.*$/);
});
