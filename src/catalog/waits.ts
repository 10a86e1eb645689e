import type { RequestFilter } from '../contract/requests.ts';
import { matches } from './filter.ts';
import type { Journal, RequestRecord } from './journal.ts';

interface Wait {
  readonly filter: RequestFilter;
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

  function missing({ filter, count }: Pick<Wait, 'filter' | 'count'>): number {
    let found = 0;
    for (const record of journal.records()) {
      if (record.received && matches(record, filter)) found++;
    }
    return count - found;
  }

  function show(waits: Set<Wait> | undefined, record: RequestRecord): void {
    if (!waits) return;
    for (const wait of waits) {
      if (!matches(record, wait.filter) || --wait.missing > 0) continue;
      // One request may match more than once, and others may have been dropped meanwhile.
      wait.missing = missing(wait);
      if (wait.missing <= 0) wait.onEnough();
    }
  }

  function listen(): () => void {
    return journal.listen((event, record) => {
      if (event === 'waiting' || !record.received) return;
      show(byField.get(record.path), record);
      show(byField.get(record.status), record);
      show(byField.get(record.operation), record);
      show(byField.get(record.method.toUpperCase()), record);
      show(byField.get(undefined), record);
    });
  }

  return {
    /** Calls back once `count` requests match, unless the returned function is called before. */
    add(filter: RequestFilter, count: number, onEnough: () => void): () => void {
      const wait = { filter, count, onEnough, missing: missing({ filter, count }) };
      const field = fieldOf(filter);
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
