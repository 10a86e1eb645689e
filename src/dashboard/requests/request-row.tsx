import { useId } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { BoltIcon, ChevronIcon } from '../parts/icons.tsx';
import { duration, shorten } from '../parts/words.ts';
import { RequestDetails } from './request-details.tsx';

interface RequestRowProps {
  entry: JournalEntry;
  open: boolean;
  onToggle: (open: boolean) => void;
}

const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** One request in a line; it opens to what was asked and what was answered. */
export function RequestRow({ entry, open, onToggle }: RequestRowProps) {
  const id = useId();
  const { method, path, query, status, durationMs } = entry;
  return (
    <li class={`entry${open ? ' open' : ''}`}>
      <button
        type="button"
        class="entry-line"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onToggle(!open)}
      >
        <ChevronIcon />
        <Status entry={entry} />
        <span class="method">{method}</span>
        <span class="path">
          {shorten(path, 200)}
          {query !== '' && <span class="query">?{shorten(query, 200)}</span>}
        </span>
        {entry.fault !== undefined && (
          <span class="badge fault" title={`Hit by ${entry.fault}`}>
            <BoltIcon />
            <span>{entry.fault === 'prefer' ? 'preference' : 'fault'}</span>
          </span>
        )}
        <span class="took">{durationMs === null ? '' : duration(durationMs)}</span>
        <time class="at" dateTime={entry.at}>
          {clock.format(new Date(entry.at))}
        </time>
        {status === null && durationMs === null && <span class="visually-hidden">waiting</span>}
      </button>
      {open && (
        <div class="entry-details" id={id}>
          <RequestDetails entry={entry} />
        </div>
      )}
    </li>
  );
}

function Status({ entry: { status, durationMs } }: { entry: JournalEntry }) {
  if (status !== null) {
    return <span class={`status s${Math.floor(status / 100)}`}>{status}</span>;
  }
  const waits = durationMs === null;
  return (
    <span class={`status ${waits ? 'waits' : 's0'}`} title={waits ? 'Waiting' : 'No answer'}>
      {waits ? '···' : 'none'}
    </span>
  );
}
