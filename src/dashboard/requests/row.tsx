import type { JSX } from 'preact';
import type { JournalEntry } from '../../client/index.ts';
import { BoltIcon } from '../parts/icons.tsx';
import { parseJson } from '../../contract/parse-json.ts';
import { age, duration, shorten } from '../parts/words.tsx';
import { usePage } from '../state/page.ts';

type RequestRowProps = JSX.IntrinsicElements['div'] & {
  entry: JournalEntry;
  now: number;
  onOpen: () => void;
};

export function RequestRow({ entry, now, onOpen, ...attributes }: RequestRowProps) {
  const { isAll, catalogs } = usePage();
  const { method, path, query, status, durationMs, at, catalog = 0 } = entry;
  const since = age(Math.max(0, now - Date.parse(at)));
  const took = durationMs === null ? since.replace('now', '…') : duration(durationMs);
  // A catalog may be newer than what is known of them.
  const name = catalogs.find(({ number }) => number === catalog)?.apiKey ?? entry.apiKey;
  return (
    <div
      role="option"
      class="request row"
      {...attributes}
      // Before the next request moves it; a finger may be about to scroll, and taps.
      onPointerDown={({ pointerType, button }) => pointerType === 'mouse' && !button && onOpen()}
      onClick={onOpen}
    >
      <Status entry={entry} />
      <span class="method mono">{method}</span>
      <span class="path mono cut">
        {shorten(path, 200)}
        {query !== '' && <span class="soft">?{shorten(query, 200)}</span>}
      </span>
      {isAll && (
        <span class="key soft cut">{catalog === 0 ? 'no key' : `${name} #${catalog}`}</span>
      )}
      {entry.fault === undefined ? (
        status !== null && status >= 400 && <span class="why soft cut">{errorOf(entry)}</span>
      ) : (
        <span class="why warn cut">
          <BoltIcon /> {entry.faultText ?? entry.fault}
        </span>
      )}
      {/* What is aligned to its end would shift as it changes: a new element does not. */}
      <span class="took soft" key={took}>
        {took}
      </span>
      <time class="age soft" dateTime={at} title={at} key={since}>
        {since}
      </time>
    </div>
  );
}

function errorOf({ responseBody }: JournalEntry): string {
  const { error } = (parseJson(responseBody) as { error?: unknown } | null | undefined) ?? {};
  return typeof error === 'string' ? shorten(error, 200) : '';
}

const tones: Readonly<Record<string, string>> = { 2: 'good', 4: 'warn', 5: 'bad' };

export function Status({ entry: { status, durationMs } }: { entry: JournalEntry }) {
  if (status === null && durationMs === null) return <span class="status">waits</span>;
  const tone = status === null ? 'bad' : (tones[String(status)[0]!] ?? '');
  return <span class={`status ${tone}`}>{status ?? 'none'}</span>;
}
