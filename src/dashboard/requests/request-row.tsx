import { useEffect, useRef } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { BoltIcon, ChevronIcon } from '../parts/icons.tsx';
import { duration, shorten } from '../parts/words.ts';
import { RequestDetails } from './request-details.tsx';

interface RequestRowProps {
  entry: JournalEntry;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** Gets a request that was sent from the details. */
  onSent: (entry: JournalEntry) => void;
}

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });

/** One request in a line, which opens to its details. */
export function RequestRow({ entry, open, onToggle, onSent }: RequestRowProps) {
  const line = useRef<HTMLButtonElement>(null);
  // One above it may have been closed instead, and taken it out of sight.
  useEffect(() => {
    if (open) line.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const { method, path, query, status, durationMs } = entry;
  return (
    <li class={`entry${open ? ' open' : ''}`}>
      <button
        type="button"
        ref={line}
        class="row entry-line"
        aria-expanded={open}
        onClick={() => onToggle(!open)}
      >
        <ChevronIcon />
        <Status entry={entry} />
        <span class="method">{method}</span>
        <span class="path clip">
          {shorten(path, 200)}
          {query !== '' && <span class="soft">?{shorten(query, 200)}</span>}
        </span>
        {entry.fault !== undefined && (
          <span class="pill badge warn" title={`Hit by ${entry.fault}`}>
            <BoltIcon />
            <span>{entry.fault === 'prefer' ? 'preference' : 'fault'}</span>
          </span>
        )}
        <span class="soft took">{durationMs === null ? '' : duration(durationMs)}</span>
        <time class="soft at" dateTime={entry.at}>
          {clock.format(new Date(entry.at))}
        </time>
        {status === null && durationMs === null && <span class="visually-hidden">waiting</span>}
      </button>
      {open && (
        <div class="stack entry-details">
          <RequestDetails entry={entry} onSent={onSent} />
        </div>
      )}
    </li>
  );
}

const tones: Readonly<Record<string, string>> = { 2: 'good', 4: 'warn', 5: 'bad' };

function Status({ entry: { status, durationMs } }: { entry: JournalEntry }) {
  if (status !== null) {
    return <span class={`pill status ${tones[String(status)[0]!] ?? ''}`}>{status}</span>;
  }
  const waits = durationMs === null;
  return (
    <span class={`pill status ${waits ? 'waits' : 'bad'}`} title={waits ? 'Waiting' : 'No answer'}>
      {waits ? '···' : 'none'}
    </span>
  );
}
