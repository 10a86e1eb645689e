import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { JournalEntry } from '../../client/index.ts';
import { parseJson } from '../../contract/values.ts';
import { BoltIcon } from '../parts/icons.tsx';
import { age, countOf, duration, shorten, size } from '../parts/words.tsx';
import { usePage } from '../state/page.ts';
import { useRequestActions } from './actions.tsx';
import { isHeld } from './journal.tsx';

type RequestRowProps = JSX.IntrinsicElements['div'] & {
  entry: JournalEntry;
  now: number;
  onOpen: () => void;
};

export function RequestRow({ entry, now, onOpen, ...attributes }: RequestRowProps) {
  const { isAll, keys } = usePage();
  const { method, path, query, status, durationMs, at, catalog = 0 } = entry;
  const since = age(Math.max(0, now - Date.parse(at)));
  const took = durationMs === null ? since.replace('now', '…') : duration(durationMs);
  const tone = isHeld(entry) ? 'is-held' : `is-${String(status)[0]}xx`;
  // The list of keys may be older than the entry.
  const key = keys.find(({ number }) => number === catalog)?.apiKey ?? entry.apiKey ?? 'no key';
  return (
    <div
      role="option"
      class={`request ${tone} ${isAll ? 'has-key' : ''}`}
      {...attributes}
      // Before the next request moves it. A finger may be about to scroll, so a tap is a click.
      onPointerDown={({ pointerType, button }) => pointerType === 'mouse' && !button && onOpen()}
      onClick={onOpen}
    >
      <Status entry={entry} />
      <span class="method mono">{method}</span>
      {isAll && (
        <span class="key soft cut" title={key}>
          {catalog === 0 ? 'no key' : key}
        </span>
      )}
      <span class="path mono cut">
        {shorten(path, 200)}
        {query !== '' && <span class="soft">?{shorten(query, 200)}</span>}
      </span>
      <Reason entry={entry} />
      {/* Text that is aligned to its end would shift as it changes: a new element does not. */}
      <span class="took soft" key={took}>
        {took}
      </span>
      <time class="age soft" dateTime={at} title={at} key={since}>
        {since}
      </time>
    </div>
  );
}

/** Why the request got its status. */
function Reason({ entry }: { entry: JournalEntry }) {
  const { status, fault, faultText = fault } = entry;
  const reason = useMemo(() => reasonOf(entry), [entry]);
  if (isHeld(entry)) return <HeldReason entry={entry} />;
  if (fault !== undefined) {
    return (
      <span class="why warn cut">
        <BoltIcon /> {faultText}
      </span>
    );
  }
  const isError = status !== null && status >= 400;
  return <span class={isError ? 'why cut' : 'why soft mono cut'}>{reason}</span>;
}

function HeldReason({ entry }: { entry: JournalEntry }) {
  const { release } = useRequestActions();
  const stop = (event: Event) => event.stopPropagation();
  return (
    <span class="why row">
      waiting for you
      {/* No button, which an option may not hold. In the list, the key L does the same. */}
      <span
        class="button small"
        aria-hidden="true"
        onPointerDown={stop}
        onClick={(event) => {
          stop(event);
          void release([entry]);
        }}
      >
        Release
      </span>
    </span>
  );
}

/** Returns the message of an error, the body of a create, or the count and the size of a list. */
function reasonOf({ method, path, status, ...entry }: JournalEntry): string {
  const { requestBody = '', responseBody, responseBytes } = entry;
  const body = parseJson(responseBody) as { error?: unknown } | null | undefined;
  if (status !== null && status >= 400) {
    return typeof body?.error === 'string' ? shorten(body.error, 200) : '';
  }
  const sent = parseJson(requestBody);
  if (sent !== undefined) return shorten(JSON.stringify(sent), 200);
  if (method !== 'GET' || responseBytes === undefined || !responseBody?.startsWith('[')) return '';
  const noun = /([a-z]+)s\/?$/i.exec(path)?.[1] ?? 'item';
  // The journal has the beginning of a long body.
  const parts = Array.isArray(body) ? [countOf(body.length, noun)] : [];
  return [...parts, size(responseBytes)].join(' · ');
}

/** The status; `held` for a call that waits to be released, `pending` for others that wait. */
export function Status({ entry, text }: { entry: JournalEntry; text?: string }) {
  const { status, durationMs } = entry;
  const tone = status === null ? 'bad' : ({ 4: 'warn', 5: 'bad' }[String(status)[0]!] ?? 'soft');
  if (status !== null) return <span class={`status mono ${tone}`}>{text ?? status}</span>;
  if (durationMs !== null) {
    return (
      <span class="status mono bad" aria-label="No response">
        {text ?? '—'}
      </span>
    );
  }
  return <span class="status mono waits">{isHeld(entry) ? 'held' : 'pending'}</span>;
}
