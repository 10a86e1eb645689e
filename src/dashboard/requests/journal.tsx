import { createContext, type ComponentChildren } from 'preact';
import { useContext, useMemo, useReducer, useRef } from 'preact/hooks';
import type { JournalEntry } from '../../client/index.ts';
import { heldWords } from '../../controls/describe-fault.ts';
import { useLoaded } from '../state/loaded.ts';
import { useEvents, usePage } from '../state/page.ts';
import { isPreflight, matchesFilter } from './filter.ts';

/** The most entries that the page holds: ten times what the server keeps by default. */
export const mostHeld = 10_000;
/** How many entries are read and drawn first. */
const firstRead = 200;
/** How many catalogs are read when all keys are listed: the most recently used. */
const mostCatalogs = 20;
/** Milliseconds between two drawings while requests pour in. */
const pace = 200;

/** Identifies an entry across catalogs, also in the address. */
export const keyOf = ({ id, catalog }: { id: number; catalog?: number | undefined }) =>
  catalog === undefined ? String(id) : `${catalog}.${id}`;

/** Whether a call waits until its fault is released. */
export const isHeld = ({ durationMs, faultText = '' }: JournalEntry) =>
  durationMs === null && faultText.includes(heldWords);

type Journal = ReturnType<typeof useJournalState>;
const JournalContext = createContext<Journal | undefined>(undefined);
export const useJournal = () => useContext(JournalContext)!;

/** Shares the journal. Only the components that use it are drawn again when requests come. */
export function JournalProvider({ children }: { children: ComponentChildren }) {
  return <JournalContext.Provider value={useJournalState()}>{children}</JournalContext.Provider>;
}

/** The newest entries of the journal, kept up to date by the server's events. */
function useJournalState() {
  const { listedControl, controlOf, isAll, listeners, view } = usePage();
  const [drawing, draw] = useReducer((count: number) => count + 1, 0);
  const store = useMemo(() => new Map<string, JournalEntry>(), [listedControl]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const drawn = useRef(0);

  const newest = useLoaded(async () => {
    const before = new Set(store.values());
    // Read again: a key may have sent its first request before the stream was open.
    const catalogs = (isAll && (await listedControl.catalogs?.list())) || [];
    const used = catalogs.slice(-mostCatalogs).map(({ number }) => number);
    const read = async (limit: number) => {
      const entries: JournalEntry[] = [];
      // One after another: browsers delay a page that opens many sockets at once.
      for (const catalog of isAll ? [0, ...used] : [undefined]) {
        const { requests } = catalog === undefined ? listedControl : controlOf(catalog);
        const found = await requests.list({ limit });
        entries.push(...found.map((entry) => (isAll ? Object.assign(entry, { catalog }) : entry)));
      }
      // What has come meanwhile stays.
      for (const [key, entry] of store) if (before.has(entry)) store.delete(key);
      for (const entry of entries) put(store, entry);
      draw(undefined);
      return entries;
    };
    // Draws the first entries soon, and then reads the rest.
    if (store.size === 0 && (await read(firstRead)).length < firstRead) return true;
    await read(mostHeld);
    return true;
  }, [listedControl, isAll]);

  useEvents(listeners, (event) => {
    const { type } = event;
    if (type === 'open' || type === 'reset' || type === 'cleared') newest.reload();
    if (type !== 'request' && type !== 'waiting') return;
    put(store, event.entry);
    const wait = drawn.current + pace - Date.now();
    // The first of a burst is drawn at once.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      drawn.current = Date.now();
      draw(undefined);
    }, wait);
  });

  return useMemo(() => {
    // A Map keeps the order of insertion: the oldest come first.
    const surplus = Math.max(0, store.size - mostHeld);
    for (const key of [...store.keys()].slice(0, surplus)) store.delete(key);
    const all = [...store.values()];
    const found = all.filter((entry) => matchesFilter(entry, view));
    const shown = view.preflights === '' ? found.filter((entry) => !isPreflight(entry)) : found;
    return {
      /** The entries that match the filter, the newest first; `undefined` until they are read. */
      entries: newest.value || shown.length > 0 ? shown.toSorted(newestFirst) : undefined,
      /** The calls that wait to be released, the oldest first. */
      held: all.filter(isHeld).toSorted(newestFirst).toReversed(),
      total: all.length,
      /** Finds an entry, whether it matches the filter or not. */
      find: (key: string) => store.get(key),
      /** How many preflights are left out. */
      hidden: found.length - shown.length,
      error: newest.error,
    };
  }, [drawing, view, store, newest.value, newest.error]);
}

function newestFirst(a: JournalEntry, b: JournalEntry): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return b.id - a.id || (b.catalog ?? 0) - (a.catalog ?? 0);
}

/** What was read may be older than what was streamed: an ended entry stays ended. */
function put(entries: Map<string, JournalEntry>, entry: JournalEntry): void {
  const key = keyOf(entry);
  const known = entries.get(key);
  if (!known || known.durationMs === null || known.at !== entry.at) entries.set(key, entry);
}
