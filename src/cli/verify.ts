import { existsSync } from 'node:fs';
import { isObject } from '../contract/is-object.ts';
import { count } from '../contract/words.ts';
import { fitDialect } from '../verify/fit-dialect.ts';
import { countsOf, notesOf, printReport, summarize } from '../verify/print.ts';
import { rows, UnreachableError, type Row, type VerifyReport } from '../verify/report.ts';
import { observe, reportOn, type VerifyOptions } from '../verify/verify-service.ts';
import { askService, writeOutput, type ServiceArguments } from './ask-service.ts';
import { FailedError, UsageError } from './errors.ts';
import { readJson } from './read-file.ts';
import { readDialectFlag } from './server-options.ts';
import { warn } from './warn.ts';

export interface VerifyArguments
  extends ServiceArguments, Pick<VerifyOptions, 'write' | 'timeout' | 'concurrency'> {
  /** Rows by their names, in any letter case. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** The files of each. */
  readonly expectations?: string;
  readonly dialect?: string;
  readonly update?: true;
  readonly printDialect?: true;
  readonly report: Parameters<typeof printReport>[1];
}

/** Asks a service the cases of the contract, and reports. */
export async function verify(given: VerifyArguments): Promise<void> {
  await askService('--against', async (signal) => {
    const { report: form, output, printDialect } = given;
    if (given.update && given.expectations === undefined) {
      throw new UsageError('--update writes the file of --expectations: name one');
    }
    const [only, skip] = [toRows('--only', given.only), toRows('--skip', given.skip)];
    const dialect = await readDialectFlag(given.dialect);
    const expectations = await readExpectations(given.expectations, given.update);
    // What cannot be written is said before anything is sent.
    if (output !== undefined) await writeOutput(output, '');
    const progress = createProgress(process.stderr);
    const options = { ...given, only, skip, dialect, expectations, signal };
    const observed = await observe({ ...options, onProgress: progress.show }).finally(progress.end);
    const report = await reportOn(observed, options);
    const text = printReport(report, form, output === undefined && process.stdout.isTTY);
    if (printDialect) {
      await writeOutput(undefined, `${JSON.stringify(await fitDialect(observed), null, 2)}\n`);
      if (output === undefined) process.stderr.write(text);
    }
    if (output !== undefined || !printDialect) await writeOutput(output, text);
    // What a person has to know, beside a report that a machine reads.
    const said = output !== undefined || form !== 'pretty';
    for (const line of said ? [countsOf(report), ...notesOf(report)] : []) warn(line);
    if (observed.gone !== undefined) throw new UnreachableError(observed.gone);
    if (given.update && !signal.aborted) {
      await updateExpectations(given.expectations!, report, expectations, given.write);
      return 0;
    }
    return report.different > 0 ? 1 : 0;
  });
}

/** Shows on a terminal, in one line that comes and goes, how much has been asked. */
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

/** @throws UsageError that lists the rows. */
function toRows(flag: string, names: readonly string[] | undefined): Row[] | undefined {
  return names?.map((name) => {
    const row = rows.find((one) => one.toLowerCase() === name.toLowerCase());
    if (row !== undefined) return row;
    throw new UsageError(`${flag}: ${noRow(name)}`);
  });
}

const noRow = (name: string) =>
  `there is no row ${JSON.stringify(name)}; the rows are: ${rows.join(', ')}`;

type Expectations = Partial<Record<Row, string>>;

/** @throws FailedError that names the file, and the row. */
async function readExpectations(file?: string, update = false): Promise<Expectations> {
  // The first time, there is none to be updated.
  if (file === undefined || (update && !existsSync(file))) return {};
  const content = await readJson({ path: file, what: 'the expectations' });
  if (!isObject(content)) throw new FailedError(`${file} must be a JSON object, row to reason`);
  for (const [row, reason] of Object.entries(content)) {
    if (!rows.some((one) => one === row)) throw new FailedError(`${file}: ${noRow(row)}`);
    if (typeof reason !== 'string') {
      throw new FailedError(`${file}: the reason of ${JSON.stringify(row)} must be a string`);
    }
  }
  return content as Expectations;
}

/** Keeps the reasons of what still differs, and gives what is new its sentence for one. */
async function updateExpectations(
  file: string,
  report: VerifyReport,
  before: Expectations,
  write = false,
): Promise<void> {
  const next: Expectations = {};
  const asked = new Map(summarize(report).map((summary) => [summary.row, summary]));
  for (const row of rows) {
    const { sentence, reason, cases = [], notAsked = 0 } = asked.get(row) ?? {};
    // What was not asked may still differ; some cases no service can be asked.
    const isUnknown = notAsked === cases.length || (!write && notAsked > 0);
    const text = reason ?? (isUnknown ? before[row] : undefined) ?? sentence;
    if (text !== undefined) next[row] = text;
  }
  await writeOutput(file, `${JSON.stringify(next, null, 2)}\n`);
}
