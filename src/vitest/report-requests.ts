import type { TestContext } from 'vitest';
import { reportLast } from '../catalog/report.ts';
import type { JournalEntry, RequestFilter } from '../controls/requests.ts';
import { serviceOf, type PetCatalog } from '../pet-catalog.ts';
import type { PassedRequest } from './network.ts';
import { clientsThatPass, reportPassed } from './report-passed.ts';

/** The most requests that are shown below an error. */
const limit = 10;

const cameLater =
  'The request came after this check: wait for it, with await catalog.requests.waitFor(...).';

interface Journal {
  list(filter: RequestFilter): JournalEntry[] | Promise<JournalEntry[]>;
  count(): number | Promise<number>;
  /** Returns whether the report may leave it out, if the test has a server as well. */
  isUnused?(): boolean;
  /** Returns more lines for the report. @param message The message of the error. */
  more?(message: string): string[];
}

/**
 * Adds the last requests to the message of a failed test's last error. `annotate` would be the place for
 * them, but it throws after a test has failed.
 */
export function reportRequests(
  { task, onTestFailed }: Pick<TestContext, 'task' | 'onTestFailed'>,
  who: string,
  journal: Journal,
): void {
  /** The number of errors of earlier attempts. */
  const before = task.result?.errors?.length ?? 0;
  onTestFailed(async (context) => {
    if ('catalogServer' in context && journal.isUnused?.()) return;
    const error = task.result?.errors?.slice(before).at(-1);
    if (!error) return;
    const { message } = error;
    let text;
    try {
      const last = reportLast(who, await journal.list({ limit }), await journal.count());
      text = [last, ...(journal.more?.(message) ?? [])].join('\n');
    } catch (reason) {
      // This must not hide why the test failed.
      text = `${who}'s requests cannot be shown: ${(reason as Error).message}`;
    }
    error.message = `${message}\n\n${text}`;
    // Some reporters show only the stack, and the stack begins with the message.
    if (error.stack) error.stack = error.stack.replace(message, () => error.message);
  });
}

/**
 * Returns the journal of a catalog, with `isolate` of all its keys.
 *
 * @param passedBy Returns the requests that went past the mock.
 */
export function journalOf(catalog: PetCatalog, passedBy: () => readonly PassedRequest[]): Journal {
  const all = () => serviceOf(catalog).catalogs.all();
  const isUnused = () => all().every(({ journal }) => journal.length === 0);
  return {
    list: (filter) =>
      all()
        .flatMap(({ requests }) => requests.list(filter))
        .sort((one, other) => (one.at < other.at ? -1 : 1))
        .slice(-limit),
    count: () => all().reduce((sum, { requests }) => sum + requests.count(), 0),
    isUnused,
    more(message) {
      const passed = passedBy();
      if (passed.length > 0) return [reportPassed(catalog, passed)];
      if (isUnused()) return [clientsThatPass];
      return all().some(({ requests }) => requests.isMetNow(message)) ? [cameLater] : [];
    },
  };
}
