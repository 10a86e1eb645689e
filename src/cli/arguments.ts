import { Command, CommanderError, Option } from 'commander';
import { closestMatch } from 'leven';
import type { ServerOptions } from '../server/options.ts';
import { version } from '../version.ts';
import type { CaptureArguments } from './capture.ts';
import type { McpArguments } from './mcp/serve-mcp.ts';
import type { FixtureArguments } from './print-fixtures.ts';
import type { RunArguments } from './run-command.ts';
import type { VerifyArguments } from './verify.ts';
import type { WaitArguments } from './wait.ts';
import { addServiceCommands, type AddCommand } from './service-arguments.ts';
import { fail, UsageError } from './errors.ts';
import { help, shortHelp } from './help.ts';
import {
  commandOptions,
  createSetting,
  runDefaults,
  type CommandOption,
  type Setting,
  watchOption,
} from './settings.ts';
import type { ServerArguments } from './serve.ts';

const commandGroup = 'The command itself:';
/** The options that `run --help` lists without `all`. */
const shortRunOptions = new Set(['port', 'log']);

/** Runs the command line. An error ends the process with a message. */
export async function run(args: readonly string[]): Promise<void> {
  // The server goes on if the reader of its output has gone.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  await runArguments(args, (text) => process.stdout.write(text)).catch(fail);
}

/** The commands. Each is loaded when it runs, so that the help and the version are quick. */
export const commands = {
  serve: async (given: ServerArguments) => (await import('./serve.ts')).serve(given),
  run: async (given: RunArguments) => (await import('./run-command.ts')).runCommand(given),
  fixtures: async (given: FixtureArguments) =>
    (await import('./print-fixtures.ts')).printFixtures(given),
  wait: async (given: WaitArguments) => (await import('./wait.ts')).waitForServer(given),
  mcp: async (given: McpArguments) => (await import('./mcp/serve-mcp.ts')).serveMcp(given),
  verify: async (given: VerifyArguments) =>
    (await askingService()).askService('--against', (await import('./verify.ts')).verify, given),
  capture: async (given: CaptureArguments) =>
    (await askingService()).askService('--from', (await import('./capture.ts')).capture, given),
};
export type Commands = typeof commands;

const askingService = () => import('./ask-service.ts');

/**
 * Reads the arguments and the environment, and runs a command. An error repeats no argument that may be
 * a secret.
 */
export async function runArguments(
  args: readonly string[],
  print: (text: string) => void,
  actions: Commands = commands,
): Promise<void> {
  // What comes after two dashes belongs to the command of `run`.
  const dashes = args.indexOf('--');
  const own = dashes < 0 ? args : args.slice(0, dashes);
  const helpAt = own.findIndex((arg) => arg === '-h' || arg === '--help');
  const isHelp = helpAt >= 0;
  const isAll = isHelp && own[helpAt + 1] === 'all';
  const configure = (command: Command) => {
    const name = command.name() as keyof typeof help;
    const [above = '', below = ''] = help[name].split(/\n\n(.*)/s);
    if (name === 'pet-catalog-mock' && !isAll) command.helpInformation = () => shortHelp;
    else command.description(above).addHelpText('after', `\n${below}`);
    const words = 'print the help; --help all lists all options';
    return command
      .addHelpOption(new Option('-h, --help', words).helpGroup(commandGroup))
      .exitOverride()
      .configureOutput({ writeOut: print, writeErr: () => {} })
      .configureHelp({ styleTitle: (title) => `\x1b[1m${title}\x1b[22m` });
  };
  const program = configure(new Command('pet-catalog-mock'));
  const addCommand: AddCommand = (name) =>
    configure(program.command(name)).allowExcessArguments(false);
  program
    .enablePositionalOptions()
    .allowExcessArguments()
    .helpCommand(false)
    .hook('preSubcommand', (_program, command) => {
      if (program.options.some((option) => isGiven(program, option)))
        throw new UsageError(`Put the options after "${command.name()}", not before it`);
    });
  addServerOptions(program)
    .version(version, '-V, --version', 'print the version')
    .action((given: ServerArguments) => {
      if (program.args.length > 0) refuseCommand(program.args[0]!, program.commands);
      return actions.serve(given);
    });

  const runner = addCommand('run')
    .usage('[options] -- COMMAND [ARGUMENTS]')
    .argument('[command...]')
    .passThroughOptions();
  addServerOptions(runner, runDefaults).action((command: string[], given: ServerArguments) => {
    const example = 'pet-catalog-mock run -- npm test';
    if (!command[0]) {
      const got = command.length > 0 ? ', not an empty text' : '';
      throw new UsageError(`"run" needs a command after two dashes${got}: ${example}`);
    }
    return actions.run({ ...given, command });
  });

  for (const option of runner.options) {
    option.hidden = isHelp && !isAll && !shortRunOptions.has(option.attributeName());
  }

  addCommand('wait')
    .option('--url <url>', 'where the mock is', readUrl, 'http://127.0.0.1:4020')
    .option('--port-file <file>', "the mock's port file; its port replaces the port of --url")
    .option('--timeout <duration>', 'milliseconds, or a time such as 10s or 1m', '10s')
    .action(actions.wait);

  addConfig(addSettings(addCommand('mcp'), commandOptions))
    .option(
      '--url <url>',
      'control the mock that runs there instead of starting one; it gets the key and the token',
      readUrl,
    )
    .action(actions.mcp);

  const ofPets = commandOptions.filter(({ name }) =>
    ['pets', 'seed', 'maxPets', 'locale'].includes(name),
  );
  addSettings(addCommand('fixtures'), ofPets).action(actions.fixtures);

  addServiceCommands(addCommand, actions);

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(withoutValue(error.message));
  }
}

/** Adds the options of a server and of its start to a command. */
function addServerOptions(command: Command, defaults: ServerOptions = {}): Command {
  return addConfig(addSettings(command, [...commandOptions, watchOption], defaults))
    .option(
      '--port-file <file>',
      'write the port there once the server answers; refuses to overwrite a file that is not a port file',
    )
    .option('--open', 'open the dashboard in the browser once the server answers');
}

/** Adds the flags of options to a command. Its action gets `settings`: the flags, then the variables. */
function addSettings(
  command: Command,
  options: readonly CommandOption[],
  defaults: ServerOptions = {},
): Command {
  const known = options.map((option) => ({
    option,
    flags: flagsOf(option, defaults[option.name as keyof ServerOptions]),
  }));
  for (const flag of known.flatMap(({ flags }) => flags)) command.addOption(flag);
  return command.hook('preAction', () => {
    const fromFlags: Setting[] = [];
    const fromVariables: Setting[] = [];
    for (const { option, flags } of known) {
      const [flag, other] = flags.filter((one) => isGiven(command, one));
      if (flag && other) {
        throw new UsageError(`option '${flag.long}' cannot be used with option '${other.long}'`);
      }
      if (flag)
        fromFlags.push(
          createSetting(option, flag.long!, command.getOptionValue(flag.attributeName())),
        );
      const { variable } = option;
      const text = variable && process.env[variable];
      if (text) fromVariables.push(createSetting(option, variable, text));
    }
    command.setOptionValue('settings', [fromFlags, fromVariables]);
  });
}

function addConfig(command: Command): Command {
  const words =
    'a JSON file or a module with these options (default: pet-catalog-mock.config.{js,mjs,json})';
  return command
    .optionsGroup(commandGroup)
    .addOption(new Option('--config <file>', words).env('PET_CATALOG_CONFIG'));
}

function readUrl(given: string): string {
  if (/^https?:\/\//i.test(given) && URL.canParse(given)) return given;
  // It may contain a password.
  const got = given.includes('@') ? '' : `, not ${JSON.stringify(given)}`;
  throw new UsageError(`--url must be a URL such as http://127.0.0.1:4020${got}`);
}

/** @throws UsageError that repeats only a word close to a command. Any other word may be a secret. */
function refuseCommand(word: string, known: readonly Command[]): never {
  const names = known.map((command) => command.name());
  const close = closestMatch(word, names, { maxDistance: 2 });
  if (close !== undefined && word.length > 2) {
    throw new UsageError(`Unknown command "${word}". Did you mean "${close}"?`);
  }
  const shown = /^(?:start|serve|server|up)$/.test(word) ? ` "${word}"` : '';
  const advice = `To start the server, give no command. Commands: ${names.join(', ')}`;
  throw new UsageError(`Unknown command${shown}. ${advice}`);
}

const isGiven = (command: Command, option: Option): boolean =>
  command.getOptionValueSource(option.attributeName()) === 'cli';

/** @param ownDefault The default of the command, if it is not the server's. */
function flagsOf(option: CommandOption, ownDefault?: unknown): Option[] {
  const { flag, off, group, description, variable, form } = option;
  const flags: Option[] = [];
  if (flag !== undefined) {
    const valued = new Option(flag, description);
    const byDefault = ownDefault ?? option.commandDefault ?? option.default;
    // The server fills in the value.
    if (byDefault !== undefined && byDefault !== false) valued.default(null, String(byDefault));
    if (form === 'keys') {
      valued.argParser((text: string, before: string[] | null) => [...(before ?? []), text]);
    }
    flags.push(valued);
  }
  if (off) flags.push(new Option(off.flag, off.description));
  if (variable !== undefined) flags[0]!.env(variable);
  return flags.map((one) => one.helpGroup(`${group}:`));
}

/** Removes the value of a mistyped flag, which may be a secret: `--admin-tokn=…`, `-k…`. */
function withoutValue(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/(unknown option '--[^'=]*)=.*'/s, "$1'")
    .replace(/(unknown option '-[^-']).*'/s, "$1'");
}
