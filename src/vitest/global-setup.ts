import type { ProvidedContext } from 'vitest';
import { OptionError } from '../contract/errors.ts';
import { startServer, type ServerOptions } from '../server.ts';
import type { RunServer } from './run-server.ts';

/** What vitest gives a global set-up, as far as it is used. */
export interface GlobalSetupProject {
  provide(key: keyof Pick<ProvidedContext, 'petCatalogServer'>, value: RunServer): void;
}

/**
 * Makes a global set-up that starts one server for the run, for a file of your own that `globalSetup`
 * names; `pet-catalog-mock/vitest/global-setup` itself is one without options.
 *
 * @param options Those of `startServer`. Defaults: `port: 0`, `isolate: true`.
 * @example
 * import { createGlobalSetup } from 'pet-catalog-mock/vitest/global-setup';
 *
 * export default createGlobalSetup({ pets: 3, isolate: 'X-Test-Id' });
 *
 * @throws OptionError for options with which a worker could not have a catalog of its own.
 */
export function createGlobalSetup(
  options: ServerOptions = {},
): (project: GlobalSetupProject) => Promise<() => Promise<void>> {
  const { isolate = true, adminToken, apiKeys } = options;
  if (isolate === false) throwOptionError('isolate', isolate, "true or a header's name");
  if (options.admin === false) throwOptionError('admin', options.admin, 'true');
  if (isolate === true && apiKeys !== undefined) {
    const reason = 'as each worker is told by its key, unless "isolate" names a header';
    throwOptionError('apiKeys', apiKeys, `left out, ${reason}`);
  }
  return async ({ provide }) => {
    const server = await startServer({ port: 0, ...options, isolate });
    const header = isolate === true ? 'X-API-Key' : isolate;
    provide('petCatalogServer', { url: server.url, header, token: adminToken });
    return server.close;
  };
}

function throwOptionError(option: string, value: unknown, expected: string): never {
  const explain = `Option "${option}" of a global set-up must be ${expected}`;
  throw new OptionError({ option, value, expected, explain: () => explain });
}

/** The global set-up without options. */
export const setup: ReturnType<typeof createGlobalSetup> = createGlobalSetup();
