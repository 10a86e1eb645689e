// #region server
import { expect } from 'vitest';
import { test } from 'pet-catalog-mock/vitest';
import { addPet, petNames } from '../src/api.ts';

test('an app in another process asks the server of the run', async ({ catalogServer }) => {
  const { url, headers, control } = catalogServer; // the app gets `url` and sends `headers`
  await control.seed({ fixtures: [{ name: 'Rex' }] });

  await addPet('Max', { url, headers });

  expect(await petNames({ url, headers })).toEqual(['Rex', 'Max']);
  await control.requests.verify({ operation: 'createPet' }, { count: 1 });
});
// #endregion

test('the next test begins with the seeded pets', async ({ catalogServer, catalog }) => {
  expect(await petNames(catalogServer)).toHaveLength(25);
  expect(catalog.requests.count()).toBe(0);
});
