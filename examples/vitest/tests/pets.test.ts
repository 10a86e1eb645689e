import { http, HttpResponse } from 'msw';
import { describe, expect } from 'vitest';
import { test } from 'pet-catalog-mock/vitest';
import { addPet, petNames } from '../src/api.ts';

test('the service is mocked, whether or not a test names the catalog', async () => {
  expect(await petNames()).toHaveLength(25);
});

// #region fault
test('a full catalog is no crash', async ({ catalog }) => {
  catalog.faults.add({ operation: 'createPet', status: 507 });

  expect(await addPet('Rex')).toBe('There is no room for another pet');

  catalog.requests.verify({ operation: 'createPet', body: { name: 'Rex' } }, { count: 1 });
});
// #endregion

// #region override
describe('with three pets', () => {
  test.override({ catalogOptions: { pets: 3 } });

  test('all of them are listed', async ({ catalog }) => {
    expect(await petNames()).toEqual(
      catalog.pets
        .list()
        .map(({ name }) => name)
        .sort(),
    );
  });
});
// #endregion

// #region network
test('handlers of your own come before the mock, until the test ends', async ({ network }) => {
  network.use(http.get('*/v2/pets', () => HttpResponse.json([])));

  expect(await petNames()).toEqual([]);
});
// #endregion
