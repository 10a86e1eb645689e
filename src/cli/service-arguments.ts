import { Option, type Command } from 'commander';
import type { ServiceArguments } from './ask-service.ts';
import type { CaptureArguments } from './capture.ts';
import { UsageError } from './errors.ts';
import type { help } from './help.ts';
import { toNumber } from './settings.ts';
import type { VerifyArguments } from './verify.ts';

/** Adds a command with its help to the program. */
export type AddCommand = (name: keyof typeof help) => Command;

const reportForms = ['pretty', 'json', 'junit', 'markdown'] satisfies VerifyArguments['report'][];

interface ServiceCommands {
  verify(given: VerifyArguments): Promise<void>;
  capture(given: CaptureArguments): Promise<void>;
}

/** Adds the commands that ask a real service. */
export function addServiceCommands(add: AddCommand, run: ServiceCommands): void {
  const report = new Option('--report <form>', 'the form of the report');
  report.choices(reportForms).default('pretty');
  addAccess('--against', add('verify'), run.verify)
    .option('--write', 'also create pets, which stay there; the report lists them')
    .option('--only <row,…>', 'only these rows of the table of gaps', toList)
    .option('--skip <row,…>', 'not these rows', toList)
    .option('--expectations <file>', 'differences that are agreed on, as JSON')
    .option('--update', 'write that file with the differences of this run')
    .option('--dialect <file>', 'compare with the mock in this dialect')
    .option('--print-dialect', 'print the dialect that fits the service, instead of the report')
    .addOption(report)
    .option('--output <file>', 'write the report to this file')
    .option('--timeout <ms>', 'how long each request may take, in milliseconds', toNumber, 10_000)
    .option('--concurrency <number>', 'how many reads are sent at a time', toNumber, 1);

  addAccess('--from', add('capture'), run.capture)
    .option('--limit <number>', 'the most pets to save', toNumber)
    .option('--dialect <file>', 'the dialect of the mock that gets the pets')
    .option('--anonymize', 'replace the names; the same id always gets the same name')
    .option('--output <file>', 'write to this file instead of standard output');
}

/** Adds the options that say how a service is reached. */
function addAccess<T extends ServiceArguments>(
  urlFlag: string,
  command: Command,
  run: (given: T) => Promise<void>,
): Command {
  return command
    .option(`${urlFlag} <url>`, 'the base URL of the service, including /v2 or similar; required')
    .option('--api-key <key>', 'sent with each request; never shown')
    .option(
      '--header <name: value>',
      'sent with each request, and never shown; may be given more than once',
      (given: string, before: readonly string[] = []) => [...before, given],
    )
    .action((options: T & { readonly header?: readonly string[] }) => {
      const { header = [] } = options;
      const url = command.getOptionValue(urlFlag.slice(2)) as string | undefined;
      if (url === undefined) throw new UsageError(`"${command.name()}" needs ${urlFlag} URL`);
      return run({ ...options, url, headers: Object.fromEntries(header.map(readHeader)) });
    });
}

/** Headers of the connection, and the key, which has a flag of its own. */
const refusedHeaders = /^(?:connection|content-length|host|transfer-encoding|x-api-key)$/i;

/** @throws UsageError that does not repeat the text, which may be a secret. */
function readHeader(text: string): [string, string] {
  const [, name, value] = /^([^:]+):[\t ]*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError('--header must be a name, a colon and a value: "Authorization: Bearer …"');
  }
  if (refusedHeaders.test(name)) {
    const isKey = name.toLowerCase() === 'x-api-key';
    const hint = isKey ? 'give the key with --api-key' : 'it is set automatically';
    throw new UsageError(`--header must not be ${name}: ${hint}`);
  }
  return [name, value];
}

/** The flag may be given more than once. */
function toList(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(',').map((name) => name.trim())];
}
