import { useEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded } from '../state/loaded.ts';
import { isPreflight, matchesFilter, toServerFilter } from './filter.ts';

/** How many entries the page holds; the server may keep more. */
export const held = 500;
/** Milliseconds between two drawings while requests pour in. */
const pace = 100;

/** The journal as the page shows it. */
export interface LiveJournal {
  /** Newest first, those that match the filter; `undefined` until they are read. */
  entries: readonly JournalEntry[] | undefined;
  error: Error | undefined;
  /** How many preflights match the filter; unless it shows them, they are not among `entries`. */
  preflights: number;
  /** Whether somebody has paused it. While it is, or is held, nothing but a reset, a clearing or another filter changes `entries`. */
  paused: boolean;
  /** How many of those that match the filter came while it stood still; at most `held`. */
  missed: number;
  pause(paused: boolean): void;
  /** Forgets all, on the server too. */
  clear(): Promise<void>;
}

/** What the server told when it was asked, and when that was. */
interface Reading {
  entries: readonly JournalEntry[];
  operation: string;
  status: string;
  /** How often the journal had been emptied before. */
  resets: number;
}

/**
 * Reads the journal, and keeps it up to date by the server's events.
 *
 * @param isHeld Somebody is about to press a row, or reads one: none may move.
 */
export function useJournal(isHeld: boolean): LiveJournal {
  const { control, listen, view } = usePage();
  const { operation, status, preflights } = view;
  const [fresh, setFresh] = useState<readonly JournalEntry[]>([]);
  const [paused, setPaused] = useState(false);
  const resets = useRef(0);
  const arrived = useRef<JournalEntry[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const drop = () => {
    arrived.current = [];
    setFresh([]);
  };
  const { value, error, reload } = useLoaded<Reading>(async () => {
    const asked = { operation, status, resets: resets.current };
    const entries = await control.requests.list({ ...toServerFilter(view), limit: held });
    return { ...asked, entries };
  }, [control, operation, status]);

  useEvents(listen, (event) => {
    const isEmptied = event.type === 'reset' || event.type === 'cleared';
    if (isEmptied) resets.current++;
    if (isEmptied || event.type === 'open') {
      drop();
      reload();
    }
    if (event.type !== 'request' && event.type !== 'waiting') return;
    arrived.current.push(event.entry);
    if (arrived.current.length > 2 * held) arrived.current.splice(0, held);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const entries = arrived.current;
      arrived.current = [];
      setFresh((before) => merge(before, entries));
    }, pace);
  });

  const current = value?.operation === operation && value.status === status ? value : undefined;
  const matching =
    current && merge(current.entries, fresh).filter((entry) => matchesFilter(entry, view));
  const live = current && {
    ...current,
    preflights,
    entries: matching!
      .filter((entry) => preflights === 'shown' || !isPreflight(entry))
      .toReversed(),
  };
  // A reading may end after the pause was asked for, so it is the drawn list itself that is kept.
  // Another filter has nothing to show at first, and so lets go of it.
  const drawn = useRef<typeof live>(undefined);
  const isSame = drawn.current?.resets === live?.resets && drawn.current?.preflights === preflights;
  const still = (paused || isHeld) && live !== undefined && isSame;
  if (!still) drawn.current = live;
  // What ends meanwhile is shown as it ends: that moves no row.
  const newest = new Map(live?.entries.map((entry) => [`${entry.id} ${entry.at}`, entry]));
  const entries = paused
    ? drawn.current?.entries
    : drawn.current?.entries.map((entry) => newest.get(`${entry.id} ${entry.at}`) ?? entry);
  return {
    entries,
    error,
    preflights: matching?.filter(isPreflight).length ?? 0,
    paused,
    missed: still ? countNew(live.entries, drawn.current?.entries ?? []) : 0,
    pause: setPaused,
    async clear() {
      await control.requests.clear();
      resets.current++;
      drop();
      reload();
    },
  };
}

/** How many of `entries` are not among those `before`. A server that was started again reuses ids. */
function countNew(entries: readonly JournalEntry[], before: readonly JournalEntry[]): number {
  const known = new Map(before.map(({ id, at }) => [id, at]));
  return entries.filter(({ id, at }) => known.get(id) !== at).length;
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
