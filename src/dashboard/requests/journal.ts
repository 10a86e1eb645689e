import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import type { JournalEntry, RequestFilter } from '../../client.ts';
import { countOf } from '../parts/words.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded } from '../state/loaded.ts';
import type { Outcome } from '../state/notices.ts';
import { usePage } from '../state/page.ts';
import { isPreflight, matchesFilter, toServerFilter } from './filter.ts';

/** How many entries the page holds; the server may keep more. */
export const held = 1000;
/** And while somebody reads further down: what one reads is not to leave. */
const heldForReader = 10 * held;
/** With all keys in sight: of how many catalogs, those used last, the page knows what they had before. */
export const mostCatalogs = 20;
/** Milliseconds between two drawings, and while so many come that each replaces most rows in sight. */
const pace = { usual: 100, pouring: 250, entries: 20 };

/** What tells a request from all others, also of other catalogs; in the address as well. */
export const keyOf = ({ id, catalog }: JournalEntry) =>
  catalog === undefined ? String(id) : `${catalog}.${id}`;

type Entries = Map<string, JournalEntry>;

/**
 * The journal, kept up to date by the server's events. A filter is answered at once from the entries
 * that the page holds, and then by the server, which looks through its whole journal.
 */
export function useJournal() {
  const { control, controlOf, catalogs, isAll, listen, view } = usePage();
  const { operation, status, find, faulted, preflights } = view;
  const [drawing, draw] = useReducer((count: number) => count + 1, 0);
  /** `older` match the filter, and are too old to be held otherwise. */
  const store = useRef({
    newest: new Map() as Entries,
    older: new Map() as Entries,
    /** From before a new connection or a reset: shown until it is read which are still there. */
    outdated: new WeakSet<JournalEntry>(),
    turn: 0,
  });
  const isRead = useRef(false);
  const arrived = useRef({ now: 0, before: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Of all that is shown; what was read before a reset is out of date. */
  const readInto = async (target: 'newest' | 'older', filter: RequestFilter) => {
    const { turn } = store.current;
    const numbers = isAll ? [0, ...catalogs.slice(-mostCatalogs).map((one) => one.number)] : [0];
    const lists = await Promise.all(
      numbers.map(async (catalog) => {
        const one = catalog === 0 ? control : controlOf(catalog);
        const entries = await one.requests.list({ ...filter, limit: held });
        return isAll ? entries.map((entry) => ({ ...entry, catalog })) : entries;
      }),
    );
    if (turn !== store.current.turn) return true;
    const { [target]: known, outdated } = store.current;
    for (const [key, entry] of known) {
      if (target === 'older' || outdated.has(entry)) known.delete(key);
    }
    for (const entry of lists.flat()) put(known, entry);
    draw(undefined);
    return true;
  };
  const hasCatalogs = catalogs.length > 0;
  const newest = useLoaded(() => readInto('newest', {}), [control, isAll, hasCatalogs]);
  const wanted = JSON.stringify(toServerFilter(view));
  const matches = useLoaded(async () => {
    if (wanted !== '{}') return readInto('older', JSON.parse(wanted) as RequestFilter);
    store.current.older.clear();
    return true;
  }, [control, isAll, wanted]);

  useEvents(listen, (event) => {
    const { newest: entries, older, outdated } = store.current;
    if (event.type === 'open' || event.type === 'reset' || event.type === 'cleared') {
      const number = event.type === 'open' ? undefined : event.catalog;
      // What is being read as the connection opens is of the same server.
      if (event.type !== 'open') store.current.turn++;
      for (const list of [entries, older]) {
        for (const [key, entry] of list) {
          if (number !== undefined && entry.catalog !== number) continue;
          if (event.type === 'cleared') list.delete(key);
          else outdated.add(entry);
        }
      }
      newest.reload();
      matches.reload();
    } else if (event.type === 'request' || event.type === 'waiting') put(entries, event.entry);
    else return;
    arrived.current.now++;
    const isPouring = arrived.current.before >= pace.entries;
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        arrived.current = { now: 0, before: arrived.current.now };
        draw(undefined);
      },
      isPouring ? pace.pouring : pace.usual,
    );
  });

  const filterKey = JSON.stringify([operation, status, find, faulted]);
  const doesMatch = useMemo(() => remember((entry) => matchesFilter(entry, view)), [filterKey]);
  const { entries, hidden } = useMemo(() => {
    const { newest: list, older } = store.current;
    trim(list, isRead.current ? heldForReader : held);
    const found = [...new Map([...older, ...list]).values()].filter(doesMatch);
    const shown = preflights === '' ? found.filter((entry) => !isPreflight(entry)) : found;
    return { entries: shown.toSorted(byArrival), hidden: found.length - shown.length };
  }, [drawing, doesMatch, preflights]);

  return {
    /** Newest first, those that match the filter; `undefined` until they are read. */
    entries: newest.value || entries.length > 0 ? entries : undefined,
    /** One of those that the page holds, whether it matches the filter or not. */
    find: (key: string) => store.current.newest.get(key) ?? store.current.older.get(key),
    /** Tells whether somebody reads further down. */
    keep: (isReading: boolean) => void (isRead.current = isReading),
    /** How many preflights are left out. */
    hidden,
    /** Whether the server has looked through its whole journal for the filter. */
    isSearched: matches.value !== undefined,
    error: newest.error ?? matches.error,
    /**
     * Clears the journal on the server, too. No control fills that again, so an undo shows the entries
     * on this page alone.
     */
    async clear(): Promise<Outcome> {
      const before = [...store.current.newest.values()];
      await control.requests.clear();
      const words = countOf(before.length, 'request');
      const run = () => {
        for (const entry of before) put(store.current.newest, entry);
        draw(undefined);
        return Promise.resolve(`Brought back ${words}, on this page alone`);
      };
      const hint = `Undo brings back ${words}, on this page alone.`;
      return { text: 'Cleared the requests', undo: { hint, run } };
    },
  };
}

/** What was read may be older than what was streamed: an end is never undone. */
function put(entries: Entries, entry: JournalEntry): void {
  const key = keyOf(entry);
  const known = entries.get(key);
  if (!known || known.durationMs === null || known.at !== entry.at) entries.set(key, entry);
}

/** The newest first. */
function byArrival(a: JournalEntry, b: JournalEntry): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return b.id - a.id;
}

/** Leaves the newest. */
function trim(entries: Entries, most: number): void {
  if (entries.size <= most) return;
  const oldest = [...entries].toSorted(([, a], [, b]) => byArrival(b, a));
  for (const [key] of oldest.slice(0, entries.size - most)) entries.delete(key);
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
