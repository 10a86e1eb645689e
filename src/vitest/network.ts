import { http, passthrough, type HttpHandler } from 'msw';
import type { SetupServer } from 'msw/node';
import type { TestContext } from 'vitest';
import type { PetCatalog } from '../pet-catalog.ts';
import { interception } from './interception.ts';
import { findRunServer } from './run-server.ts';

/** Adds handlers for one test. */
export interface Network {
  /**
   * Adds handlers until the end of this test, like msw's `server.use`. They come before the mock.
   *
   * @example
   * network.use(http.get('https://api.example/user', () => HttpResponse.json({ name: 'Ann' })));
   */
  use: SetupServer['use'];
}

/** The used members of msw's `setupServer()`. */
export type MswServer = Pick<SetupServer, 'boundary' | 'use'>;

/** A test, as vitest identifies it. */
type Task = TestContext['task'];

/** A request that neither the mock nor a handler of the test answered. */
export type PassedRequest = Pick<Request, 'method' | 'url'>;

/**
 * Intercepts the requests of a worker while its tests run.
 *
 * @param given A server that the suite starts and stops. Default: the worker's own server.
 */
export function createNetwork(given?: MswServer) {
  // Two msw servers would answer each request twice.
  if (given) interception.end();
  const server = given ?? interception.server;
  const catalogs = new WeakMap<Task, PetCatalog>();
  const passed = new WeakMap<Task, PassedRequest[]>();
  const running = new Set<Task>();
  // msw asks the newest handler first, so they are added in this order: the note of what passes, the server
  // of the run, and the catalog, which takes any origin.
  const add = (catalog?: PetCatalog) => server.use(...toRunServer(), ...(catalog?.handlers ?? []));
  return {
    use: server.use,
    /** Runs a test. Concurrent tests do not see the handlers that it adds. */
    async around(task: Task, runTest: () => Promise<void>): Promise<void> {
      if (running.size === 0 && !given) interception.refuseUnhandled();
      running.add(task);
      try {
        await server.boundary(() => {
          // A server of the suite may answer what passes here.
          if (!given) server.use(notePassedRequests(passed, task));
          add(catalogs.get(task));
          return runTest();
        })();
      } finally {
        running.delete(task);
        catalogs.delete(task);
        if (running.size === 0 && !given) interception.passUnhandled();
      }
    },
    /** Answers the requests of a test from a catalog. */
    serve(task: Task, catalog: PetCatalog) {
      // An outer hook may ask for the catalog before the test's boundary exists.
      if (running.has(task)) add(catalog);
      else catalogs.set(task, catalog);
    },
    /** The requests of a test that went past the mock. */
    passedBy: (task: Task): readonly PassedRequest[] => passed.get(task) ?? [],
  };
}

/** Returns a handler that notes requests and answers none. */
function notePassedRequests(passed: WeakMap<Task, PassedRequest[]>, task: Task): HttpHandler {
  const noted: PassedRequest[] = [];
  passed.set(task, noted);
  return http.all(
    ({ request: { method, url } }) => {
      noted.push({ method, url });
      // It matches nothing: it only looks.
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
