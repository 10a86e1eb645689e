import { check } from '../contract/check.ts';
import {
  waitOptionsSchema,
  type JournalEntry,
  type RequestFilter,
  type WaitOptions,
} from '../contract/control.ts';
import { InvalidInputError } from '../contract/option-error.ts';
import { checkFilter, describe, matches, mismatch } from './filter.ts';
import { toEntry, type Journal, type RequestRecord } from './journal.ts';

/** The journal as a test reads it. */
export interface Requests {
  /**
   * The entries that match, newest last.
   * @throws InvalidInputError when the filter is not well-formed.
   */
  list(filter?: RequestFilter): JournalEntry[];
  /** How many entries match, whatever the filter's `limit`. */
  count(filter?: RequestFilter): number;
  /**
   * The matching entries as soon as there are `count` (default 1). Those that came before count.
   *
   * @throws WaitTimeoutError after `timeout` milliseconds (default 2000): its message shows what was
   *   expected, and the closest requests that were seen with why they did not match.
   */
  waitFor(
    filter?: RequestFilter,
    options?: WaitOptions & { signal?: AbortSignal },
  ): Promise<JournalEntry[]>;
  /** Forgets all entries. */
  clear(): void;
}

/** `waitFor` has run out of time. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
}

export function createRequests(journal: Journal): Requests {
  const find = (filter: RequestFilter) =>
    [...journal.records()].filter((record) => matches(record, filter));
  const list = (filter: RequestFilter) => {
    const found = find(filter);
    const { limit = found.length } = filter;
    return found.slice(Math.max(0, found.length - limit)).map(toEntry);
  };

  return {
    list: (filter = {}) => list(checkFilter(filter)),
    count: (filter = {}) => find(checkFilter(filter)).length,
    clear: () => journal.clear(),
    async waitFor(filter = {}, { signal, ...options } = {}) {
      const wanted = checkFilter(filter);
      const checked = check(waitOptionsSchema, options, 'The options of waitFor');
      if (!checked.ok) throw new InvalidInputError(checked.message);
      const { count = 1, timeout = 2000 } = checked.value;
      signal?.throwIfAborted();
      if (find(wanted).length >= count) return list(wanted);

      return new Promise((resolve, reject) => {
        const finish = (settle: () => void) => {
          clearTimeout(timer);
          unlisten();
          signal?.removeEventListener('abort', onAbort);
          settle();
        };
        const unlisten = journal.listen((_event, record) => {
          if (matches(record, wanted) && find(wanted).length >= count) {
            finish(() => resolve(list(wanted)));
          }
        });
        const onAbort = () => finish(() => reject(signal!.reason as Error));
        signal?.addEventListener('abort', onAbort);
        const timer = setTimeout(() => {
          finish(() => reject(new WaitTimeoutError(report(journal, wanted, count, timeout))));
        }, timeout);
      });
    },
  };
}

/** What a person who reads a red test needs: what was expected, what came, and what differs. */
function report(journal: Journal, filter: RequestFilter, count: number, timeout: number): string {
  const seen = [...journal.records()].map((record) => ({
    record,
    differences: mismatch(record, filter),
  }));
  const matching = seen.filter(({ differences }) => differences.length === 0).length;
  const head =
    `Expected ${count} request${count === 1 ? '' : 's'} (${describe(filter)}) ` +
    `within ${timeout} ms, but saw ${matching}.`;
  if (seen.length === 0) return `${head} No request at all has been seen.`;
  const closest = seen
    .filter(({ differences }) => differences.length > 0)
    .toSorted((a, b) => a.differences.length - b.differences.length || b.record.id - a.record.id)
    .slice(0, 5)
    .map(({ record, differences }) => `  ${line(record)}: ${differences.join('; ')}`);
  if (closest.length === 0) return head;
  return `${head} The closest that did not match:\n${closest.join('\n')}`;
}

function line(record: RequestRecord): string {
  const query = record.query === '' ? '' : `?${record.query}`;
  return `${record.method} ${record.path}${query} -> ${record.status ?? 'no answer'}`;
}
