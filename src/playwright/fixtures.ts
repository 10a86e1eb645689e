import type { Fixtures } from '@playwright/test';
import { createControl, type Control } from '../client/index.ts';
import type { ServerOptions } from '../server/options.ts';
import { attachJournal } from './attach-journal.ts';
import { checkServer, type PetCatalogTestServer } from './check-server.ts';

/** How an app gets to the catalog of a test. */
export interface PetCatalogAccess {
  /** Where the service lives: `http://127.0.0.1:4020/v2`. */
  readonly url: string;
  /** The key of the test's own catalog. */
  readonly apiKey: string;
  /**
   * The headers that each request must send: `{ 'X-API-Key': apiKey }`, or the header that `isolate`
   * names, for an app that has one fixed key.
   */
  readonly headers: Readonly<Record<string, string>>;
}

/** The fixtures of a test. */
export interface PetCatalogFixtures {
  /** The controls of the test's own catalog, which is in its initial state. */
  catalog: Control;
  /** The address and the key of that catalog. */
  petCatalog: PetCatalogAccess;
}

/** The fixtures of a worker. The first three are options: set them under `use`. */
export interface PetCatalogWorkerFixtures {
  /**
   * The origin or service URL of a running server, started with `--isolate`. Default: each worker starts
   * its own server.
   */
  petCatalogUrl: string | undefined;
  /** The admin token of the server at `petCatalogUrl`. Default: none. */
  petCatalogToken: string | undefined;
  /**
   * The options of the server that a worker starts: `{ pets: 5 }`. Not used with `petCatalogUrl`.
   * Default: `port: 0` and `isolate: true`.
   */
  petCatalogOptions: ServerOptions;
  /** The server of the worker. Tests seldom need it: `petCatalog` has its URL. */
  petCatalogServer: PetCatalogTestServer;
}

/**
 * Fixtures for Playwright's `base.extend(...)`: a server for each worker, or the server at a URL, and a
 * catalog on it for each test. If a test that uses `catalog` or `petCatalog` fails, its report gets the
 * journal of that catalog, as HAR too.
 *
 * @example
 * const test = base.extend(petCatalogFixtures);
 * test('the list says that it failed', async ({ page, catalog, petCatalog }) => {
 *   await catalog.faults.add({ operation: 'listPets', status: 503, times: 1 });
 *   await page.goto(`/?service=${petCatalog.url}&key=${petCatalog.apiKey}`);
 * });
 *
 * @throws OptionError, in the fixture, if no server answers at `petCatalogUrl`, or if it cannot give each
 *   test a catalog: it is not isolated, accepts listed keys only, or wants another token.
 */
export const petCatalogFixtures: Fixtures<PetCatalogFixtures, PetCatalogWorkerFixtures> = {
  petCatalogUrl: [undefined, { option: true, scope: 'worker' }],
  petCatalogToken: [undefined, { option: true, scope: 'worker' }],
  petCatalogOptions: [{}, { option: true, scope: 'worker' }],

  petCatalogServer: [
    async ({ petCatalogUrl, petCatalogToken, petCatalogOptions }, use) => {
      if (petCatalogUrl !== undefined) {
        await use(await checkServer('petCatalogUrl', petCatalogUrl, petCatalogToken));
        return;
      }
      // oxlint-disable-next-line no-restricted-imports -- This is when a worker starts one.
      const { startServer } = await import('../server.ts');
      const server = await startServer({ port: 0, isolate: true, ...petCatalogOptions });
      try {
        const { adminToken } = petCatalogOptions;
        await use(await checkServer('petCatalogOptions', server.url, adminToken));
      } finally {
        await server.close();
      }
    },
    { scope: 'worker' },
  ],

  petCatalog: async ({ petCatalogServer, petCatalogOptions }, use, testInfo) => {
    const { url, header, token } = petCatalogServer;
    const id = `test-${crypto.randomUUID()}`;
    const headers = { [header]: id };
    // With listed keys, another header tells the catalogs apart.
    const [apiKey = id] = petCatalogOptions.apiKeys ?? [];
    const control = createControl({ url, token, headers });
    await control.reset();
    await use({ url, apiKey, headers });
    if (testInfo.status !== testInfo.expectedStatus) await attachJournal(control, testInfo);
  },

  catalog: async ({ petCatalogServer: { url, token }, petCatalog: { headers } }, use) => {
    await use(createControl({ url, token, headers }));
  },
};
