import type { TestAPI } from 'vitest';
import type { PetCatalogOptions } from '../catalog/options.ts';
import { OptionError } from '../contract/errors.ts';
import { createPetCatalog, type PetCatalog } from '../pet-catalog.ts';
import { openCatalogServer, type CatalogServer } from './catalog-server.ts';
import { createNetwork, type MswServer, type Network } from './network.ts';
import { journalOf, reportRequests } from './report-requests.ts';
import { createTestAround } from './run-around.ts';

/** The fixtures of each test of `pet-catalog-mock/vitest`. */
export interface PetCatalogFixtures {
  /**
   * The options of each test's catalog. Default: `{}`. Change them for a file with
   * `test.extend({ catalogOptions: { pets: 3 } })`, for a `describe` with `test.override(...)`.
   *
   * @throws OptionError that names the option, when the test begins.
   */
  catalogOptions: PetCatalogOptions;
  /**
   * The mock that answers this test's requests. Each test and each retry gets a fresh one, also a test
   * that does not name it.
   */
  catalog: PetCatalog;
  /** Adds your msw handlers for this test. */
  network: Network;
  /**
   * The worker's own catalog on the server that `pet-catalog-mock/vitest/global-setup` has started. It is
   * reset before each test that names it.
   *
   * @throws Error that says what to do, if the run has no such server.
   */
  catalogServer: CatalogServer;
}

/** The options of `createTest`. */
export interface TestOptions {
  /**
   * The msw server of your suite. It must begin to listen after this call, and listen while the tests
   * run. It decides what happens to unhandled requests. Default: a server that listens from the import
   * of this entry on, and that refuses unhandled requests while a test runs.
   */
  server?: MswServer | undefined;
}

/**
 * Creates a `test` for a suite that has its own msw server. Two msw servers share what they intercept
 * with: when one closes, the other intercepts nothing.
 *
 * @example
 * export const server = setupServer(...handlers); // your set-up file calls server.listen()
 * export const test = createTest({ server });
 *
 * @throws OptionError if `server` is not an msw server.
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
 * vitest's `test` with the Pet Catalog service mocked. `catalog` answers the requests of the code under
 * test, and requests to other services are errors. Tests share nothing, even concurrent ones. If a test
 * fails, the last requests are shown below its error.
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
