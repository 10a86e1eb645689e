import { isolationHeader } from '../catalog/options.ts';
import { messageOf } from '../contract/errors.ts';
import type { Scenario } from '../controls/state.ts';
import { wantsColours } from '../server/log.ts';
import { serverDefaults, type ServerOptions } from '../server/options.ts';
import { start, type RunningServer } from '../server/start.ts';
import { findConfigFile, readConfigFile } from './config-file.ts';
import { fail, FailedError, logUncaught, UsageError, warn } from './errors.ts';
import { checkPortFile, writePortFile } from './port-file.ts';
import { explainStart, noteOnSnapshot, toServerOptions } from './server-options.ts';
import { chooseSettings, valuesOf, watchOption, type Setting, type Settings } from './settings.ts';
import { followSignals } from './signals.ts';
import { version } from '../version.ts';
import { watchFiles } from './watch.ts';

/** The arguments of a command that starts a server. */
export interface ServerArguments {
  /** The flags, then the variables. */
  readonly settings: readonly (readonly Setting[])[];
  readonly config?: string;
  readonly portFile?: string;
  /** Whether the dashboard is opened in the browser. */
  readonly open?: true;
}

export async function serve(request: ServerArguments): Promise<void> {
  let server: RunningServer | undefined;
  followSignals(() => {
    if (!server) process.exit(0);
    const words = 'Stopping: finishing open requests. Ctrl-C again to quit now.';
    if (process.stderr.isTTY) process.stderr.write(`\n${words}\n`);
    void server.close().finally(() => process.exit(0));
  });

  const log = process.stderr.isTTY ? 'pretty' : 'json';
  const started = await startServer(request, { log });
  ({ server } = started);
  if (process.stdout.isTTY) process.stdout.write(banner(started, wantsColours(1, process.env)));
  process.stdout.write(`ready on ${server.url}\n`);
}

type StartedServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts a server from flags, variables and a config file. Writes the port file, opens the dashboard and
 * watches files if that was asked for.
 *
 * @param defaults The values of options that are not set.
 * @throws UsageError, FailedError
 */
export async function startServer(
  { settings: given, config: named, portFile, open }: ServerArguments,
  defaults: ServerOptions,
) {
  // An empty variable does not count.
  const config = named || findConfigFile();
  const configured = config === undefined ? [] : await readConfigFile(config);
  const settings = chooseSettings(given, configured);
  const admin = settings.get('admin');
  if (open && admin?.value === false) {
    throw new UsageError(`--open opens the dashboard, and ${admin.label} turns it off`);
  }
  let server: RunningServer | undefined;
  // Watch before the files are read, so that no change is missed.
  if (settings.get(watchOption.name)?.value === true) {
    watchFiles(settings, () => server);
    const dialect = settings.get('dialect');
    if (config !== undefined) warnUnwatched(`the config file ${config}`);
    if (typeof dialect?.value === 'string') warnUnwatched(`the dialect ${String(dialect.given)}`);
  }
  let options: ServerOptions;
  try {
    options = await toServerOptions(settings, defaults);
    if (portFile !== undefined) checkPortFile(portFile);
    server = await start(options);
    if (portFile !== undefined) writePortFile(portFile, server.port);
  } catch (error) {
    await server?.close();
    throw explainStart(error, settings);
  }
  const fixtures = settings.get('fixtures');
  const note = fixtures && noteOnSnapshot(options.fixtures, fixtures);
  if (note !== undefined) server.log.note('info', note);
  logUncaught(server.log.error);
  server.ready.catch((error: unknown) => {
    fail(new FailedError(`Cannot load Express: ${messageOf(error)}`));
  });
  if (open) void openBrowser(new URL('/', reachable(server.url)).href);
  return { server, settings, config };
}

function warnUnwatched(file: string): void {
  warn(`--watch does not watch ${file}: a change of it needs a new start`);
}

async function openBrowser(url: string): Promise<void> {
  const { default: open } = await import('open');
  await open(url).catch((error: unknown) => {
    warn(`Cannot open ${url} in a browser: ${messageOf(error)}`);
  });
}

/** Returns a URL that this machine can use for a server that listens on all addresses. */
export function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** Returns the banner for a terminal. */
export function banner({ server, settings, config }: StartedServer, colours: boolean): string {
  const bold = (text: string) => (colours ? `\x1b[1m${text}\x1b[22m` : text);
  const link = (text: string) => (colours ? `\x1b[36m${text}\x1b[39m` : text);
  const { catalogs, settings: resolved } = server.service;
  const { scenario, scenarios } = resolved;
  const chosen = scenario === undefined ? undefined : scenarios[scenario];
  const isolate = isolationHeader(resolved);
  const pets = `${catalogs.common.pets.count()}, ${sourceOf(chosen, settings)}`;
  const url = reachable(server.url);
  const { origin, protocol } = new URL(url);
  const key = settings.has('apiKeys') ? 'YOUR_KEY' : 'test';
  const admin = valuesOf(settings).admin !== false;
  const rows: [string, string | false | undefined][] = [
    ['Base URL', `${link(url)}      point your app here`],
    ['Dashboard', admin && link(`${origin}/`)],
    ['API docs', admin && link(`${origin}/docs`)],
    ['Pets', isolate ? `${pets}, for each ${isolate}` : pets],
    ['Scenario', chosen?.description ? `${scenario}: ${chosen.description}` : scenario],
    ['Config', config],
    [
      'Try',
      `curl ${protocol === 'https:' ? '-k ' : ''}-H "X-API-Key: ${key}" "${url}/pets?limit=3"`,
    ],
  ];
  const lines = rows.flatMap(([name, text]) => (text ? `  ${name.padEnd(10)} ${text}` : []));
  return `\n  ${bold('Pet Catalog Mock')} ${version}\n\n${lines.join('\n')}\n\n`;
}

/** Returns where the pets come from: `seed 7`, or the name of a file. */
function sourceOf({ pets, seed, fixtures }: Scenario = {}, settings: Settings): string {
  if ([pets, seed, fixtures].some((value) => value !== undefined)) return 'from the scenario';
  const file = settings.get('fixtures');
  if (file) return `from ${typeof file.given === 'string' ? file.given : file.label}`;
  return `seed ${valuesOf(settings).seed ?? serverDefaults.seed}`;
}
