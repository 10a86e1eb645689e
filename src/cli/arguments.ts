import { Command, CommanderError, Option } from 'commander';
import { version } from '../version.ts';
import { UsageError } from './errors.ts';
import { configVariable, flags, type Flag } from './flags.ts';
import { notes, waitNotes } from './help.ts';

/** A flag that was given, with the text of each time; none where the flag takes no value. */
export interface GivenFlag {
  readonly flag: Flag;
  readonly texts: readonly string[];
}

/** What the command is asked to do. */
export type Request =
  | {
      readonly do: 'serve';
      readonly given: readonly GivenFlag[];
      readonly config: string | undefined;
      readonly portFile: string | undefined;
    }
  | { readonly do: 'wait'; readonly url: string; readonly timeout: string }
  /** Help or the version has been printed. */
  | { readonly do: 'nothing' };

const commandGroup = 'The command itself:';

/**
 * Reads the arguments (those after the script's name).
 *
 * @param print Prints help and the version.
 * @throws UsageError, which never holds a value.
 */
export function readArguments(args: readonly string[], print: (text: string) => void): Request {
  let request: Request = { do: 'nothing' };
  const program = createCommand(new Command('pet-catalog-mock'), print)
    .description(
      'A mock of the Pet Catalog service: a server of seeded pets that does as it is told.',
    )
    .enablePositionalOptions()
    .helpCommand(false)
    .addHelpText('after', `\n${notes}`);

  const known = flags.map((flag) => ({ flag, option: toOption(flag) }));
  for (const { option } of known) program.addOption(option);
  const config = new Option(
    '--config <file>',
    `a JSON object with any of the above [env: ${configVariable}]`,
  ).helpGroup(commandGroup);
  const portFile = new Option(
    '--port-file <file>',
    'the port is written there once the server answers; removed at the end',
  ).helpGroup(commandGroup);
  program
    .addOption(config)
    .addOption(portFile)
    .optionsGroup(commandGroup)
    .version(version, '-V, --version', 'print the version')
    .addHelpOption(new Option('-h, --help', 'print this').helpGroup(commandGroup))
    .action(() => {
      const isGiven = (option: Option) =>
        program.getOptionValueSource(option.attributeName()) === 'cli';
      const valueOf = (option: Option) => program.getOptionValue(option.attributeName()) as unknown;
      request = {
        do: 'serve',
        // `--cors-origin` and `--no-cors` keep their values apart, by their names.
        given: known
          .filter(({ option }) => isGiven(option))
          .map(({ flag, option }) => ({ flag, texts: toTexts(valueOf(option)) })),
        config: valueOf(config) as string | undefined,
        portFile: valueOf(portFile) as string | undefined,
      };
    });

  createCommand(program.command('wait'), print)
    .description('Wait until the mock answers at a URL.')
    .option('--url <url>', 'where the mock is', 'http://127.0.0.1:4020')
    .option('--timeout <duration>', '500ms, 10s or 1m; a plain number is seconds', '10s')
    .addHelpOption(new Option('-h, --help', 'print this'))
    .addHelpText('after', `\n${waitNotes}`)
    .action(({ url, timeout }: { url: string; timeout: string }) => {
      if (
        Object.keys(program.opts()).some((name) => program.getOptionValueSource(name) === 'cli')
      ) {
        throw new UsageError('"wait" takes no options but --url and --timeout, behind it');
      }
      request = { do: 'wait', url, timeout };
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

function toOption(flag: Flag): Option {
  const extras = [
    flag.default !== undefined && `default: ${flag.default}`,
    flag.environment !== undefined && `env: ${flag.environment}`,
  ].filter(Boolean);
  const description = `${flag.description}${extras.length > 0 ? ` [${extras.join(', ')}]` : ''}`;
  const option = new Option(flag.flag, description).helpGroup(flag.group);
  if (flag.repeatable) {
    option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
  }
  if (flag.flag === '--no-cors') option.conflicts('corsOrigin');
  return option;
}

function toTexts(value: unknown): string[] {
  return typeof value === 'boolean' ? [] : ([value].flat() as string[]);
}

/** A mistyped flag may have carried a secret: `--admin-tokn=…`, `-k…`. */
function withoutValue(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/(unknown option '--[^'=]*)=.*'/s, "$1'")
    .replace(/(unknown option '-[^-']).*'/s, "$1'");
}
