import { Command, CommanderError, Option } from 'commander';
import { version } from '../version.ts';
import { UsageError } from './errors.ts';
import { fixturesNotes, notes, waitNotes } from './help.ts';
import { commandOptions, createSetting, type CommandOption, type Setting } from './settings.ts';

export type Request =
  | {
      readonly do: 'serve';
      /** From flags and variables. */
      readonly settings: readonly Setting[];
      readonly config: string | undefined;
      readonly portFile: string | undefined;
      readonly watch: Watch | undefined;
    }
  | { readonly do: 'fixtures'; readonly settings: readonly Setting[] }
  | { readonly do: 'wait'; readonly url: string; readonly timeout: string }
  /** Help or the version has been printed. */
  | { readonly do: 'nothing' };

/** What becomes of pets that were created or changed when a file is read again. */
export interface Watch {
  readonly keep: boolean;
  /** What the user called it. */
  readonly label: string;
}

const commandGroup = 'The command itself:';

/**
 * Reads the arguments and the environment: a flag goes before its variable, and an empty variable
 * counts as none. An error never holds a value.
 */
export function readArguments(args: readonly string[], print: (text: string) => void): Request {
  let request: Request = { do: 'nothing' };
  const program = createCommand(new Command('pet-catalog-mock'), print)
    .description('A mock of the Pet Catalog service: a server of seeded pets that you control.')
    .enablePositionalOptions()
    .allowExcessArguments()
    .helpCommand(false)
    .addHelpText('after', `\n${notes}`);
  const sourceOf = (option: Option) => program.getOptionValueSource(option.attributeName());
  const valueOf = (option: Option): unknown => program.getOptionValue(option.attributeName());

  const settings = addSettings(program, commandOptions);
  const config = new Option('--config <file>', 'a JSON object with any of the above')
    .env('PET_CATALOG_CONFIG')
    .helpGroup(commandGroup);
  const portFile = new Option(
    '--port-file <file>',
    'the port is written there once the server answers; removed at the end',
  ).helpGroup(commandGroup);
  const watch = new Option(
    '--watch [keep]',
    'reads the files of --fixtures, --scenarios and --handlers again when they change: a reset, or with keep what was created, changed and removed stays',
  )
    .env('PET_CATALOG_WATCH')
    .helpGroup(commandGroup);

  program
    .addOption(config)
    .addOption(watch)
    .addOption(portFile)
    .optionsGroup(commandGroup)
    .version(version, '-V, --version', 'print the version')
    .addHelpOption(new Option('-h, --help', 'print this').helpGroup(commandGroup))
    .action(() => {
      if (program.args.length > 0) {
        const names = program.commands.map((command) => `"${command.name()}"`).join(', ');
        throw new UsageError(
          `too many arguments: there is no such command; those that exist: ${names}`,
        );
      }
      const configFile = valueOf(config) as string | undefined;
      request = {
        do: 'serve',
        settings: [...settings()],
        config: configFile === '' && sourceOf(config) === 'env' ? undefined : configFile,
        portFile: valueOf(portFile) as string | undefined,
        watch: readWatch(
          valueOf(watch),
          sourceOf(watch) === 'env' ? 'PET_CATALOG_WATCH' : '--watch',
        ),
      };
    });

  createCommand(program.command('wait'), print)
    .description('Wait until the mock answers at a URL.')
    .allowExcessArguments()
    .option('--url <url>', 'where the mock is', 'http://127.0.0.1:4020')
    .option('--timeout <duration>', '500ms, 10s or 1m; a plain number is seconds', '10s')
    .addHelpOption(new Option('-h, --help', 'print this'))
    .addHelpText('after', `\n${waitNotes}`)
    .action(({ url, timeout }: { url: string; timeout: string }, { args: excess }: Command) => {
      if (program.options.some((option) => sourceOf(option) === 'cli')) {
        throw new UsageError('"wait" takes no options but --url and --timeout, after it');
      }
      if (excess.length > 0) {
        throw new UsageError('"wait" takes no arguments: give the URL with --url URL');
      }
      request = { do: 'wait', url, timeout };
    });

  const fixtures = createCommand(program.command('fixtures'), print)
    .description('Print the pets that the server would generate, as a file for --fixtures.')
    .allowExcessArguments();
  const fixtureSettings = addSettings(
    fixtures,
    commandOptions.filter(({ name }) => ['pets', 'seed', 'maxPets', 'locale'].includes(name)),
  );
  fixtures
    .addHelpOption(new Option('-h, --help', 'print this').helpGroup('Pets:'))
    .addHelpText('after', `\n${fixturesNotes}`)
    .action((_options, { args: excess }: Command) => {
      if (program.options.some((option) => sourceOf(option) === 'cli')) {
        throw new UsageError(
          '"fixtures" takes no options but --pets, --seed, --max-pets and --locale, after it',
        );
      }
      if (excess.length > 0) {
        throw new UsageError('"fixtures" takes no arguments: it prints on standard output');
      }
      request = { do: 'fixtures', settings: [...fixtureSettings()] };
    });

  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(withoutValue(error.message));
  }
  return request;
}

function createCommand(command: Command, print: (text: string) => void): Command {
  return command
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: () => {} })
    .configureHelp({ styleTitle: (title) => `\x1b[1m${title}\x1b[22m` });
}

/**
 * Adds the flags of options to a command.
 *
 * @returns What was given of them, once the command has been parsed.
 */
function addSettings(
  command: Command,
  options: readonly CommandOption[],
): () => Generator<Setting> {
  const known = options.map((option) => ({ option, flags: flagsOf(option) }));
  for (const flag of known.flatMap(({ flags }) => flags)) command.addOption(flag);
  const sourceOf = (option: Option) => command.getOptionValueSource(option.attributeName());

  return function* settings() {
    for (const { option, flags } of known) {
      const given = flags.filter((flag) => sourceOf(flag) === 'cli');
      const [flag] = given;
      if (given.length > 1) {
        const [one, other] = given.map(({ long }) => long);
        throw new UsageError(`option '${one}' cannot be used with option '${other}'`);
      }
      const variable = flags.find((one) => sourceOf(one) === 'env')?.envVar;
      // Of a flag without a value, commander knows only whether its variable is there.
      const text = variable && process.env[variable];
      if (flag) {
        yield createSetting(option, flag.long!, command.getOptionValue(flag.attributeName()));
      } else if (text) yield createSetting(option, variable, text);
    }
  };
}

/** @param given `true` for the flag alone. */
function readWatch(given: unknown, label: string): Watch | undefined {
  if (given === undefined || given === '') return undefined;
  if (given === true || given === 'reset') return { keep: false, label };
  if (given === 'keep') return { keep: true, label };
  throw new UsageError(`${label} must be "reset" or "keep", not ${JSON.stringify(given)}`);
}

function flagsOf({ flag, off, group, description, variable, form, ...option }: CommandOption) {
  const flags: Option[] = [];
  if (flag !== undefined) {
    const valued = new Option(flag, description);
    const byDefault = option.commandDefault ?? option.default;
    // The value is the server's to fill in.
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

/** A mistyped flag may have carried a secret: `--admin-tokn=…`, `-k…`. */
function withoutValue(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/(unknown option '--[^'=]*)=.*'/s, "$1'")
    .replace(/(unknown option '-[^-']).*'/s, "$1'");
}
