// #region route-page
import { expect, test as base } from '@playwright/test';
import { createPetCatalog, type PetCatalog } from 'pet-catalog-mock';
import { attachJournal, routePage } from 'pet-catalog-mock/playwright';

const test = base.extend<{ catalog: PetCatalog }>({
  catalog: [
    async ({ page }, use, testInfo) => {
      const catalog = createPetCatalog({ pets: 3 });
      await routePage(page, catalog);
      await use(catalog);
      if (testInfo.status !== testInfo.expectedStatus) await attachJournal(catalog, testInfo);
    },
    { auto: true },
  ],
});

test('the page says that the connection broke', async ({ page, catalog }) => {
  catalog.faults.add({ operation: 'listPets', network: 'reset' });
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('Could not load the pets: Failed to fetch');
});
// #endregion

test('the page lists the pets', async ({ page, catalog }) => {
  await page.goto('/');
  await expect(page.getByRole('listitem')).toHaveCount(3);
  expect(catalog.requests.count({ operation: 'listPets' })).toBe(1);
});

test('the page says that it is loading', async ({ page, catalog }) => {
  catalog.faults.add({ operation: 'listPets', network: 'hang' });
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('Loading');
});
