import { expect, test } from 'vitest';
import { serviceCases } from '../../src/verify/cases/index.ts';
import { rows } from '../../src/verify/report.ts';
import { read, rowsOf } from './support/documents.ts';

const table = rowsOf(read('docs/what-the-mock-answers.md')).map(([name]) =>
  name!.replaceAll('`', ''),
);

test('the cases know the rows of the table of gaps, in its order', () => {
  expect(rows).toEqual(table);
});

test('each row has cases', () => {
  const withCases = new Set(serviceCases.map(({ row }) => row));
  expect(rows.filter((row) => !withCases.has(row))).toEqual([]);
});
