import { expect, test } from 'vitest';
import { catalogFetch } from '../support/hosts-in-process.ts';
import { runContract } from '../support/run-contract.ts';
import { contractCases } from './cases.ts';
import { dialectCases, valuesLeftOut } from './dialect-cases.ts';

runContract(catalogFetch);

test('no two cases of the table have the same name', () => {
  const names = [...contractCases, ...dialectCases].map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('each value of a dialect except the defaults has a case', () => {
  expect(valuesLeftOut(dialectCases.map(({ options }) => options!.dialect!))).toEqual([]);
});
