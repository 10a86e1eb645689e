import { existsSync } from 'node:fs';
import { check } from '../contract/check.ts';
import { count, countOf } from '../contract/text.ts';
import {
  expectationsSchema,
  isCase,
  nextExpectations,
  type Expectations,
} from '../verify/expectations.ts';
import { fitDialect } from '../verify/fit-dialect.ts';
import { observe, type VerifyOptions } from '../verify/observe.ts';
import { countsOf, notesOf, printReport } from '../verify/print-report.ts';
import { rows, UnreachableError, type Row } from '../verify/report.ts';
import { checkVerifyOptions, summarise } from '../verify/verify-service.ts';
import { writeOutput, type ServiceArguments } from './ask-service.ts';
import { FailedError, UsageError, warn } from './errors.ts';
import { readJson } from './read-file.ts';
import { readDialectFlag } from './server-options.ts';

export interface VerifyArguments
  extends ServiceArguments, Pick<VerifyOptions, 'write' | 'timeout' | 'concurrency'> {
  /** Rows by their names, in any letter case. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** The name of a file. */
  readonly expectations?: string;
  /** The name of a file. */
  readonly dialect?: string;
  readonly update?: true;
  readonly printDialect?: true;
  readonly report: Parameters<typeof printReport>[1];
}

/** Asks a service the cases of the contract, and prints the report. Resolves with the exit status. */
export async function verify(given: VerifyArguments, signal: AbortSignal): Promise<number> {
  const { report: form, output, printDialect, update = false } = given;
  if (update && given.expectations === undefined) {
    throw new UsageError('--update writes the file of --expectations: name one');
  }
  const [only, skip] = [toRows(given.only), toRows(given.skip)];
  const dialect = await readDialectFlag(given.dialect);
  const expectations = await readExpectations(given.expectations, update);
  const { url, apiKey, headers, write, timeout, concurrency } = given;
  const access = { url, apiKey, headers, timeout, signal };
  const options = { ...access, write, concurrency, only, skip, dialect, expectations };
  checkVerifyOptions(options);
  // Refuse an output that cannot be written before anything is sent.
  if (output !== undefined) await writeOutput(output, '');
  const progress = createProgress(process.stderr);
  const observed = await observe({ ...options, onProgress: progress.show }).finally(progress.end);
  const report = await summarise(observed, options);
  const text = printReport(report, form, output === undefined && process.stdout.isTTY);
  if (printDialect) {
    await writeOutput(undefined, `${JSON.stringify(await fitDialect(observed), null, 2)}\n`);
    if (output === undefined) process.stderr.write(text);
  }
  if (output !== undefined || !printDialect) await writeOutput(output, text);
  // A report for a machine does not have these lines.
  const said = output !== undefined || form !== 'pretty';
  for (const line of said ? [countsOf(report), ...notesOf(report)] : []) warn(line);
  if (observed.gone !== undefined) throw new UnreachableError(observed.gone);
  if (!update || signal.aborted) return report.different > 0 ? 1 : 0;
  const next = nextExpectations(report, expectations);
  await writeOutput(given.expectations, `${JSON.stringify(next, null, 2)}\n`);
  const errors = report.cases.filter(({ kind }) => kind === 'server error').length;
  if (errors > 0) warn(`${countOf(errors, 'case')} with a 5xx cannot be agreed on`);
  return errors > 0 ? 1 : 0;
}

/** Shows on a terminal how many cases were asked. The line is erased at the end. */
export function createProgress(stream: { isTTY: boolean; write(text: string): unknown }) {
  let isShown = false;
  return {
    show(asked: number, of: number): void {
      if (!stream.isTTY) return;
      isShown = true;
      stream.write(`\r\x1b[KAsked ${count(asked)} of ${count(of)} cases`);
    },
    end: () => void (isShown && stream.write('\r\x1b[K')),
  };
}

/** Returns rows by their names in any letter case. The check of the options refuses other names. */
function toRows(names: readonly string[] | undefined): Row[] | undefined {
  return names?.map((name) => {
    const row = rows.find((one) => one.toLowerCase() === name.toLowerCase());
    return row ?? (name as Row);
  });
}

/** @throws FailedError that names the file. */
async function readExpectations(file?: string, update = false): Promise<Expectations> {
  // `--update` creates the file.
  if (file === undefined || (update && !existsSync(file))) return {};
  const content = await readJson({ path: file, what: 'the expectations' });
  const checked = check(expectationsSchema, content, file);
  if (!checked.ok)
    throw new FailedError(`${checked.message}; delete the file, and --update writes a new one`);
  const unknown = Object.keys(checked.value).find((name) => !isCase(name));
  if (unknown === undefined || update) return checked.value;
  const problem = `there is no case ${JSON.stringify(unknown)}; --update removes it`;
  throw new FailedError(`${file}: ${problem}`);
}
