import type { RequestFilter } from '../contract/requests.ts';
import type { Matcher } from './filter.ts';
import type { Journal, JournalEvent, RequestRecord } from './journal.ts';

interface Wait {
  readonly wanted: Matcher;
  readonly count: number;
  readonly onEnough: () => void;
  /** How many more must match, at least: until then the journal need not be read. */
  missing: number;
}

/**
 * The waits for requests of one journal. A wait sees a request once it has arrived completely, and
 * costs nothing for requests that it cannot match.
 */
export function createWaits(journal: Journal) {
  // By the value of one field that they name: a request is compared with those that name a value of
  // its own, and with those that name none.
  const byField = new Map<string | number | null | undefined, Set<Wait>>();
  let unlisten: (() => void) | undefined;

  const fieldOf = ({ path, status, operation, method }: RequestFilter) =>
    path ?? status ?? (operation === undefined ? method : operation);

  function missing({ wanted, count }: Pick<Wait, 'wanted' | 'count'>): number {
    let found = 0;
    for (const record of journal.records()) {
      if (record.received && wanted.matches(record)) found++;
    }
    return count - found;
  }

  function show(waits: Set<Wait> | undefined, event: JournalEvent, record: RequestRecord): void {
    if (!waits) return;
    for (const wait of waits) {
      if (!isTold(event, wait.wanted.filter)) continue;
      if (!wait.wanted.matches(record) || --wait.missing > 0) continue;
      // One request may match more than once, and others may have been dropped meanwhile.
      wait.missing = missing(wait);
      if (wait.missing <= 0) wait.onEnough();
    }
  }

  function listen(): () => void {
    return journal.listen((event, record) => {
      if (!record.received) return;
      show(byField.get(record.path), event, record);
      show(byField.get(record.status), event, record);
      show(byField.get(record.operation), event, record);
      show(byField.get(record.method.toUpperCase()), event, record);
      show(byField.get(undefined), event, record);
    });
  }

  return {
    /** Calls back once `count` requests match, unless the returned function is called before. */
    add(wanted: Matcher, count: number, onEnough: () => void): () => void {
      const wait = { wanted, count, onEnough, missing: missing({ wanted, count }) };
      const field = fieldOf(wanted.filter);
      const waits = byField.get(field) ?? new Set();
      byField.set(field, waits.add(wait));
      unlisten ??= listen();
      return () => {
        waits.delete(wait);
        if (waits.size > 0) return;
        byField.delete(field);
        if (byField.size > 0) return;
        unlisten!();
        unlisten = undefined;
      };
    },
  };
}

/** Whether a fault hits a request is known when it waits or ends, and nothing else changes by a wait. */
function isTold(event: JournalEvent, { fault }: RequestFilter): boolean {
  return event === 'end' || (fault === undefined) !== (event === 'waiting');
}
