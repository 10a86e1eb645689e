import { useMemo, useReducer, useRef } from 'preact/hooks';
import type { JournalEntry } from '../../client/index.ts';
import { countOf } from '../parts/words.tsx';
import { useLoaded } from '../state/loaded.ts';
import { useEvents, usePage } from '../state/page.ts';
import { isPreflight, matchesFilter } from './filter.ts';

/** How many entries the page holds, ten times as many as the server by default: what one reads is not to leave. */
export const held = 10_000;
/** With all keys in sight: of how many catalogs, those used last, the page knows what they had before. */
export const mostCatalogs = 20;
/** Milliseconds between two drawings: each may replace most rows in sight. */
const pace = 200;

/** What tells a request from all others, also of other catalogs; in the address as well. */
export const keyOf = ({ id, catalog }: { id: number; catalog?: number | undefined }) =>
  catalog === undefined ? String(id) : `${catalog}.${id}`;

/** The journal, kept up to date by the server's events: the newest entries, which a filter is asked of. */
export function useJournal() {
  const { control, controlOf, isAll, listeners, view, act } = usePage();
  const [drawing, draw] = useReducer((count: number) => count + 1, 0);
  const store = useRef(new Map<string, JournalEntry>()).current;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const newest = useLoaded(async () => {
    const before = new Set(store.values());
    // As they are now: a key may have sent its first request before the stream was open.
    const catalogs = (isAll && (await control.catalogs?.list())) || [];
    const used = catalogs.slice(-mostCatalogs).map(({ number }) => number);
    const read: JournalEntry[] = [];
    // One after another: browsers delay a page that opens many sockets at once.
    for (const number of isAll ? [0, ...used] : [undefined]) {
      const entries = await controlOf(number).requests.list({ limit: held });
      const catalog = number ?? 0;
      read.push(...(isAll ? entries.map((entry) => ({ ...entry, catalog })) : entries));
    }
    // What has come meanwhile stays.
    for (const [key, entry] of store) if (before.has(entry)) store.delete(key);
    for (const entry of read) put(store, entry);
    draw(undefined);
    return true;
  }, [control, isAll]);

  useEvents(listeners, (event) => {
    const { type } = event;
    if (type === 'open' || type === 'reset' || type === 'cleared') newest.reload();
    if (type !== 'request' && type !== 'waiting') return;
    put(store, event.entry);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      draw(undefined);
    }, pace);
  });

  const { entries, hidden } = useMemo(() => {
    // The oldest go, which have come first.
    const surplus = Math.max(0, store.size - held);
    for (const key of [...store.keys()].slice(0, surplus)) store.delete(key);
    const found = [...store.values()].filter((entry) => matchesFilter(entry, view));
    const shown = view.preflights === '' ? found.filter((entry) => !isPreflight(entry)) : found;
    const order = (a: JournalEntry, b: JournalEntry) => {
      if (a.at !== b.at) return a.at < b.at ? 1 : -1;
      // Of one millisecond, in whichever order the catalogs were read.
      return b.id - a.id || (b.catalog ?? 0) - (a.catalog ?? 0);
    };
    return { entries: shown.toSorted(order), hidden: found.length - shown.length };
  }, [drawing, view]);

  const keepShown = async () => {
    const before = [...store.values()];
    const bringBack = async () => {
      for (const entry of before) put(store, entry);
      draw(undefined);
    };
    return { words: `${countOf(before.length, 'request')}, on this page alone`, bringBack };
  };
  return {
    entries: newest.value || entries.length > 0 ? entries : undefined,
    /** One of those that the page holds, whether it matches the filter or not. */
    find: (key: string) => store.get(key),
    /** How many preflights are left out. */
    hidden,
    error: newest.error,
    /** Clears the journal on the server, too. No control fills that again. */
    clear: () => act(() => control.requests.clear(), 'Cleared the requests', keepShown()),
  };
}

/** What was read may be older than what was streamed: an end is never undone. */
function put(entries: Map<string, JournalEntry>, entry: JournalEntry): void {
  const key = keyOf(entry);
  const known = entries.get(key);
  if (!known || known.durationMs === null || known.at !== entry.at) entries.set(key, entry);
}
