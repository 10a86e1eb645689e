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

/**
 * Reads the journal, and keeps it up to date by the server's events. While it is paused or held,
 * only a reset, a clearing or another filter changes the entries.
 *
 * @param isHeld Somebody is about to press a row, or reads one: none may move.
 * @param included The id of a request that is listed all the same; `''` for none.
 */
export function useJournal(isHeld: boolean, included: string) {
  const { control, listen, view } = usePage();
  const { operation, status, preflights } = view;
  const [fresh, setFresh] = useState<readonly JournalEntry[]>([]);
  const [paused, setPaused] = useState(false);
  /** How often the journal has been emptied. */
  const resets = useRef(0);
  const arrived = useRef<JournalEntry[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const drop = () => {
    arrived.current = [];
    setFresh([]);
  };
  const { value, error, reload } = useLoaded(async () => {
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
  const isIncluded = ({ id }: JournalEntry) => String(id) === included;
  const added = still && !drawn.current?.entries.some(isIncluded) && live.entries.find(isIncluded);
  if (added) drawn.current = { ...live, entries: [added, ...drawn.current!.entries] };
  // What ends meanwhile is shown as it ends: that moves no row.
  const newest = new Map(live?.entries.map((entry) => [keyOf(entry), entry]));
  const old = new Set(drawn.current?.entries.map(keyOf));
  return {
    /** Newest first, those that match the filter; `undefined` until they are read. */
    entries: drawn.current?.entries.map((entry) =>
      paused && !isIncluded(entry) ? entry : (newest.get(keyOf(entry)) ?? entry),
    ),
    error,
    /** How many preflights match the filter, shown or not. */
    preflights: matching?.filter(isPreflight).length ?? 0,
    paused,
    pause: setPaused,
    /** How many that match the filter came while the list stood still. */
    missed: still ? live.entries.filter((entry) => !old.has(keyOf(entry))).length : 0,
    /** Clears the journal on the server, too. */
    async clear() {
      await control.requests.clear();
      resets.current++;
      drop();
      reload();
    },
  };
}

/** A server that was started again reuses ids. */
export const keyOf = ({ id, at }: JournalEntry) => `${id} ${at}`;

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
