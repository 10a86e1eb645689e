import { expect, test } from 'vitest';
import { serviceCases } from '../../src/verify/cases/index.ts';
import { rows } from '../../src/verify/report.ts';
import { rowsOf } from './support/documents.ts';

test('the cases know the rows of the table of gaps, in its order', () => {
  const table = rowsOf('docs/service.md', '## What the mock answers');
  expect(rows).toEqual(table.map(([name]) => name));
});

test('each row has cases', () => {
  const withCases = new Set(serviceCases.map(({ row }) => row));
  expect(rows.filter((row) => !withCases.has(row))).toEqual([]);
});

test('the table says that a compressed body is refused', () => {
  const [, answer] = rowsOf('docs/service.md', '## What the mock answers').find(
    ([name]) => name === 'Body of a create',
  )!;
  expect(answer).toContain('Content-Encoding: gzip is 415');
});
