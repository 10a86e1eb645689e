import type { JournalEntry } from '../../client.ts';
import { BoltIcon } from '../parts/icons.tsx';
import { parse } from '../parts/json.tsx';
import { age, duration, shorten } from '../parts/words.ts';
import { usePage } from '../state/page.ts';

interface RequestRowProps {
  entry: JournalEntry;
  now: number;
  /** Pixels from the top of the list. */
  top: number;
  /** From 1. */
  position: number;
  total: number;
  isOpen: boolean;
  /** Whether it is the one that the Tab key leads to. */
  isActive: boolean;
  onOpen: () => void;
}

/** One request in a line. */
export function RequestRow({
  entry,
  now,
  top,
  isOpen,
  isActive,
  onOpen,
  ...place
}: RequestRowProps) {
  const { isAll, catalogs } = usePage();
  const { method, path, query, status, durationMs, at, catalog = 0 } = entry;
  const sinceThen = Math.max(0, now - Date.parse(at));
  // A catalog may be newer than what is known of them.
  const name = catalogs.find(({ number }) => number === catalog)?.apiKey ?? entry.apiKey;
  const keyWords = catalog === 0 ? 'no key' : `${name} #${catalog}`;
  return (
    <div
      role="option"
      class="request"
      aria-selected={isOpen}
      aria-posinset={place.position}
      aria-setsize={place.total}
      tabIndex={isActive ? 0 : -1}
      style={{ transform: `translateY(${top}px)` }}
      // Before the next request moves it; a finger may be about to scroll, and taps.
      onPointerDown={({ pointerType, button }) => pointerType === 'mouse' && !button && onOpen()}
      onClick={onOpen}
    >
      <Status entry={entry} />
      <span class="method">{method}</span>
      <span class="path">
        {shorten(path, 200)}
        {query !== '' && <span class="soft">?{shorten(query, 200)}</span>}
      </span>
      {isAll && <span class="key soft">{keyWords}</span>}
      {entry.fault === undefined ? (
        status !== null && status >= 400 && <span class="why soft">{errorOf(entry)}</span>
      ) : (
        <span class="why warn">
          <BoltIcon />
          {entry.faultText ?? entry.fault}
        </span>
      )}
      <span class="took soft">
        {durationMs === null ? age(sinceThen).replace('now', '…') : duration(durationMs)}
      </span>
      <time class="age soft" dateTime={at} title={at}>
        {age(sinceThen)}
      </time>
    </div>
  );
}

/** What the service says is wrong. */
function errorOf({ responseBody }: JournalEntry): string {
  const { error } = (parse(responseBody) as { error?: unknown } | null | undefined) ?? {};
  return typeof error === 'string' ? shorten(error, 200) : '';
}

const tones: Readonly<Record<string, string>> = { 2: 'good', 4: 'warn', 5: 'bad' };

export function Status({ entry: { status, durationMs } }: { entry: JournalEntry }) {
  if (status !== null) {
    return <span class={`status ${tones[String(status)[0]!] ?? ''}`}>{status}</span>;
  }
  return durationMs === null ? (
    <span class="status waits">waits</span>
  ) : (
    <span class="status bad">none</span>
  );
}
