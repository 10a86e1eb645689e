import { isolationHeader } from '../catalog/options.ts';
import { createRedactor } from '../catalog/redact.ts';
import { OptionError } from '../contract/errors.ts';
import type { Scenario } from '../contract/state.ts';
import { wantsColours } from '../server/log.ts';
import { secretsOf, serverDefaults, type LogFormat } from '../server/options.ts';
import { start, type RunningServer } from '../server/start.ts';
import type { Request } from './arguments.ts';
import { readConfigFile } from './config-file.ts';
import { FailedError, UsageError } from './errors.ts';
import { clearPortFile, writePortFile } from './port-file.ts';
import { toServerOptions } from './server-options.ts';
import { chooseSettings, nameOf, type Settings } from './settings.ts';
import { endOnSignals } from './signals.ts';
import { banner, createProgress } from './terminal.ts';

export async function serve(
  { settings: given, config, portFile, watch }: Request & { do: 'serve' },
  env: NodeJS.ProcessEnv,
): Promise<void> {
  let server: RunningServer | undefined;
  endOnSignals(async () => {
    if (server && process.stderr.isTTY) {
      process.stderr.write(
        '\nStopping: requests in flight are answered. Press Ctrl-C again to stop at once.\n',
      );
    }
    await server?.close();
  });

  const configured = config === undefined ? [] : await readConfigFile(config);
  const settings = chooseSettings(given, configured);
  const { watchFiles } = watch ? await import('./watch.ts') : {};
  // Before the files are read: no change comes between.
  const watching = watchFiles && (await watchFiles(settings, watch!));
  try {
    const log: LogFormat = process.stderr.isTTY ? 'pretty' : 'json';
    const options = await toServerOptions(settings, log);
    if (portFile !== undefined) await clearPortFile(portFile);
    const progress = createProgress(process.stderr);
    server = await start(options, { onProgress: progress.show }).finally(progress.end);
    if (portFile !== undefined) await writePortFile(portFile, server.port);
  } catch (error) {
    await server?.close();
    throw explainStart(error, settings);
  }
  watching?.follow(server, (error) => explainStart(error, settings).message);
  if (process.stdout.isTTY) {
    process.stdout.write(banner(factsOf(server, settings), wantsColours(1, env)));
  }
  process.stdout.write(`ready on ${server.url}\n`);
}

/** Why the server did not start, in the user's words and without the user's secrets. */
function explainStart(error: unknown, settings: Settings): Error {
  const secrets = secretsOf({
    apiKeys: settings.get('apiKeys')?.value as string[] | undefined,
    adminToken: settings.get('adminToken')?.value as string | undefined,
  });
  const isUsage = error instanceof OptionError || error instanceof UsageError;
  const message = createRedactor(secrets)(reasonOf(error, settings));
  return new (isUsage ? UsageError : FailedError)(message);
}

function reasonOf(error: unknown, settings: Settings): string {
  if (error instanceof OptionError) return error.explain((option) => nameOf(option, settings));
  const { code, message } = error as NodeJS.ErrnoException;
  const host = String(settings.get('host')?.value ?? serverDefaults.host);
  const port = String(settings.get('port')?.value ?? serverDefaults.port);
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} of ${host} is taken: end what listens there, or choose another with ` +
        '--port N; --port 0 takes a free one'
      );
    case 'EACCES':
      return `No permission to listen on port ${port} of ${host}: choose one above 1023 with --port N`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return (
        `Cannot listen on the host ${JSON.stringify(host)}: it is no name or address of this ` +
        'machine; --host 127.0.0.1 is for this machine alone'
      );
    default:
      return message ?? String(error);
  }
}

function factsOf({ url, service }: RunningServer, settings: Settings) {
  const { scenario, scenarios } = service.settings;
  return {
    url,
    pets: service.catalogs.common.pets.count(),
    from: sourceOf(scenario === undefined ? {} : scenarios[scenario]!, settings),
    scenario,
    isolate: isolationHeader(service.settings),
    admin: settings.get('admin')?.value !== false,
    hasKeys: settings.has('apiKeys'),
  };
}

/** Where the pets come from. */
function sourceOf({ pets, seed, fixtures }: Scenario, settings: Settings): string {
  if ([pets, seed, fixtures].some((value) => value !== undefined)) return 'the scenario';
  const file = settings.get('fixtures');
  return file
    ? String(file.given)
    : `seed ${String(settings.get('seed')?.value ?? serverDefaults.seed)}`;
}
