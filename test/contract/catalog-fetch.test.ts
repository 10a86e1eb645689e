import { expect, test } from 'vitest';
import { dialectValues } from '../../src/contract/dialect.ts';
import type { Dialect } from '../../src/index.ts';
import { catalogFetch } from '../support/hosts-in-process.ts';
import { runContract } from '../support/run-contract.ts';
import { contractCases } from './cases.ts';
import { dialectCases } from './dialect-cases.ts';

runContract(catalogFetch);

test('no two cases of the table have the same name', () => {
  const names = [...contractCases, ...dialectCases].map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('each value of each field of a dialect has a case', () => {
  const has = (field: string, value: unknown) =>
    dialectCases.some(({ options }) => options?.dialect?.[field as keyof Dialect] === value);
  const values = Object.entries(dialectValues).flatMap(([field, all]) =>
    all.map((value: unknown) => [field, value] as const),
  );
  expect(values.length).toBeGreaterThan(20);
  expect(values.filter(([field, value]) => !has(field, value))).toEqual([]);
  expect(dialectCases.some(({ options }) => options?.dialect?.defaultLimit)).toBe(true);
  expect(dialectCases.some(({ options }) => options?.dialect?.maxLimit)).toBe(true);
});
