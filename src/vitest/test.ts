import type { TestAPI } from 'vitest';
import { OptionError } from '../contract/errors.ts';
import { createPetCatalog } from '../pet-catalog.ts';
import { openCatalogServer } from './catalog-server.ts';
import type { PetCatalogFixtures, TestOptions } from './fixtures.ts';
import { createNetwork } from './network.ts';
import { journalOf, reportRequests } from './report-requests.ts';
import { createTestAround } from './run-around.ts';

/**
 * Makes a `test` as the one that is exported, for a suite that has a server of msw already: two of
 * them share what they intercept with, so that the first to close takes it from the other.
 *
 * @example
 * export const server = setupServer(...handlers); // your set-up file has it listen
 * export const test = createTest({ server });
 *
 * @throws OptionError when `server` is none of msw's.
 */
export function createTest({ server }: TestOptions = {}): TestAPI<PetCatalogFixtures> {
  if (server && typeof server.boundary !== 'function') {
    const expected = 'what setupServer() of msw/node gives';
    throw new OptionError({ option: 'server', value: server, expected });
  }
  const network = createNetwork(server);
  return createTestAround(network.around).extend<PetCatalogFixtures>({
    catalogOptions: {},
    network: { use: network.use },
    catalog: [
      async ({ catalogOptions, task, onTestFailed }, use) => {
        const catalog = createPetCatalog(catalogOptions);
        network.serve(task, catalog);
        reportRequests({ task, onTestFailed }, 'The mock', journalOf(catalog));
        await use(catalog);
      },
      { auto: true },
    ],
    async catalogServer({ task, onTestFailed }, use) {
      const catalogServer = await openCatalogServer(task.concurrent ? task.id : undefined);
      reportRequests({ task, onTestFailed }, 'The server', catalogServer.control.requests);
      await use(catalogServer);
    },
  });
}

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
