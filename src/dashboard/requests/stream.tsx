import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client/index.ts';
import { Button } from '../parts/buttons.tsx';
import { useNow, useSize } from '../parts/hooks.ts';
import { UpIcon } from '../parts/icons.tsx';
import { indexAfter } from '../parts/keys.ts';
import { count } from '../parts/words.tsx';
import { usePage } from '../state/page.ts';
import { useRequestActions } from './actions.tsx';
import { canFail } from './fail-next.ts';
import { keyOf } from './journal.tsx';
import { RequestRow } from './row.tsx';

/** Narrower lists have rows of two lines, in pixels. */
const narrow = 560;
/** How many rows are drawn above and below the visible ones. */
const spare = 6;

/**
 * The requests. Only the visible ones are drawn. At its top, the list shows new requests at once.
 * Elsewhere the rows stay where they are, and a button counts what is new.
 */
export function Stream({ entries }: { entries: readonly JournalEntry[] }) {
  const { view, changeView } = usePage();
  const actions = useRequestActions();
  const box = useRef<HTMLDivElement>(null);
  const { height, width } = useSize(box);
  const [top, setTop] = useState(0);
  /** The row that the keyboard is at; `''` for the newest. */
  const [current, setCurrent] = useState('');
  const now = useNow();
  const row = width < narrow ? 46 : 32;
  const indexOf = (key: string) => entries.findIndex((entry) => keyOf(entry) === key);

  /**
   * Where the reader scrolled to: the first visible row, how far it is above the edge, and the newest
   * entry then. `undefined` at the top.
   */
  const anchor = useRef<{ key: string; offset: number; newest: string }>(undefined);
  useLayoutEffect(() => {
    const { key = '', offset = 0 } = anchor.current ?? {};
    const index = indexOf(key);
    if (index >= 0) box.current!.scrollTop = index * row + offset;
    setTop(box.current!.scrollTop);
  }, [entries, row]);
  const onScroll = () => {
    const { scrollTop } = box.current!;
    const at = entries[Math.floor(scrollTop / row)];
    const newest = anchor.current?.newest ?? keyOf(entries[0]!);
    anchor.current =
      scrollTop > 0 && at ? { key: keyOf(at), offset: scrollTop % row, newest } : undefined;
    setTop(scrollTop);
  };

  const first = Math.max(0, Math.floor(top / row) - spare);
  const end = Math.min(entries.length, Math.ceil((top + height) / row) + spare);
  const active = [current, view.request].map(indexOf).find((index) => index >= 0) ?? 0;
  // The row that has the focus is always drawn.
  const drawn = entries
    .map((entry, index) => ({ entry, index }))
    .filter(({ index }) => index === active || (index >= first && index < end));
  const seen = indexOf(anchor.current?.newest ?? '');

  useLayoutEffect(() => {
    if (current) box.current!.querySelector<HTMLElement>('[tabindex="0"]')!.focus();
  }, [current]);
  const open = (entry: JournalEntry) => {
    setCurrent(keyOf(entry));
    changeView({ request: keyOf(entry) }, { replace: view.request !== '' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const entry = entries[active]!;
    const does: Record<string, (() => unknown) | false> = {
      Enter: () => open(entry),
      ' ': () => open(entry),
      r: entry.operation !== null && (() => actions.replay(entry)),
      f: canFail(entry) && (() => actions.fail(entry)),
      l: entry.durationMs === null && entry.fault !== undefined && (() => actions.release([entry])),
      c: () => actions.copyCurl(entry),
    };
    const action = does[key];
    const to = indexAfter(key, active, entries.length, Math.floor(height / row));
    if (ctrlKey || metaKey || altKey || (!action && to === undefined)) return;
    event.preventDefault();
    if (action) return action();
    const next = entries[to!]!;
    if (view.request === '') setCurrent(keyOf(next));
    else open(next);
  };
  return (
    <div class="stream">
      {anchor.current && seen !== 0 && (
        <Button look="chip newer" onClick={() => box.current!.scrollTo(0, 0)}>
          {seen < 0 ? `${count(entries.length)}+` : count(seen)} new <UpIcon />
        </Button>
      )}
      <div class="scroller" ref={box} onScroll={onScroll} onKeyDown={onKeyDown} tabIndex={-1}>
        <div
          role="listbox"
          aria-label="Requests, the newest first"
          aria-keyshortcuts="R F L C"
          class={width < narrow ? 'rows two' : 'rows'}
          style={{ height: `${entries.length * row}px` }}
        >
          {drawn.map(({ entry, index }) => (
            <RequestRow
              key={keyOf(entry)}
              entry={entry}
              now={now}
              style={{ transform: `translateY(${index * row}px)` }}
              aria-posinset={index + 1}
              aria-setsize={entries.length}
              aria-selected={keyOf(entry) === view.request}
              tabIndex={index === active ? 0 : -1}
              onOpen={() => open(entry)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
