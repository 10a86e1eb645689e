import { setupServer } from 'msw/node';

/** The option has another name in msw 2 and in msw 3. */
const unhandled = (strategy: 'bypass' | 'error') => ({
  onUnhandledRequest: strategy,
  onUnhandledFrame: strategy,
});

/** The msw server that intercepts the requests of this worker. */
export const interception = beginInterception();

/**
 * Begins to intercept. This state is at module level, because clients such as openapi-fetch keep the
 * `fetch` that they find when they are imported: it must be msw's by then. Until a test runs, all requests
 * pass.
 */
function beginInterception() {
  const server = setupServer();
  server.listen(unhandled('bypass'));
  /** Listens again, to patch what the environment of the test file has replaced. */
  const listen = (strategy: 'bypass' | 'error') => {
    server.close();
    server.listen(unhandled(strategy));
  };
  return {
    server,
    /** Makes unhandled requests errors, while tests run. */
    refuseUnhandled: () => listen('error'),
    /** Lets unhandled requests pass again. */
    passUnhandled: () => listen('bypass'),
    /** Leaves the interception to another msw server. */
    end: () => server.close(),
  };
}
