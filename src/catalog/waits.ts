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

/** The waits for requests of one journal. A wait sees a request once it has arrived completely. */
export function createWaits(journal: Journal) {
  const waits = new Set<Wait>();
  let unlisten: (() => void) | undefined;

  function missing({ wanted, count }: Pick<Wait, 'wanted' | 'count'>): number {
    let found = 0;
    for (const record of journal.records()) {
      if (record.received && wanted.matches(record)) found++;
    }
    return count - found;
  }

  function show(event: JournalEvent, record: RequestRecord): void {
    if (!record.received) return;
    for (const wait of waits) {
      if (!isTold(event, wait.wanted.filter)) continue;
      if (!wait.wanted.matches(record) || --wait.missing > 0) continue;
      // One request may match more than once, and others may have been dropped meanwhile.
      wait.missing = missing(wait);
      if (wait.missing <= 0) wait.onEnough();
    }
  }

  return {
    /** Calls back once `count` requests match, unless the returned function is called before. */
    add(wanted: Matcher, count: number, onEnough: () => void): () => void {
      const wait = { wanted, count, onEnough, missing: missing({ wanted, count }) };
      waits.add(wait);
      unlisten ??= journal.listen(show);
      return () => {
        waits.delete(wait);
        if (waits.size > 0) return;
        unlisten?.();
        unlisten = undefined;
      };
    },
  };
}

/** Whether a fault hits a request is known when it waits or ends, and nothing else changes by a wait. */
function isTold(event: JournalEvent, { fault }: RequestFilter): boolean {
  return event === 'end' || (fault === undefined) !== (event === 'waiting');
}
