// #region network
import { http, HttpResponse } from 'msw';
import { expect } from 'vitest';
import { test } from 'pet-catalog-mock/vitest';
import { petNames } from '../src/api.ts';

test('your handlers come before the mock, until the test ends', async ({ network }) => {
  network.use(http.get('*/v2/pets', () => HttpResponse.json([])));

  expect(await petNames()).toEqual([]);
});
// #endregion

test('the next test has the mock again', async () => {
  expect(await petNames()).toHaveLength(25);
});
