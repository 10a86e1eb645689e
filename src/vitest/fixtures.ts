import type { SetupServer } from 'msw/node';
import type { Control } from '../client.ts';
import type { PetCatalog, PetCatalogOptions } from '../index.ts';

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

/** What msw intercepts while a test runs. */
export interface Network {
  /**
   * Adds handlers until the end of this test, as `server.use` of msw does: they come before the mock.
   *
   * @example
   * network.use(http.get('https://api.example/user', () => HttpResponse.json({ name: 'Ann' })));
   */
  use: SetupServer['use'];
}

/** What `setupServer()` of `msw/node` gives, as far as it is used. */
export type MswServer = Pick<SetupServer, 'boundary' | 'use'>;

/** What `createTest` can be told. */
export interface TestOptions {
  /**
   * The server of msw that your suite has already: it must listen while the tests run, and what it does
   * with unhandled requests is up to it. Default: one that listens during each test, to which unhandled
   * requests are errors.
   */
  server?: MswServer | undefined;
}

/** The server of the run, as one worker sees it. */
export interface CatalogServer {
  /** Where the service lives: `http://127.0.0.1:49152/v2`. */
  readonly url: string;
  /**
   * What says whose catalog it is: the `X-API-Key`, or the value of the header that `isolate` names.
   * Each worker has one (`vitest-1`), each concurrent test one of its own.
   */
  readonly key: string;
  /** What each request of the app must bring: the key, by its header's name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The controls of that catalog. */
  readonly control: Control;
}
