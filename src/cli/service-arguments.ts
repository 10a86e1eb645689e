import { Option, type Command } from 'commander';
import { oneOf } from '../contract/input.ts';
import { createCommand } from './create-command.ts';
import { UsageError } from './errors.ts';
import { captureNotes, verifyNotes } from './help.ts';

/** How a service is reached that is not the mock. */
interface ServiceArguments {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** A file in place of standard output. */
  readonly output: string | undefined;
}

export interface VerifyArguments extends ServiceArguments {
  readonly write: boolean;
  /** Rows by their names, in any letter case. */
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[] | undefined;
  readonly expectations: string | undefined;
  readonly update: boolean;
  readonly dialect: string | undefined;
  readonly printDialect: boolean;
  readonly report: ReportForm;
  /** In milliseconds. */
  readonly timeout: number;
  readonly concurrency: number;
}

export interface CaptureArguments extends ServiceArguments {
  readonly limit: number | undefined;
  readonly anonymize: boolean;
}

const reportForms = ['pretty', 'json', 'junit', 'markdown'] as const;
type ReportForm = (typeof reportForms)[number];

type Chosen = ({ do: 'verify' } & VerifyArguments) | ({ do: 'capture' } & CaptureArguments);

/** Adds the commands that ask a service which is not the mock. */
export function addServiceCommands(
  program: Command,
  print: (text: string) => void,
  choose: (request: Chosen) => void,
): void {
  const verify = createCommand(program.command('verify'), print)
    .description('Ask a service the cases of the contract: is the mock still like it?')
    .allowExcessArguments()
    .option(
      '--against <url>',
      'the base URL of the service, /v2 or whatever it is included; required',
    );
  addAccess(verify)
    .option(
      '--write',
      'also asks what creates pets, which stay there, and says which; without it nothing is created',
    )
    .option('--only <row,…>', 'only these rows of the table of gaps')
    .option('--skip <row,…>', 'not these rows')
    .option('--expectations <file>', 'differences that are agreed on: JSON, row to reason')
    .option('--update', 'writes that file with what differs now')
    .option('--dialect <file>', 'holds the service against the mock in this dialect')
    .option(
      '--print-dialect',
      'prints the dialect that fits what was found, in place of the report',
    )
    .addOption(
      new Option('--report <form>', `the form of the report: ${oneOf(reportForms)}`)
        .argParser(readForm)
        .default('pretty'),
    )
    .option('--output <file>', 'writes the report there')
    .addOption(
      numberOption('--timeout <ms>', 'of each request, in milliseconds', 10_000, 2 ** 31 - 1),
    )
    .addOption(numberOption('--concurrency <number>', 'how many reads are sent at a time', 1, 100))
    .addHelpOption(new Option('-h, --help', 'print this'))
    .addHelpText('after', `\n${verifyNotes}`)
    .action(({ against, apiKey, header, ...options }: VerifyFlags, { args }: Command) => {
      refuseArguments('verify', args);
      if (against === undefined) throw new UsageError('"verify" needs --against URL');
      if (options.update === true && options.expectations === undefined) {
        throw new UsageError('--update writes the file of --expectations: name one');
      }
      choose({
        do: 'verify',
        ...accessOf(against, apiKey, header, options.output),
        write: options.write === true,
        only: toList(options.only),
        skip: toList(options.skip),
        expectations: options.expectations,
        update: options.update === true,
        dialect: options.dialect,
        printDialect: options.printDialect === true,
        report: options.report,
        timeout: options.timeout,
        concurrency: options.concurrency,
      });
    });

  const capture = createCommand(program.command('capture'), print)
    .description("Write a service's pets as a file for --fixtures.")
    .allowExcessArguments()
    .option(
      '--from <url>',
      'the base URL of the service, /v2 or whatever it is included; required',
    );
  addAccess(capture)
    .addOption(numberOption('--limit <number>', 'how many pets at most', undefined, 1_000_000))
    .option('--anonymize', 'other names in place of theirs: the same id has the same one each time')
    .option('--output <file>', 'writes there, and not to standard output')
    .addHelpOption(new Option('-h, --help', 'print this'))
    .addHelpText('after', `\n${captureNotes}`)
    .action(({ from, apiKey, header, ...options }: CaptureFlags, { args }: Command) => {
      refuseArguments('capture', args);
      if (from === undefined) throw new UsageError('"capture" needs --from URL');
      choose({
        do: 'capture',
        ...accessOf(from, apiKey, header, options.output),
        limit: options.limit,
        anonymize: options.anonymize === true,
      });
    });
}

interface AccessFlags {
  readonly apiKey?: string;
  readonly header?: readonly string[];
  readonly output?: string;
}

interface VerifyFlags extends AccessFlags {
  readonly against?: string;
  readonly write?: true;
  readonly only?: string;
  readonly skip?: string;
  readonly expectations?: string;
  readonly update?: true;
  readonly dialect?: string;
  readonly printDialect?: true;
  readonly report: ReportForm;
  readonly timeout: number;
  readonly concurrency: number;
}

interface CaptureFlags extends AccessFlags {
  readonly from?: string;
  readonly limit?: number;
  readonly anonymize?: true;
}

function addAccess(command: Command): Command {
  return command
    .option('--api-key <key>', 'sent with each request; never shown')
    .option(
      '--header <name: value>',
      'sent with each request, and never shown; may be given more than once',
      (given: string, before: readonly string[] = []) => [...before, given],
    );
}

function accessOf(
  url: string,
  apiKey: string | undefined,
  header: readonly string[] = [],
  output: string | undefined,
): ServiceArguments {
  if (apiKey !== undefined && !/^[\t\x20-\x7e\x80-\xff]*\S[\t\x20-\x7e\x80-\xff]*$/.test(apiKey)) {
    throw new UsageError('--api-key must be a key that a header can carry, and that is not empty');
  }
  return { url, apiKey, headers: Object.fromEntries(header.map(readHeader)), output };
}

/** Those that belong to the connection, and the key, which has a flag of its own. */
const notThese = new Set([
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
  'x-api-key',
]);

/** @throws UsageError, without what may be a secret. */
function readHeader(text: string): [string, string] {
  const [, name, value] =
    /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? [];
  if (name === undefined) {
    throw new UsageError('--header must be a name, a colon and a value: "Authorization: Bearer …"');
  }
  if (notThese.has(name.toLowerCase())) {
    const hint =
      name.toLowerCase() === 'x-api-key' ? 'give the key with --api-key' : 'it is set by itself';
    throw new UsageError(`--header must not be ${name}: ${hint}`);
  }
  return [name, value!];
}

function numberOption(
  flags: string,
  words: string,
  byDefault: number | undefined,
  most: number,
): Option {
  const option = new Option(flags, words).argParser((text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (value >= 1 && value <= most) return value;
    const expected = `a whole number from 1 to ${most}`;
    throw new UsageError(`${option.long} must be ${expected}, not ${JSON.stringify(text)}`);
  });
  return byDefault === undefined ? option : option.default(byDefault);
}

function readForm(text: string): ReportForm {
  const form = reportForms.find((one) => one === text);
  if (form === undefined) {
    throw new UsageError(`--report must be ${oneOf(reportForms)}, not ${JSON.stringify(text)}`);
  }
  return form;
}

function toList(text: string | undefined): string[] | undefined {
  return text?.split(',').map((name) => name.trim());
}

function refuseArguments(name: string, args: readonly string[]): void {
  if (args.length > 0) throw new UsageError(`"${name}" takes no arguments but its options`);
}
