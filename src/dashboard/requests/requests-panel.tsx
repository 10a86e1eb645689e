import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ControlError, type JournalEntry } from '../../client.ts';
import { Checkbox, Field } from '../parts/form.tsx';
import { DownloadIcon } from '../parts/icons.tsx';
import { Empty, Listing, Panel } from '../parts/panel.tsx';
import { saveFile } from '../parts/save-file.ts';
import { SearchBox } from '../parts/search-box.tsx';
import { count, countOf, operationChoices, shorten } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import {
  beyondServer,
  isFiltering,
  matchesFilter,
  noFilter,
  statusChoices,
  toServerFilter,
} from './filter.ts';
import { held, keyOf, useJournal } from './journal.ts';
import { Latency } from './latency.tsx';
import { RequestRow } from './request-row.tsx';

/** Rows drawn at first, and with each "Show more". */
const step = 100;
/** Milliseconds after the last key before the search runs. */
const typingPause = 60;

export function RequestsPanel() {
  const { control, view, changeView, report, info } = usePage();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const isOpen = useRef(false);
  /** The id of a request that was sent from here, and is shown once it is in the list. */
  const [sent, setSent] = useState('');
  const isHeld = pointed || focused || (isOpen.current && view.entry !== '');
  const operations = [...operationChoices(info), ['other', 'Other paths']] as const;
  // As all that an address says in vain, it goes.
  const isNoOperation = info && operations.every(([name]) => name !== view.operation);
  useEffect(() => {
    if (isNoOperation) changeView({ operation: '' }, { replace: true });
  }, [isNoOperation]);
  const journal = useJournal(isHeld, sent || view.entry);
  const scroller = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState(step);
  const entries = journal.entries ?? [];
  // The request that the address names is shown, however far down it is.
  const named = entries.findIndex(({ id }) => String(id) === view.entry);
  isOpen.current = named >= 0;
  const shown = Math.max(wanted, named + 1);
  const unknown = view.entry !== '' && named < 0 && journal.entries !== undefined;
  // It is scrolled to only when a link names it: one that was pressed is in sight.
  const linked = useRef(view.entry);
  useEffect(() => {
    if (named < 0 || linked.current !== view.entry) return;
    linked.current = '';
    scroller.current?.querySelector('.entry.open')?.scrollIntoView({ block: 'start' });
  }, [named, view.entry]);
  const sentIndex = entries.findIndex(({ id }) => String(id) === sent);
  useEffect(() => {
    if (sentIndex < 0) return;
    // The pressed button goes as its row is closed.
    scroller.current?.querySelectorAll<HTMLElement>('.entry-line')[sentIndex]?.focus();
    linked.current = sent;
    changeView({ entry: sent });
    setSent('');
  }, [sentIndex]);
  const showSent = (entry: JournalEntry) => {
    setSent(String(entry.id));
    if (!matchesFilter(entry, view)) changeView(noFilter);
  };
  // No event tells of a row that has gone with the focus, or of a list below the pointer.
  useEffect(() => {
    if (!scroller.current) setPointed(false);
    if (focused && !scroller.current?.contains(document.activeElement)) setFocused(false);
  });
  const showNew = () => {
    setPointed(false);
    changeView({ entry: '' });
    if (scroller.current) scroller.current.scrollTop = 0;
    scroller.current?.focus();
  };

  const clear = async () => ({ text: 'Cleared the requests', undo: await journal.clear() });
  const filtered = isFiltering(view);
  const isFound = journal.entries !== undefined && journal.isSearched;
  // Said once for each filter, and not again with each request that comes.
  const found = useMemo(
    () => (filtered && isFound ? `${countOf(entries.length, 'request')} found` : ''),
    [JSON.stringify(toServerFilter(view)), view.status, isFound],
  );
  const beyond = beyondServer(view);
  const exportHar = async () => {
    const har = await control.requests.toHar(beyond === '' ? toServerFilter(view) : {});
    const name = saveFile(har, 'requests', 'har');
    const { length } = har.log.entries;
    const all = `all ${countOf(length, 'request')}`;
    if (beyond !== '') return `Saved ${name}: ${all}, as the server has no filter for ${beyond}`;
    const hidden = journal.preflights > 0 && view.preflights === '';
    const which = filtered ? `the ${matchWords(length)}` : all;
    return `Saved ${name}: ${which}${hidden ? ', hidden preflights included' : ''}`;
  };

  return (
    <Panel
      id="requests"
      title="Requests"
      count={journal.entries && `${count(entries.length)}${journal.isPart ? '+' : ''}`}
      actions={
        <>
          {!journal.paused && journal.missed > 0 && (
            <button type="button" class="button small" onClick={showNew}>
              {count(journal.missed)} new
            </button>
          )}
          <button
            type="button"
            name="pause"
            class="button small"
            aria-pressed={journal.paused}
            onClick={() => journal.pause(!journal.paused)}
          >
            {journal.paused ? `Resume (${count(journal.missed)} new)` : 'Pause'}
          </button>
          <button type="button" class="button small" onClick={() => void report(clear)}>
            Clear
          </button>
        </>
      }
    >
      <div class="pair" role="group" aria-label="Filter the requests">
        <SearchBox
          label="Search requests by path, query and bodies"
          placeholder="Search path, query and bodies"
          value={view.find}
          onSearch={(find) => changeView({ find }, { replace: true })}
          pause={typingPause}
          input={search}
        />
        <Field
          label="Operation"
          value={view.operation}
          options={operations}
          onChange={(event) => changeView({ operation: event.currentTarget.value })}
        />
        <Field
          label="Status"
          value={view.status}
          options={statusChoices(entries, view.status)}
          onChange={(event) => changeView({ status: event.currentTarget.value })}
        />
      </div>
      <div class="row options">
        <Checkbox
          label="Only faulted"
          checked={view.faulted !== ''}
          onChange={(checked) => changeView({ faulted: checked ? 'only' : '' })}
        />
        {(journal.preflights > 0 || view.preflights !== '') && (
          <Checkbox
            label="Show preflights"
            checked={view.preflights !== ''}
            onChange={(checked) => changeView({ preflights: checked ? 'shown' : '' })}
          />
        )}
        {journal.preflights > 0 && view.preflights === '' && (
          <span class="soft">{hiddenWords(journal.preflights)}</span>
        )}
        <button type="button" class="button small push" onClick={() => void report(exportHar)}>
          <DownloadIcon />
          Export HAR
        </button>
      </div>
      {journal.isPart && beyond !== '' && (
        <p class="soft">
          Only the newest {count(held)} requests were looked through: the server has no filter for{' '}
          {beyond}.
        </p>
      )}
      {(entries.length > 0 || filtered) && (
        <Latency
          entries={entries}
          list={JSON.stringify([{ ...view, entry: '' }, journal.isSearched])}
          what={latencyWords(entries.length, journal.isPart, filtered)}
        />
      )}
      <p class="visually-hidden" role="status">
        {found}
      </p>
      {unknown && (
        <p class="soft" role="status">
          Request {shorten(view.entry, 20)} is not in the list: it is no longer in the journal, is
          filtered out, or never existed.
        </p>
      )}
      <Listing
        noun="request"
        total={journal.entries?.length}
        failure={
          journal.error && (
            <Empty
              title={isOff(journal.error) ? 'The journal is off' : 'The requests cannot be read'}
            >
              <p>{journal.error.message}</p>
            </Empty>
          )
        }
        filtered={filtered}
        onShowAll={() => {
          // The pressed button is about to go.
          search.current?.focus();
          changeView(noFilter);
        }}
        empty={
          <Empty title="No request yet">
            <p>Requests show up here as they come. Try one:</p>
            <pre class="try">
              <code>
                curl -H 'X-API-Key: demo-key' {location.origin}
                {info?.basePath ?? '/v2'}/pets?limit=3
              </code>
            </pre>
          </Empty>
        }
      >
        <div
          class="scroller"
          ref={scroller}
          tabindex={0}
          role="region"
          aria-label="List of requests"
          onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(true)}
          onPointerLeave={() => setPointed(false)}
          onFocusCapture={({ target }) =>
            setFocused((target as Element).matches('.entry-line:focus-visible'))
          }
          onBlurCapture={() => setFocused(false)}
        >
          <ol class="entries" reversed>
            {entries.slice(0, shown).map((entry) => (
              <RequestRow
                key={keyOf(entry)}
                entry={entry}
                open={view.entry === String(entry.id)}
                onToggle={(open) => changeView({ entry: open ? String(entry.id) : '' })}
                onSent={showSent}
              />
            ))}
          </ol>
          {entries.length > shown && (
            <button type="button" class="button more" onClick={() => setWanted(shown + step)}>
              Show more ({count(entries.length - shown)})
            </button>
          )}
        </div>
      </Listing>
    </Panel>
  );
}

/** Which requests the latencies are of. */
function latencyWords(number: number, isPart: boolean, filtered: boolean): string {
  if (isPart) return `The newest ${countOf(number, 'request')}${filtered ? ' that match' : ''}`;
  return filtered ? `The ${matchWords(number)}` : `All ${countOf(number, 'request')}`;
}

/** `1 request that matches`. */
function matchWords(number: number): string {
  return `${countOf(number, 'request')} that match${number === 1 ? 'es' : ''}`;
}

function hiddenWords(preflights: number): string {
  return `${countOf(preflights, 'preflight')} ${preflights === 1 ? 'is' : 'are'} hidden`;
}

/** The page sends no invalid request: a 400 means that the server keeps none. */
function isOff(error: Error): boolean {
  return error instanceof ControlError && error.status === 400;
}
