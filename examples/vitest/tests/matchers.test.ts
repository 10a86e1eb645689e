// #region matchers
import { expect } from 'vitest';
import { test } from 'pet-catalog-mock/vitest';
import 'pet-catalog-mock/vitest/matchers';
import { addPet } from '../src/api.ts';

test('a pet is sent once', async ({ catalog }) => {
  await addPet('Rex');

  expect(catalog).toHaveReceived({ operation: 'createPet', body: { name: 'Rex' } }, { count: 1 });
  expect(catalog).not.toHaveReceived({ operation: 'listPets' });
});
// #endregion
