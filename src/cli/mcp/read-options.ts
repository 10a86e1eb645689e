import { resolveCatalogOptions } from '../../catalog/options.ts';
import {
  resolveServerOptions,
  serverCatalogOptions,
  type ServerOptions,
} from '../../server/options.ts';
import { explainStart } from '../serve.ts';
import { toServerOptions } from '../server-options.ts';
import type { Settings } from '../settings.ts';

/**
 * Reads the options of a server and checks them as its start does, which may be much later, or end a
 * server that runs.
 *
 * @throws UsageError or FailedError, in the user's words.
 */
export async function readOptions(settings: Settings): Promise<ServerOptions> {
  try {
    const options = await toServerOptions(settings, 'none');
    resolveServerOptions(options);
    resolveCatalogOptions(serverCatalogOptions(options));
    return options;
  } catch (error) {
    throw explainStart(error, settings);
  }
}
