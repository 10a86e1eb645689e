import { setupServer } from 'msw/node';

/** For msw 2 and for msw 3. */
const unhandled = (strategy: 'bypass' | 'error') => ({
  onUnhandledRequest: strategy,
  onUnhandledFrame: strategy,
});

/** The server of msw that intercepts what this worker requests. */
export const interception = beginInterception();

/**
 * Begins to intercept. This is the one state at module level: clients such as openapi-fetch keep the
 * `fetch` that they find when they are imported, so theirs must be msw's by then. Until a test runs,
 * all requests pass.
 */
function beginInterception() {
  const server = setupServer();
  server.listen(unhandled('bypass'));
  /** Listening again patches what the environment of the test file has replaced meanwhile. */
  const listen = (strategy: 'bypass' | 'error') => {
    server.close();
    server.listen(unhandled(strategy));
  };
  return {
    server,
    /** Makes requests that no handler takes errors, while tests run. */
    refuseUnhandled: () => listen('error'),
    /** Lets them pass again. */
    passUnhandled: () => listen('bypass'),
    /** Leaves the interception to another server of msw. */
    end: () => server.close(),
  };
}
