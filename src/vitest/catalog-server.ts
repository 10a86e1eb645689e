import { createControl, type Control } from '../client/index.ts';
import { plainFetch } from './plain-fetch.ts';
import { findRunServer } from './run-server.ts';

/** The server of the run, as one worker sees it. */
export interface CatalogServer {
  /** Where the service lives: `http://127.0.0.1:49152/v2`. */
  readonly url: string;
  /**
   * The `X-API-Key`, or the value of the header that `isolate` names, which chooses the catalog. Each
   * worker has one (`vitest-1`), and so has each concurrent test.
   */
  readonly key: string;
  /** The headers that each request of the app must send: the key, by its header's name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The controls of that catalog. */
  readonly control: Control;
}

/**
 * Returns the server of the run for one test, and resets its catalog.
 *
 * @param test The id of a concurrent test, which needs its own catalog.
 */
export async function openCatalogServer(test?: string): Promise<CatalogServer> {
  const server = findRunServer();
  if (!server) {
    throw new Error(
      'The fixture "catalogServer" needs the server of the run: add ' +
        '"pet-catalog-mock/vitest/global-setup" to "globalSetup" in the configuration of vitest',
    );
  }
  const { url, header, token } = server;
  const worker = `vitest-${process.env['VITEST_POOL_ID']}`;
  const key = test === undefined ? worker : `${worker}-${test}`;
  const headers = { [header]: key };
  // `plainFetch` reads a whole response at once, so it is used only if needed.
  const ownFetch = 'happyDOM' in globalThis ? { fetch: plainFetch } : {};
  const control = createControl({ url, headers, token, ...ownFetch });
  await control.reset();
  return { url, key, headers, control };
}
