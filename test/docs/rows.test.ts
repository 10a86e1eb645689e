import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serviceCases } from '../../src/verify/cases/index.ts';
import { rows } from '../../src/verify/rows.ts';

const page = readFileSync(new URL('../../docs/what-the-mock-answers.md', import.meta.url), 'utf8');
const table = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|')[1]!.replaceAll('`', '').trim())
  .slice(2);

test('the cases know the rows of the table of gaps, in its order', () => {
  expect(rows).toEqual(table);
});

test('each row has cases', () => {
  const withCases = new Set(serviceCases.map(({ row }) => row));
  expect(rows.filter((row) => !withCases.has(row))).toEqual([]);
});

test('no two cases have the same name', () => {
  const names = serviceCases.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
