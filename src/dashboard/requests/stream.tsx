import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client/index.ts';
import { Button } from '../parts/buttons.tsx';
import { UpIcon } from '../parts/icons.tsx';
import { count } from '../parts/words.tsx';
import { usePage } from '../state/page.ts';
import { keyOf } from './journal.ts';
import { RequestRow } from './row.tsx';

/** Narrower lists have rows of two lines, in pixels. */
const narrow = 460;
/** Rows that are drawn above and below those in sight. */
const spare = 6;

/**
 * The requests, of which only those in sight are drawn. New ones always come: at its top the list shows
 * them at once; otherwise what the reader looks at stays where it is, and a button counts them.
 */
export function Stream({ entries }: { entries: readonly JournalEntry[] }) {
  const { view, changeView } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const [{ top, height, width }, setSight] = useState({ top: 0, height: 0, width: 1000 });
  /** The row that the keyboard is at; `''` for the newest. */
  const [current, setCurrent] = useState('');
  /** For ages, and for how long a request has waited. */
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const row = width < narrow ? 52 : 32;
  const indexOf = (key: string) => entries.findIndex((entry) => keyOf(entry) === key);

  /**
   * What is at the top of what the reader looks at, how far above its edge, and the newest that was
   * there when the reader left the top; none at the top.
   */
  const anchor = useRef<{ key: string; offset: number; newest: string }>(undefined);
  const look = () => {
    const { scrollTop, clientHeight, clientWidth } = box.current!;
    setSight({ top: scrollTop, height: clientHeight, width: clientWidth });
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const { key = '', offset = 0 } = anchor.current ?? {};
    const index = indexOf(key);
    if (index >= 0) box.current!.scrollTop = index * row + offset;
    look();
  }, [entries, row]);
  const onScroll = () => {
    const { scrollTop } = box.current!;
    const at = entries[Math.floor(scrollTop / row)];
    const newest = anchor.current?.newest ?? keyOf(entries[0]!);
    anchor.current =
      scrollTop > 0 && at ? { key: keyOf(at), offset: scrollTop % row, newest } : undefined;
    look();
  };

  const first = Math.max(0, Math.floor(top / row) - spare);
  const end = Math.min(entries.length, Math.ceil((top + height) / row) + spare);
  const active = [current, view.request].map(indexOf).find((index) => index >= 0) ?? 0;
  // The row that has the focus is drawn wherever it is.
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
    const page = Math.floor(height / row);
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: entries.length,
    };
    const isOpening = event.key === 'Enter' || event.key === ' ';
    const to = isOpening ? active : steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const entry = entries[Math.min(entries.length - 1, Math.max(0, to))]!;
    if (isOpening || view.request !== '') open(entry);
    else setCurrent(keyOf(entry));
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
