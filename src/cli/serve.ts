import { isolationHeader } from '../catalog/options.ts';
import type { LogFormat } from '../server/options.ts';
import { serverDefaults } from '../server/options.ts';
import { wantsColours } from '../server/log.ts';
import { start, type RunningServer } from '../server/start.ts';
import type { Request } from './arguments.ts';
import { banner } from './banner.ts';
import { readConfigFile } from './config-file.ts';
import { configVariable } from './flags.ts';
import { clearPortFile, writePortFile } from './port-file.ts';
import { createProgress } from './progress.ts';
import { toServerOptions } from './server-options.ts';
import { chooseSettings, hideSecrets, type Settings } from './settings.ts';
import { endOnSignals } from './signals.ts';
import { explainStart } from './start-errors.ts';

/**
 * Starts the server, says that it is ready, and ends it at a signal.
 *
 * @throws UsageError, FailedError
 */
export async function serve(
  { given, config, portFile }: Request & { do: 'serve' },
  env: NodeJS.ProcessEnv,
): Promise<void> {
  let server: RunningServer | undefined;
  endOnSignals(async () => {
    if (server && process.stderr.isTTY) {
      process.stderr.write('\nEnding: what is in flight is answered. Again: at once.\n');
    }
    await server?.close();
  });

  const configFile = config ?? (env[configVariable] || undefined);
  const configured = configFile === undefined ? [] : await readConfigFile(configFile);
  const settings = chooseSettings(given, env, configured);
  try {
    const log: LogFormat = process.stderr.isTTY ? 'pretty' : 'json';
    const options = await toServerOptions(settings, log);
    if (portFile !== undefined) await clearPortFile(portFile);
    const progress = createProgress(process.stderr);
    server = await start(options, { onProgress: progress.show }).finally(progress.end);
    if (portFile !== undefined) await writePortFile(portFile, server.port);
  } catch (error) {
    await server?.close();
    throw hideSecrets(explainStart(error, settings), settings);
  }
  if (process.stdout.isTTY) {
    process.stdout.write(banner(factsOf(server, settings), wantsColours(1, env)));
  }
  process.stdout.write(`ready on ${server.url}\n`);
}

function factsOf({ url, service }: RunningServer, settings: Settings) {
  const fixtures = settings.get('fixtures');
  const seed = settings.get('seed')?.value ?? serverDefaults.seed;
  return {
    url,
    pets: service.catalogs.common.pets.count(),
    from: fixtures ? String(fixtures.given) : `seed ${String(seed)}`,
    isolate: isolationHeader(service.settings),
    admin: settings.get('admin')?.value !== false,
    hasKeys: settings.has('apiKeys'),
  };
}
