import { useMemo, useReducer, useRef } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { countOf } from '../parts/words.tsx';
import { useLoaded } from '../state/loaded.ts';
import { useEvents, usePage } from '../state/page.ts';
import { undoOf } from '../state/undo.ts';
import { isPreflight, matchesFilter } from './filter.ts';

/** How many entries the page holds, ten times as many as the server by default: what one reads is not to leave. */
export const held = 10_000;
/** With all keys in sight: of how many catalogs, those used last, the page knows what they had before. */
export const mostCatalogs = 20;
/** Milliseconds between two drawings: each may replace most rows in sight. */
const pace = 250;

/** What tells a request from all others, also of other catalogs; in the address as well. */
export const keyOf = ({ id, catalog }: { id: number; catalog?: number | undefined }) =>
  catalog === undefined ? String(id) : `${catalog}.${id}`;

type Entries = Map<string, JournalEntry>;

/** The journal, kept up to date by the server's events: the newest entries, which a filter is asked of. */
export function useJournal() {
  const { control, controlOf, catalogs, isAll, listeners, view, act } = usePage();
  const { operation, status, find, faulted, preflights } = view;
  const [drawing, draw] = useReducer((count: number) => count + 1, 0);
  const store = useRef({
    entries: new Map() as Entries,
    turn: 0,
    drawnAt: 0,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  }).current;

  const newest = useLoaded(async () => {
    const { turn, entries: known } = store;
    const before = new Set(known.values());
    const numbers = isAll ? [0, ...catalogs.slice(-mostCatalogs).map((one) => one.number)] : [0];
    const lists = await Promise.all(
      numbers.map(async (catalog) => {
        const one = catalog === 0 ? control : controlOf(catalog);
        const entries = await one.requests.list({ limit: held });
        return isAll ? entries.map((entry) => ({ ...entry, catalog })) : entries;
      }),
    );
    // What was read before a reset is out of date, and read again.
    if (turn !== store.turn) return true;
    // What has come meanwhile stays.
    for (const [key, entry] of known) if (before.has(entry)) known.delete(key);
    for (const entry of lists.flat()) put(known, entry);
    draw(undefined);
    return true;
  }, [control, isAll, catalogs.length > 0]);

  useEvents(listeners, (event) => {
    const { type } = event;
    if (type === 'request' || type === 'waiting') put(store.entries, event.entry);
    else if (type === 'open' || type === 'reset' || type === 'cleared') {
      const number = type === 'open' ? undefined : event.catalog;
      // What is being read as the connection opens is of the same server.
      if (type !== 'open') store.turn++;
      for (const [key, { catalog }] of type === 'cleared' ? store.entries : []) {
        if (number === undefined || number === catalog) store.entries.delete(key);
      }
      newest.reload();
    } else return;
    store.timer ??= setTimeout(
      () => {
        store.timer = undefined;
        store.drawnAt = performance.now();
        draw(undefined);
      },
      Math.max(0, store.drawnAt + pace - performance.now()),
    );
  });

  const filterKey = JSON.stringify([operation, status, find, faulted]);
  // Entries never change, so that each is looked through once, however often the list is drawn.
  const known = useMemo(() => new WeakMap<JournalEntry, boolean>(), [filterKey]);
  const doesMatch = (entry: JournalEntry) => {
    if (!known.has(entry)) known.set(entry, matchesFilter(entry, view));
    return known.get(entry)!;
  };
  const { entries, hidden } = useMemo(() => {
    trim(store.entries);
    const found = [...store.entries.values()].filter(doesMatch);
    const shown = preflights === '' ? found.filter((entry) => !isPreflight(entry)) : found;
    return { entries: shown.toSorted(byArrival), hidden: found.length - shown.length };
  }, [drawing, known, preflights]);

  const keepShown = () => {
    const before = [...store.entries.values()];
    const words = `${countOf(before.length, 'request')}, on this page alone`;
    const bringBack = async () => {
      for (const entry of before) put(store.entries, entry);
      draw(undefined);
    };
    return Promise.resolve(undoOf(words, bringBack));
  };
  return {
    entries: newest.value || entries.length > 0 ? entries : undefined,
    /** One of those that the page holds, whether it matches the filter or not. */
    find: (key: string) => store.entries.get(key),
    /** How many preflights are left out. */
    hidden,
    error: newest.error,
    /** Clears the journal on the server, too. No control fills that again. */
    clear: () => act(() => control.requests.clear(), 'Cleared the requests', keepShown),
  };
}

/** What was read may be older than what was streamed: an end is never undone. */
function put(entries: Entries, entry: JournalEntry): void {
  const key = keyOf(entry);
  const known = entries.get(key);
  if (!known || known.durationMs === null || known.at !== entry.at) entries.set(key, entry);
}

function byArrival(a: JournalEntry, b: JournalEntry): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return b.id - a.id;
}

/** The oldest go, which have come first. */
function trim(entries: Entries): void {
  for (const key of entries.keys()) {
    if (entries.size <= held) return;
    entries.delete(key);
  }
}
