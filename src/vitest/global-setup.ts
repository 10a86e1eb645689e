import type { ProvidedContext } from 'vitest';
import { OptionError } from '../contract/errors.ts';
import { startServer, type ServerOptions } from '../server.ts';
import type { RunServer } from './run-server.ts';

/** The used part of what vitest passes to a global set-up. */
export interface GlobalSetupProject {
  provide(key: keyof Pick<ProvidedContext, 'petCatalogServer'>, value: RunServer): void;
}

/**
 * Creates a global set-up that starts one server for the run. Export it from a file that `globalSetup`
 * names. `pet-catalog-mock/vitest/global-setup` itself is a global set-up without options.
 *
 * @param options The options of `startServer`. Defaults: `port: 0`, `isolate: true`.
 * @example
 * import { createGlobalSetup } from 'pet-catalog-mock/vitest/global-setup';
 *
 * export default createGlobalSetup({ pets: 3, isolate: 'X-Test-Id' });
 *
 * @throws OptionError if a worker could not have its own catalog with these options.
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
