// @vitest-environment happy-dom
import { expect } from 'vitest';
import { test } from 'pet-catalog-mock/vitest';
import { petNames } from '../src/api.ts';

test('a page has the mock', async ({ catalog }) => {
  expect(await petNames()).toHaveLength(25);
  expect(catalog.requests.count({ operation: 'listPets' })).toBe(1);
});

test('a page asks the server of the run, which is controlled past its CORS', async ({
  catalogServer,
}) => {
  await catalogServer.control.seed({ fixtures: [{ name: 'Rex' }] });
  expect(await petNames(catalogServer)).toEqual(['Rex']);
  expect(await catalogServer.control.pets.get('nobody')).toBeUndefined();
});
