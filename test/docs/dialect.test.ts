import { expect, test } from 'vitest';
import { dialectValues } from '../../src/contract/dialect.ts';
import { read, rowsOf } from './support/documents.ts';

test('the table of a dialect has the fields of the code, with their values', () => {
  const rows = rowsOf(read('docs/dialect.md')).map(([field, values]) => [
    field!.replaceAll('`', ''),
    values!.replaceAll('`', ''),
  ]);
  const expected = Object.entries(dialectValues).map(([field, values]) => {
    const words = values.map((value: unknown) => JSON.stringify(value) ?? 'none, a whole number');
    return [field, words.join(', ')];
  });
  expect(rows).toEqual(expected);
});
