// #region start
import { expect } from 'vitest';
import { test } from 'pet-catalog-mock/vitest';
import { addPet, petNames } from '../src/api.ts';

test('a full catalog is no crash', async ({ catalog }) => {
  catalog.faults.add({ operation: 'createPet', status: 507 });

  expect(await addPet('Rex')).toBe('There is no room for another pet');

  catalog.requests.verify({ operation: 'createPet', body: { name: 'Rex' } }, { count: 1 });
});

test('the service is mocked, whether or not a test names the catalog', async () => {
  expect(await petNames()).toHaveLength(25);
});
// #endregion
