// #region concurrent
import { expect } from 'vitest';
import { test } from 'pet-catalog-mock/vitest';
import { addPet, petNames } from '../src/api.ts';

const empty = test.extend('catalogOptions', { pets: 0 });

for (const name of ['Ada', 'Bo', 'Cleo', 'Dot']) {
  empty.concurrent(`${name} is alone`, async ({ catalog }) => {
    catalog.faults.add({ delay: { min: 0, max: 20 } });
    await addPet(name);

    expect(await petNames()).toEqual([name]);
    expect(catalog.requests.bodies()).toEqual([{ name }]);
  });
}
// #endregion

empty('and nothing stays', async () => {
  expect(await petNames()).toEqual([]);
});
