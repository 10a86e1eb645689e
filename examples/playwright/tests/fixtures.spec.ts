// #region fixtures
import { expect as baseExpect, test as base } from '@playwright/test';
import { petCatalogFixtures, petCatalogMatchers } from 'pet-catalog-mock/playwright';

const test = base.extend(petCatalogFixtures);
const expect = baseExpect.extend(petCatalogMatchers);

test('the page says that the service is down', async ({ page, catalog, petCatalog }) => {
  await catalog.faults.add({ operation: 'listPets', status: 503 });
  await page.goto(pageOf(petCatalog));
  await expect(page.getByRole('status')).toContainText('Could not load the pets');
  await expect(catalog).toHaveReceived({ operation: 'listPets', status: 503 }, { count: 1 });
});

/** The app takes the address and the key from its own URL. */
function pageOf({ url, apiKey }: { url: string; apiKey: string }): string {
  return `/?${new URLSearchParams({ service: url, key: apiKey })}`;
}
// #endregion

test('the page lists the pets', async ({ page, catalog, petCatalog }) => {
  await catalog.seed({ fixtures: [{ name: 'Rex', tag: 'dog' }, { name: 'Alba' }] });
  await page.goto(pageOf(petCatalog));
  await expect(page.getByRole('listitem')).toHaveText(['Rex (dog)', 'Alba']);
});

// Several workers run these at once: no test sees the pets of another.
for (const count of [1, 2, 3]) {
  test(`the page adds a pet to ${count}`, async ({ page, catalog, petCatalog }) => {
    await catalog.seed({ pets: count });
    await page.goto(pageOf(petCatalog));
    await expect(page.getByRole('listitem')).toHaveCount(count);

    await page.getByLabel('Name').fill(`Pet of ${count}`);
    await page.getByRole('button', { name: 'Add pet' }).click();

    await expect(catalog).toHaveReceived({ body: { name: `Pet of ${count}` } }, { count: 1 });
    await expect(page.getByRole('listitem')).toHaveCount(count + 1);
  });
}
