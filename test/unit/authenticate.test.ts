import { expect, test } from 'vitest';
import { readApiKey } from '../../src/operations/authenticate.ts';

test.each([
  ['key', 'key'],
  [' \tkey ', 'key'],
  [['one', 'other'], 'one, other'],
  ['', undefined],
  [' ', undefined],
  [', ', undefined],
  [['', '', ''], undefined],
  [',', ','],
  [', key', ', key'],
  [undefined, undefined],
])('the header %j holds the key %j', (header, key) => {
  expect(readApiKey(header)).toBe(key);
});
