import { expect, test } from 'vitest';
import { dialectValues } from '../../src/contract/dialect.ts';
import { rowsOf } from './support/documents.ts';

test('the table of a dialect has the fields of the code, with their values', () => {
  const expected = Object.entries(dialectValues).map(([field, values]) => {
    const words = values.map((value: unknown) => JSON.stringify(value) ?? 'none, a whole number');
    return [field, words.join(', ')];
  });
  expect(rowsOf('docs/verify.md', '## Dialect').map((cells) => cells.slice(0, 2))).toEqual(
    expected,
  );
});
