import type { TestAPI } from 'vitest';
import { createPetCatalog } from '../pet-catalog.ts';
import { openCatalogServer } from './catalog-server.ts';
import { addBelowError, countErrors } from './failure-report.ts';
import type { PetCatalogFixtures } from './fixtures.ts';
import { createNetwork } from './network.ts';
import { reportCatalog, reportServer } from './report-requests.ts';
import { createTestAround } from './run-around.ts';

/**
 * vitest's `test`, in which the Pet Catalog service is mocked: requests of the code under test get
 * their answers from `catalog`, and those to other services are errors. Tests share nothing, also
 * where they are concurrent. When one fails, the last requests stand below its error.
 *
 * @example
 * import { expect } from 'vitest';
 * import { test } from 'pet-catalog-mock/vitest';
 *
 * test('a refused pet is shown', async ({ catalog }) => {
 *   catalog.faults.add({ operation: 'createPet', status: 507 });
 *   expect(await addPet('Rex')).toBe('The catalog is full');
 * });
 */
export const test: TestAPI<PetCatalogFixtures> = createTest();

function createTest(): TestAPI<PetCatalogFixtures> {
  const network = createNetwork();
  return createTestAround(network.around).extend<PetCatalogFixtures>({
    catalogOptions: {},
    network: { use: network.use },
    catalog: [
      async ({ catalogOptions, task, onTestFailed }, use) => {
        const catalog = createPetCatalog(catalogOptions);
        network.serve(task, catalog);
        const before = countErrors(task);
        onTestFailed(async (context) => {
          const text = await reportCatalog(catalog, 'catalogServer' in context);
          if (text !== '') addBelowError(task, before, text);
        });
        await use(catalog);
      },
      { auto: true },
    ],
    async catalogServer({ task, onTestFailed }, use) {
      const server = await openCatalogServer(task.concurrent ? task.id : undefined);
      const before = countErrors(task);
      onTestFailed(async () => addBelowError(task, before, await reportServer(server.control)));
      await use(server);
    },
  });
}
