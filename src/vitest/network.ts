import { http, passthrough, type HttpHandler } from 'msw';
import type { SetupServer } from 'msw/node';
import type { TestContext } from 'vitest';
import type { PetCatalog } from '../pet-catalog.ts';
import { interception } from './interception.ts';
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

/** The members of msw's `setupServer()` that are used. */
export type MswServer = Pick<SetupServer, 'boundary' | 'use'>;

/** A test, as vitest identifies it. */
type Task = TestContext['task'];

/** A request that neither the mock nor a handler of the test took. */
export type PassedRequest = Pick<Request, 'method' | 'url'>;

/**
 * The network of a worker, which is intercepted while a test runs.
 *
 * @param given A server that the suite starts and stops. Default: the worker's own.
 */
export function createNetwork(given?: MswServer) {
  // Two servers of msw that listen at once would answer each request twice.
  if (given) interception.end();
  const server = given ?? interception.server;
  const catalogs = new WeakMap<Task, PetCatalog>();
  const passed = new WeakMap<Task, PassedRequest[]>();
  const running = new Set<Task>();
  /** The server of the run stays within reach: a catalog takes the service's path at any origin. */
  const add = (catalog?: PetCatalog) => server.use(...toRunServer(), ...(catalog?.handlers ?? []));
  return {
    use: server.use,
    /** Runs a test: the handlers that it adds are its own, whatever runs beside it. */
    async around(task: Task, runTest: () => Promise<void>): Promise<void> {
      if (running.size === 0 && !given) interception.refuseUnhandled();
      running.add(task);
      try {
        await server.boundary(() => {
          // A server of the suite may have handlers for what passes here.
          if (!given) server.use(noteThatPass(passed, task));
          add(catalogs.get(task));
          return runTest();
        })();
      } finally {
        running.delete(task);
        catalogs.delete(task);
        if (running.size === 0 && !given) interception.passUnhandled();
      }
    },
    /** Has a catalog answer what a test requests. */
    serve(task: Task, catalog: PetCatalog) {
      // A hook around ours has it made before the boundary is there.
      if (running.has(task)) add(catalog);
      else catalogs.set(task, catalog);
    },
    /** The requests of a test that went past the mock. */
    passedBy: (task: Task): readonly PassedRequest[] => passed.get(task) ?? [],
  };
}

/** A handler that notes a request and takes none. As the oldest of a test, it is asked last. */
function noteThatPass(passed: WeakMap<Task, PassedRequest[]>, task: Task): HttpHandler {
  const noted: PassedRequest[] = [];
  passed.set(task, noted);
  return http.all(
    ({ request: { method, url } }) => {
      noted.push({ method, url });
      return false;
    },
    () => undefined,
  );
}

/** Lets requests to the server of the run pass. */
function toRunServer(): HttpHandler[] {
  const server = findRunServer();
  return server ? [http.all(`${new URL(server.url).origin}/*`, () => passthrough())] : [];
}
