import { http, passthrough, type HttpHandler } from 'msw';
import { setupServer, type SetupServer } from 'msw/node';
import type { TestContext } from 'vitest';
import type { PetCatalog } from '../pet-catalog.ts';
import { findRunServer } from './run-server.ts';

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

/** A test, as an object that nothing else is. */
type Task = TestContext['task'];

/** For msw 2 and for msw 3. */
const unhandledAreErrors = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const;

/**
 * The network of a worker, which is intercepted while a test runs.
 *
 * @param given A server that somebody else starts and stops. Default: one of its own.
 */
export function createNetwork(given?: MswServer) {
  const own = given ? undefined : setupServer();
  const server = given ?? own!;
  const catalogs = new WeakMap<Task, PetCatalog>();
  const running = new Set<Task>();
  /** That of the run stays within reach: a catalog takes the service's path at any origin. */
  const add = (catalog?: PetCatalog) => server.use(...toRunServer(), ...(catalog?.handlers ?? []));
  return {
    use: server.use,
    /** Runs a test: the handlers that it adds are its own, whatever runs beside it. */
    async around(task: Task, runTest: () => Promise<void>): Promise<void> {
      if (running.size === 0) own?.listen(unhandledAreErrors);
      running.add(task);
      try {
        await server.boundary(() => {
          add(catalogs.get(task));
          return runTest();
        })();
      } finally {
        running.delete(task);
        catalogs.delete(task);
        if (running.size === 0) own?.close();
      }
    },
    /** Has a catalog answer what a test requests. */
    serve(task: Task, catalog: PetCatalog) {
      // A hook around ours has it made before the boundary is there.
      if (running.has(task)) add(catalog);
      else catalogs.set(task, catalog);
    },
  };
}

/** Lets requests to the server of the run pass. */
function toRunServer(): HttpHandler[] {
  const server = findRunServer();
  return server ? [http.all(`${new URL(server.url).origin}/*`, () => passthrough())] : [];
}
