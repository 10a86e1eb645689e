import {
  filterInput,
  waitInput,
  type JournalEntry,
  type RequestFilter,
  type WaitOptions,
} from '../contract/requests.ts';
import { InvalidInputError, OptionError } from '../contract/errors.ts';
import { describe, differences, matches, mismatch } from './filter.ts';
import type { Journal, RequestRecord } from './journal.ts';
import { createWaits } from './waits.ts';

/** The journal as a test reads it. */
export interface Requests {
  /**
   * The entries that match, newest last.
   * @throws InvalidInputError when the filter is not well-formed; OptionError when the journal is off.
   */
  list(filter?: RequestFilter): JournalEntry[];
  /** How many entries match, whatever the filter's `limit`. */
  count(filter?: RequestFilter): number;
  /**
   * The matching entries as soon as there are `count` (default 1). Those that came before count. A
   * request counts once all of it has come, so that a create has its body; whether it has been
   * answered is no matter, unless the filter names a status.
   *
   * @throws OptionError when the journal is off; InvalidInputError for a bad filter, and for a `count`
   *   of more than the journal keeps; WaitTimeoutError after `timeout` milliseconds (default 2000):
   *   its message shows what was expected, and the closest requests that were seen with why they did
   *   not match.
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
  const waits = createWaits(journal);
  const find = (filter: RequestFilter) =>
    [...journal.records()].filter((record) => matches(record, filter));
  const findReceived = (filter: RequestFilter) => find(filter).filter(({ received }) => received);
  const toEntries = (found: readonly RequestRecord[], { limit = found.length }: RequestFilter) =>
    found.slice(Math.max(0, found.length - limit)).map(journal.toEntry);

  const checkFilter = (filter: RequestFilter): RequestFilter => {
    const checked = filterInput.check(filter);
    if (journal.size > 0) return { ...checked, method: checked.method?.toUpperCase() };
    throw new OptionError({
      option: 'journalSize',
      value: 0,
      expected: 'at least 1',
      explain: () =>
        'The journal is off: "journalSize" is 0, so that no request is kept to be read or waited for',
    });
  };

  return {
    list(filter = {}) {
      const checked = checkFilter(filter);
      return toEntries(find(checked), checked);
    },
    count: (filter = {}) => find(checkFilter(filter)).length,
    clear: () => journal.clear(),
    async waitFor(filter = {}, { signal, ...options } = {}) {
      const wanted = checkFilter(filter);
      const { count = 1, timeout = 2000 } = waitInput.check(options);
      if (count > journal.size) {
        throw new InvalidInputError(
          `"count" must be at most ${journal.size}, which is all that the journal keeps, not ${count}`,
        );
      }
      signal?.throwIfAborted();
      const seen = findReceived(wanted);
      if (seen.length >= count) return toEntries(seen, wanted);

      return new Promise((resolve, reject) => {
        const finish = (settle: () => void) => {
          clearTimeout(timer);
          forget();
          signal?.removeEventListener('abort', onAbort);
          settle();
        };
        const forget = waits.add(wanted, count, () =>
          finish(() => resolve(toEntries(findReceived(wanted), wanted))),
        );
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
  const seen = [...journal.records()].toReversed();
  // The five closest, the newest first. Words are made of these alone, as many waits may run out of
  // time at once.
  const closest: { record: RequestRecord; distance: number }[] = [];
  let matching = 0;
  for (const record of seen) {
    const distance = differences(record, filter) + (record.received ? 0 : 1);
    if (distance === 0) matching++;
    else if (closest.length < 5 || distance < closest.at(-1)!.distance) {
      const at = closest.findIndex((one) => one.distance > distance);
      closest.splice(at === -1 ? closest.length : at, 0, { record, distance });
      if (closest.length > 5) closest.pop();
    }
  }
  const head =
    `Expected ${count} request${count === 1 ? '' : 's'} (${describe(filter)}) ` +
    `within ${timeout} ms, but saw ${matching}.`;
  if (seen.length === 0) return `${head} No request at all has been seen.`;
  if (closest.length === 0) return head;
  const lines = closest.map(
    ({ record }) => `  ${line(record)}: ${mismatch(record, filter).join('; ')}`,
  );
  return `${head} The closest that did not match:\n${lines.join('\n')}`;
}

function line(record: RequestRecord): string {
  const query = record.query === '' ? '' : `?${record.query}`;
  return `${record.method} ${record.path}${query} -> ${record.status ?? 'no answer'}`;
}
