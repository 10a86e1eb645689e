import { expect, test } from 'vitest';
import { readApiKey } from '../../src/service/authenticate.ts';

test.each([
  [' \tkey ', 'key'],
  [['one', 'other'], 'one, other'],
  [', key', ', key'],
])('the header %j holds the key %j', (header, key) => {
  expect(readApiKey(header)).toBe(key);
});
