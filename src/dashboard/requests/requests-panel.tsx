import { useEffect, useRef, useState } from 'preact/hooks';
import { ControlError } from '../../client.ts';
import { Choice } from '../parts/field.tsx';
import { PauseIcon, PlayIcon } from '../parts/icons.tsx';
import { Empty, Loading, Panel } from '../parts/panel.tsx';
import { count, countOf, shorten } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { operationChoices, statusChoices } from './filter.ts';
import { held, useJournal } from './journal.ts';
import { RequestRow } from './request-row.tsx';

/** Rows drawn at first, and with each "Show more". */
const step = 100;

export function RequestsPanel() {
  const { view, changeView, notify, info } = usePage();
  const [pointed, setPointed] = useState(false);
  const isOpen = useRef(false);
  const journal = useJournal(pointed || (isOpen.current && view.entry !== ''));
  const scroller = useRef<HTMLDivElement>(null);
  const filters = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(step);
  const entries = journal.entries ?? [];
  // The one that the address names is shown, however far down it is.
  const named = entries.findIndex(({ id }) => String(id) === view.entry);
  isOpen.current = named >= 0;
  const shown = Math.max(wanted, named + 1);
  const unknown = view.entry !== '' && named < 0 && journal.entries !== undefined;
  // Only one that a link names is scrolled to: what somebody presses is in sight.
  const linked = useRef(view.entry);
  useEffect(() => {
    if (named < 0 || linked.current !== view.entry) return;
    linked.current = '';
    scroller.current?.querySelector('.entry.open')?.scrollIntoView({ block: 'start' });
  }, [named, view.entry]);
  const showNew = () => {
    setPointed(false);
    changeView({ entry: '' });
    if (scroller.current) scroller.current.scrollTop = 0;
    scroller.current?.focus();
  };
  const filtered = view.operation !== '' || view.status !== '';

  const clear = async () => {
    try {
      await journal.clear();
      notify({ kind: 'done', text: 'Cleared the requests' });
    } catch (error) {
      notify({ kind: 'failed', text: (error as Error).message });
    }
  };

  return (
    <Panel
      class="requests"
      title="Requests"
      aside={
        <>
          {journal.entries && (
            <span class="count">
              {count(entries.length)}
              {entries.length >= held && '+'}
            </span>
          )}
          <div class="head-actions">
            {!journal.paused && journal.missed > 0 && (
              <button type="button" class="button small" onClick={showNew}>
                {count(journal.missed)} new
              </button>
            )}
            <button
              type="button"
              class="button small"
              aria-pressed={journal.paused}
              onClick={() => journal.pause(!journal.paused)}
            >
              {journal.paused ? <PlayIcon /> : <PauseIcon />}
              {journal.paused ? `Resume (${count(journal.missed)} new)` : 'Pause'}
            </button>
            <button type="button" class="button small" onClick={() => void clear()}>
              Clear
            </button>
          </div>
        </>
      }
    >
      <div class="filters" role="group" ref={filters} aria-label="Filter the requests">
        <Choice
          label="Operation"
          value={view.operation}
          options={operationChoices}
          onChange={(operation) => changeView({ operation })}
        />
        <Choice
          label="Status"
          value={view.status}
          options={statusChoices(entries, view.status)}
          onChange={(status) => changeView({ status })}
        />
      </div>
      {(journal.preflights > 0 || view.preflights !== '') && (
        <p class="preflights">
          <label>
            <input
              type="checkbox"
              checked={view.preflights !== ''}
              onChange={(event) =>
                changeView({ preflights: event.currentTarget.checked ? 'shown' : '' })
              }
            />
            Show preflights
          </label>
          {view.preflights === '' && <span>{hiddenWords(journal.preflights)}</span>}
        </p>
      )}
      {unknown && (
        <p class="unknown" role="status">
          Request {shorten(view.entry, 20)} is not in the list: it has gone from the journal, is
          filtered out, or has never been.
        </p>
      )}
      {!journal.entries && !journal.error && <Loading what="the requests" />}
      {!journal.entries && journal.error && (
        <Empty title={isOff(journal.error) ? 'The journal is off' : 'The requests cannot be read'}>
          <p>{journal.error.message}</p>
        </Empty>
      )}
      {journal.entries && entries.length === 0 && filtered && (
        <Empty title="No request matches">
          <button
            type="button"
            class="button"
            onClick={() => {
              // The pressed button is about to go.
              filters.current?.querySelector('select')?.focus();
              changeView({ operation: '', status: '' });
            }}
          >
            Show all requests
          </button>
        </Empty>
      )}
      {journal.entries && entries.length === 0 && !filtered && (
        <Empty title="No request yet">
          <p>Requests show up here as they come. Try one:</p>
          <pre class="try">
            <code>
              curl -H 'X-API-Key: demo-key' {location.origin}
              {info?.basePath ?? '/v2'}/pets?limit=3
            </code>
          </pre>
        </Empty>
      )}
      {entries.length > 0 && (
        <div
          class="scroller"
          ref={scroller}
          tabindex={0}
          role="region"
          aria-label="List of requests"
          onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(true)}
          onPointerLeave={() => setPointed(false)}
        >
          <ol class="entries" reversed>
            {entries.slice(0, shown).map((entry) => (
              <RequestRow
                key={`${entry.id} ${entry.at}`}
                entry={entry}
                open={view.entry === String(entry.id)}
                onToggle={(open) => changeView({ entry: open ? String(entry.id) : '' })}
              />
            ))}
          </ol>
          {entries.length > shown && (
            <button type="button" class="button more" onClick={() => setWanted(shown + step)}>
              Show more ({count(entries.length - shown)})
            </button>
          )}
        </div>
      )}
    </Panel>
  );
}

function hiddenWords(preflights: number): string {
  return `${countOf(preflights, 'preflight')} ${preflights === 1 ? 'is' : 'are'} hidden`;
}

/** The page asks nothing that makes no sense: what is refused as such is that none are kept. */
function isOff(error: Error): boolean {
  return error instanceof ControlError && error.status === 400;
}
