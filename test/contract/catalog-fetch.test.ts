import { expect, test } from 'vitest';
import { dialectValues } from '../../src/contract/dialect.ts';
import { catalogFetch } from '../support/hosts-in-process.ts';
import { runContract } from '../support/run-contract.ts';
import { contractCases } from './cases.ts';
import { dialectCases } from './dialect-cases.ts';

runContract(catalogFetch);

test('no two cases of the table have the same name', () => {
  const names = [...contractCases, ...dialectCases].map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('each value of each field of a dialect that is no default has a case', () => {
  const fields = dialectCases.flatMap(({ options }) => Object.entries(options!.dialect!));
  const others = Object.entries(dialectValues).flatMap(([field, values]) =>
    values.slice(1).map((value: unknown) => String([field, value])),
  );
  expect(fields.map(String)).toEqual(expect.arrayContaining(others));
  const names = fields.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(dialectValues)));
});
