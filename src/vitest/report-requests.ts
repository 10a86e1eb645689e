import type { TestContext } from 'vitest';
import { reportLast } from '../catalog/report.ts';
import type { JournalEntry, RequestFilter } from '../contract/requests.ts';
import { serviceOf, type PetCatalog } from '../pet-catalog.ts';

/** As many requests stand below an error. */
const limit = 10;

interface Journal {
  list(filter: RequestFilter): JournalEntry[] | Promise<JournalEntry[]>;
  count(): number | Promise<number>;
  /** Whether a test that has a server as well need not be told of it. */
  isUnused?(): boolean;
}

/**
 * Has the last requests stand below the last error with which an attempt of a test fails. `annotate`
 * would be the place for them, but throws once a test has failed.
 */
export function reportRequests(
  { task, onTestFailed }: Pick<TestContext, 'task' | 'onTestFailed'>,
  who: string,
  journal: Journal,
): void {
  /** How many errors the attempts before this one have left. */
  const before = task.result?.errors?.length ?? 0;
  onTestFailed(async (context) => {
    if ('catalogServer' in context && journal.isUnused?.()) return;
    let text;
    try {
      text = reportLast(who, await journal.list({ limit }), await journal.count());
    } catch (reason) {
      // It must not hide why the test has failed.
      text = `${who}'s requests cannot be shown: ${(reason as Error).message}`;
    }
    const error = task.result?.errors?.slice(before).at(-1);
    if (!error) return;
    const { message } = error;
    error.message = `${message}\n\n${text}`;
    // Some reporters show the stack alone, which begins with the message.
    if (error.stack) error.stack = error.stack.replace(message, () => error.message);
  });
}

/** The requests to a catalog; with `isolate`, whatever their keys. */
export function journalOf(catalog: PetCatalog): Journal {
  const all = () => serviceOf(catalog).catalogs.all();
  return {
    list: (filter) =>
      all()
        .flatMap(({ requests }) => requests.list(filter))
        .sort((one, other) => (one.at < other.at ? -1 : 1))
        .slice(-limit),
    count: () => all().reduce((sum, { requests }) => sum + requests.count(), 0),
    isUnused: () => all().every(({ journal }) => journal.length === 0),
  };
}
