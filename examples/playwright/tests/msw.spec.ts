// #region msw
import { defineNetworkFixture, type NetworkFixture } from '@msw/playwright';
import { expect, test as base } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import { createPetCatalog, type PetCatalog } from 'pet-catalog-mock';

const test = base.extend<{ catalog: PetCatalog; network: NetworkFixture }>({
  catalog: async ({}, use) => {
    await use(createPetCatalog({ pets: 3 }));
  },
  network: [
    async ({ context, catalog }, use) => {
      const network = defineNetworkFixture({ context, handlers: catalog.handlers });
      await network.enable();
      await use(network);
      await network.disable();
    },
    { auto: true },
  ],
});

test('a handler of the test comes before the catalog', async ({ page, network }) => {
  network.use(http.get('*/v2/pets', () => HttpResponse.json([{ name: 'Rex', id: 'rex' }])));
  await page.goto('/');
  await expect(page.getByRole('listitem')).toHaveText('Rex');
});
// #endregion

test('the page lists the pets', async ({ page, catalog }) => {
  await page.goto('/');
  await expect(page.getByRole('listitem')).toHaveCount(3);
  expect(catalog.requests.count({ operation: 'listPets' })).toBe(1);
});
