import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { Button } from '../parts/buttons.tsx';
import { UpIcon } from '../parts/icons.tsx';
import { count } from '../parts/words.tsx';
import { usePage } from '../state/page.ts';
import { keyOf } from './journal.ts';
import { RequestRow } from './row.tsx';

/** Narrower lists have rows of two lines, in pixels. */
const narrow = 460;
const heights = { one: 32, two: 52 };
/** Rows that are drawn above and below those in sight. */
const spare = 6;

interface StreamProps {
  entries: readonly JournalEntry[];
  onOpen: (entry: JournalEntry) => void;
}

/**
 * The requests, of which only those in sight are drawn. New ones always come: at its top the list shows
 * them at once; otherwise what the reader looks at stays where it is, and a button counts them.
 */
export function Stream({ entries, onOpen }: StreamProps) {
  const { view } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const [{ top, height, width }, setSight] = useState({ top: 0, height: 0, width: 1000 });
  /** The row that the keyboard is at; `''` for the newest. */
  const [current, setCurrent] = useState('');
  const wantsFocus = useRef(false);
  const now = useNow();
  const row = width < narrow ? heights.two : heights.one;
  const indexOf = (key: string) => entries.findIndex((entry) => keyOf(entry) === key);

  /** What is at the top of what the reader looks at, and how far above its edge; none at the top. */
  const anchor = useRef({ key: '', offset: 0 });
  /** The newest that was there when the reader left the top. */
  const newestSeen = useRef('');
  if (anchor.current.key === '') newestSeen.current = entries[0] ? keyOf(entries[0]) : '';
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
    const { key, offset } = anchor.current;
    const index = key === '' ? -1 : indexOf(key);
    if (index >= 0) box.current!.scrollTop = index * row + offset;
    look();
  }, [entries, row]);
  const onScroll = () => {
    // What is taken away with the focus in it loses that as well.
    if (!box.current) return;
    const { scrollTop } = box.current;
    const first = entries[Math.floor(scrollTop / row)];
    const isReading = scrollTop > 0 || wantsFocus.current;
    anchor.current = { key: isReading && first ? keyOf(first) : '', offset: scrollTop % row };
    look();
  };
  const goToTop = () => {
    box.current!.scrollTop = 0;
    onScroll();
  };

  const first = Math.max(0, Math.floor(top / row) - spare);
  const end = Math.min(entries.length, Math.ceil((top + height) / row) + spare);
  const activeKey = [current, view.request].find((key) => key !== '' && indexOf(key) >= 0);
  const active = activeKey === undefined ? 0 : indexOf(activeKey);
  // The row that has the focus is drawn wherever it is.
  const drawn = entries.slice(first, end).map((entry, index) => [entry, first + index] as const);
  const atActive = entries[active];
  if (atActive && (active < first || active >= end)) drawn.push([atActive, active]);
  const seen = indexOf(newestSeen.current);
  const unseen = seen < 0 ? entries.length : seen;

  const moveTo = (index: number, opens = view.request !== '') => {
    const at = Math.min(entries.length - 1, Math.max(0, index));
    const entry = entries[at];
    if (!entry) return;
    const scroller = box.current!;
    const below = (at + 1) * row - scroller.clientHeight;
    scroller.scrollTop = Math.max(below, Math.min(at * row, scroller.scrollTop));
    wantsFocus.current = true;
    setCurrent(keyOf(entry));
    onScroll();
    if (opens) onOpen(entry);
  };
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    box.current!.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });
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
    const to = steps[event.key];
    if (to !== undefined) moveTo(to);
    else if ((event.key === 'Enter' || event.key === ' ') && atActive) onOpen(atActive);
    else return;
    event.preventDefault();
  };
  return (
    <div class="stream">
      {anchor.current.key !== '' && unseen > 0 && (
        <Button look="chip newer" onClick={goToTop}>
          {count(unseen)}
          {seen < 0 && '+'} new <UpIcon />
        </Button>
      )}
      <div
        class="scroller"
        ref={box}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onFocusOut={onScroll}
        tabIndex={-1}
      >
        <div
          role="listbox"
          aria-label="Requests, the newest first"
          class={row === heights.two ? 'rows two' : 'rows'}
          style={{ height: `${entries.length * row}px` }}
        >
          {drawn.map(([entry, index]) => (
            <RequestRow
              key={keyOf(entry)}
              entry={entry}
              now={now}
              style={{ transform: `translateY(${index * row}px)` }}
              aria-posinset={index + 1}
              aria-setsize={entries.length}
              aria-selected={keyOf(entry) === view.request}
              tabIndex={index === active ? 0 : -1}
              onOpen={() => {
                setCurrent(keyOf(entry));
                onOpen(entry);
              }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The time, every second: for ages, and for how long a request has waited. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
