import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded } from '../state/loaded.ts';
import { matchesFilter, toServerFilter } from './filter.ts';

/** How many entries the page holds; the server may keep more. */
export const held = 500;
/** Milliseconds between two drawings while requests pour in. */
const pace = 100;

/** The journal as the page shows it. */
export interface LiveJournal {
  /** Newest first, those that match the filter; `undefined` until they are read. */
  entries: readonly JournalEntry[] | undefined;
  error: Error | undefined;
  paused: boolean;
  /** How many came while it was paused. */
  missed: number;
  pause(paused: boolean): void;
  /** Forgets all, on the server too. */
  clear(): Promise<void>;
}

/** Reads the journal, and keeps it up to date by the server's events. */
export function useJournal(): LiveJournal {
  const { control, listen, view } = usePage();
  const { operation, status } = view;
  const [fresh, setFresh] = useState<readonly JournalEntry[]>([]);
  const [paused, setPaused] = useState(false);
  const waiting = useRef<JournalEntry[]>([]);
  const [waitingCount, setWaitingCount] = useState(0);
  const isPaused = useRef(paused);
  isPaused.current = paused;

  const flush = useCallback(() => {
    const arrived = waiting.current;
    waiting.current = [];
    setWaitingCount(0);
    if (arrived.length > 0) setFresh((before) => merge(before, arrived));
  }, []);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const drop = () => {
    waiting.current = [];
    setWaitingCount(0);
    setFresh([]);
  };
  const { value, error, reload } = useLoaded(async () => {
    const entries = await control.requests.list({ ...toServerFilter(view), limit: held });
    return { entries, operation, status };
  }, [control, operation, status]);

  useEvents(listen, (event) => {
    if (event.type === 'reset' || event.type === 'open') {
      drop();
      reload();
    }
    if (event.type !== 'request' && event.type !== 'waiting') return;
    waiting.current.push(event.entry);
    if (waiting.current.length > 2 * held) waiting.current.splice(0, held);
    if (isPaused.current) setWaitingCount(waiting.current.length);
    else {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        if (!isPaused.current) flush();
      }, pace);
    }
  });

  const current = value?.operation === operation && value.status === status ? value : undefined;
  const entries =
    current &&
    merge(current.entries, fresh)
      .filter((entry) => matchesFilter(entry, view))
      .toReversed();
  return {
    entries,
    error,
    paused,
    missed: waitingCount,
    pause(next) {
      setPaused(next);
      if (!next) flush();
    },
    async clear() {
      await control.requests.clear();
      drop();
      reload();
    },
  };
}

/** Oldest first, at most `held`. An entry that came again (it waited, then ended) replaces the old. */
export function merge(
  before: readonly JournalEntry[],
  arrived: readonly JournalEntry[],
): JournalEntry[] {
  const entries = new Map(before.map((entry) => [entry.id, entry]));
  for (const entry of arrived) {
    const known = entries.get(entry.id);
    // What was read may be newer than what was streamed: an end is never undone.
    if (!known || known.durationMs === null || known.at !== entry.at) entries.set(entry.id, entry);
  }
  return [...entries.values()].toSorted((a, b) => a.id - b.id).slice(-held);
}
