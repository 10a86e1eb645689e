import { expect, test } from 'vitest';
import { catalogFetch } from '../support/hosts-in-process.ts';
import { runContract } from '../support/run-contract.ts';
import { contractCases } from './cases/index.ts';

runContract(catalogFetch);

test('no two cases of the table have the same name', () => {
  const names = contractCases.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
