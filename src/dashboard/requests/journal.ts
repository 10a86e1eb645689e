import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { countOf } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded } from '../state/loaded.ts';
import type { Undo } from '../state/notices.ts';
import { isPreflight, matchesFilter, toServerFilter } from './filter.ts';

/** How many entries the page holds, of all and of those that match; the server may keep more. */
export const held = 1000;
/** Milliseconds between two drawings while requests come. */
const pace = 100;
/** And while so many come at once that each drawing replaces most rows in sight, to leave time for clicks. */
const pouring = { entries: 20, pace: 250 };

/**
 * Reads the journal, and keeps it up to date by the server's events. A filter is answered at once from
 * the entries that the page holds, and then by the server, which looks through its whole journal. While
 * the list is paused or held, only a reset, a clearing or another filter changes the entries.
 *
 * @param isHeld Somebody is about to press a row, or reads one: none may move.
 * @param included The id of a request that is listed all the same; `''` for none.
 */
export function useJournal(isHeld: boolean, included: string) {
  const { control, listen, view, changeView } = usePage();
  const { operation, status, find, faulted, preflights } = view;
  const [fresh, setFresh] = useState<readonly JournalEntry[]>([]);
  const [paused, setPaused] = useState(false);
  /** How often the journal has been emptied. */
  const resets = useRef(0);
  /** How often it had to be read anew: what was read before may be of another server. */
  const turn = useRef(0);
  /** Cleared on the server, and shown again by an undo. */
  const broughtBack = useRef<readonly JournalEntry[]>([]);
  const arrived = useRef<JournalEntry[]>([]);
  const isPouring = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const newest = useLoaded(async () => {
    const reading = { turn: turn.current, resets: resets.current };
    const found = await control.requests.list({ limit: held });
    return { ...reading, entries: merge(broughtBack.current, found) };
  }, [control]);

  const serverFilter = toServerFilter(view);
  const isAsked = Object.keys(serverFilter).length > 0;
  const wanted = useRef(serverFilter);
  wanted.current = serverFilter;
  const serverKey = JSON.stringify(serverFilter);
  const asked = useRef('');
  // One reader for all filters: while one types, it asks for the newest text when it is free again.
  const matches = useLoaded(async () => {
    const filter = wanted.current;
    asked.current = JSON.stringify(filter);
    const reading = { key: asked.current, turn: turn.current };
    if (asked.current === '{}') return { ...reading, entries: [] };
    return { ...reading, entries: await control.requests.list({ ...filter, limit: held }) };
  }, [control]);
  useEffect(() => {
    if (asked.current !== serverKey) matches.reload();
  }, [serverKey]);
  const readAnew = () => {
    turn.current++;
    arrived.current = [];
    setFresh([]);
    newest.reload();
    matches.reload();
  };

  useEvents(listen, (event) => {
    const isEmptied = event.type === 'reset' || event.type === 'cleared';
    if (isEmptied) {
      resets.current++;
      broughtBack.current = [];
      // The open one has gone with the others, which needs no telling.
      changeView({ entry: '' }, { replace: true });
    }
    // It may be another server by then.
    if (event.type === 'open') broughtBack.current = [];
    if (isEmptied || event.type === 'open') readAnew();
    if (event.type !== 'request' && event.type !== 'waiting') return;
    arrived.current.push(event.entry);
    if (arrived.current.length > 2 * held) arrived.current.splice(0, held);
    const wait = isPouring.current ? pouring.pace : pace;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const entries = arrived.current;
      arrived.current = [];
      isPouring.current = entries.length >= pouring.entries;
      setFresh((before) => merge(before, entries));
    }, wait);
  });

  const { value } = newest;
  const all = useMemo(() => value && merge(value.entries, fresh), [value, fresh]);
  const found =
    matches.value?.key === serverKey && matches.value.turn === value?.turn
      ? matches.value
      : undefined;
  const isSearched = !isAsked || found !== undefined;

  const key = JSON.stringify([operation, status, find, faulted]);
  const doesMatch = useMemo(() => remember((entry) => matchesFilter(entry, view)), [key]);
  // Those that matched stay, though newer ones that do not have pushed them out of the newest.
  const kept = useRef<{ key: string; value: unknown; entries: readonly JournalEntry[] }>(undefined);
  const matching = useMemo(() => {
    if (!all) return undefined;
    if (key === '["","","",""]') return all;
    const isSame = kept.current?.key === key && kept.current.value === value;
    const before = found?.entries.filter(doesMatch) ?? [];
    const entries = merge(
      isSame ? merge(before, kept.current!.entries) : before,
      all.filter(doesMatch),
    );
    kept.current = { key, value, entries };
    return entries;
  }, [all, found, key, doesMatch]);

  const live = useMemo(
    () =>
      matching && {
        key,
        preflights,
        isSearched,
        resets: value!.resets,
        entries: matching
          .filter((entry) => preflights === 'shown' || !isPreflight(entry))
          .toReversed(),
      },
    [matching, preflights, isSearched],
  );
  // A reading may end after the pause was asked for, so it is the drawn list itself that is kept.
  // Another filter lets go of it, and so does the server's answer to that.
  const drawn = useRef<typeof live>(undefined);
  const isSame =
    live !== undefined &&
    drawn.current?.key === key &&
    drawn.current.resets === live.resets &&
    drawn.current.preflights === preflights &&
    (drawn.current.isSearched || !isSearched);
  const still = (paused || isHeld) && isSame;
  if (!still) drawn.current = live;
  const isIncluded = ({ id }: JournalEntry) => String(id) === included;
  const added = still && !drawn.current?.entries.some(isIncluded) && live.entries.find(isIncluded);
  if (added) drawn.current = { ...live, entries: [added, ...drawn.current!.entries] };
  // What ends meanwhile is shown as it ends: that moves no row.
  const fixed = drawn.current?.entries;
  const entries = useMemo(() => {
    if (!still) return fixed;
    const ends = new Map(live.entries.map((entry) => [keyOf(entry), entry]));
    return fixed?.map((entry) =>
      paused && !isIncluded(entry) ? entry : (ends.get(keyOf(entry)) ?? entry),
    );
  }, [still, paused, fixed, live, included]);
  const missed = useMemo(() => {
    if (!still) return 0;
    const old = new Set(fixed?.map(keyOf));
    return live.entries.filter((entry) => !old.has(keyOf(entry))).length;
  }, [still, fixed, live]);
  return {
    /** Newest first, those that match the filter; `undefined` until they are read. */
    entries: entries?.length === 0 && !isSearched ? undefined : entries,
    /** Whether the server has looked through its whole journal for the filter. */
    isSearched,
    /** Whether the server may keep more that match, or that have not been looked at. */
    isPart: [matching, isAsked ? found?.entries : all].some((part = []) => part.length >= held),
    error: newest.error ?? matches.error,
    /** How many preflights match the filter, shown or not. */
    preflights: useMemo(() => matching?.filter(isPreflight).length ?? 0, [matching]),
    paused,
    pause: setPaused,
    /** How many that match the filter came while the list stood still. */
    missed,
    /**
     * Clears the journal on the server, too. No control fills that again, so an undo shows the entries
     * on this page alone.
     */
    async clear(): Promise<Undo> {
      const before = await control.requests.list({ limit: held });
      await control.requests.clear();
      const show = (list: readonly JournalEntry[]) => {
        broughtBack.current = list;
        resets.current++;
        readAnew();
      };
      show([]);
      const words = countOf(before.length, 'request');
      return {
        hint: `Undo brings back ${words}, on this page alone.`,
        async run() {
          show(before);
          return `Brought back ${words}, on this page alone`;
        },
      };
    },
  };
}

/** Entries never change, so that each is looked through once, however often the list is drawn. */
function remember(test: (entry: JournalEntry) => boolean): (entry: JournalEntry) => boolean {
  const known = new WeakMap<JournalEntry, boolean>();
  return (entry) => {
    const before = known.get(entry);
    if (before !== undefined) return before;
    const now = test(entry);
    known.set(entry, now);
    return now;
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
