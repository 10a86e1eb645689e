import type { TestAPI } from 'vitest';
import type { PetCatalogOptions } from '../catalog/options.ts';
import { OptionError } from '../contract/errors.ts';
import { createPetCatalog, type PetCatalog } from '../pet-catalog.ts';
import { openCatalogServer, type CatalogServer } from './catalog-server.ts';
import { createNetwork, type MswServer, type Network } from './network.ts';
import { journalOf, reportRequests } from './report-requests.ts';
import { createTestAround } from './run-around.ts';

/** What each test of `pet-catalog-mock/vitest` has beside vitest's own context. */
export interface PetCatalogFixtures {
  /**
   * The options of each test's catalog. Default: `{}`. Change them for a file with
   * `test.extend({ catalogOptions: { pets: 3 } })`, for a `describe` with `test.override(...)`.
   *
   * @throws OptionError that names the option, as the test begins.
   */
  catalogOptions: PetCatalogOptions;
  /**
   * The mock that answers this test's requests: a fresh one for each test and each retry. It answers
   * also when the test does not name it.
   */
  catalog: PetCatalog;
  /** The network of this test: msw handlers of your own. */
  network: Network;
  /**
   * The server of the run, which `pet-catalog-mock/vitest/global-setup` has started: the worker's own
   * catalog there, reset before the test. It is made only for tests that name it.
   *
   * @throws Error that says what to do, when the run has no such server.
   */
  catalogServer: CatalogServer;
}

/** What `createTest` can be told. */
export interface TestOptions {
  /**
   * The server of msw that your suite has already. It must begin to listen after this call, and listen
   * while the tests run. It decides what happens to unhandled requests. Default: a server that listens
   * from the import of this entry on, and to which unhandled requests are errors while a test runs.
   */
  server?: MswServer | undefined;
}

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
        reportRequests(
          { task, onTestFailed },
          'The mock',
          journalOf(catalog, () => network.passedBy(task)),
        );
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
