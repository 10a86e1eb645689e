import { useEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { Button, IconButton, saveFile } from '../parts/buttons.tsx';
import { Search } from '../parts/search.tsx';
import { DeleteIcon, DownloadIcon } from '../parts/icons.tsx';
import { count, countOf } from '../parts/words.ts';
import { focused, usePage } from '../state/page.ts';
import { FirstRequest } from './first-request.tsx';
import { isFiltering, noFilter, otherPaths, statusClasses, toServerFilter } from './filter.ts';
import { held, keyOf, mostCatalogs, useJournal } from './journal.ts';
import { Pane } from './pane.tsx';
import { Stream } from './stream.tsx';

/** What the app has sent, and beside it the one request that is open. */
export function Requests() {
  const { view, changeView, info, root } = usePage();
  const journal = useJournal();
  const { entries = [] } = journal;
  const open = useOpen(journal.find, view.request);
  const close = () => {
    const isWithin = focused(root())?.closest('.pane');
    changeView({ request: '' });
    // The list may have been below the pane until now.
    if (isWithin) requestAnimationFrame(() => root().dispatchEvent(new CustomEvent('move')));
  };

  const { operation } = view;
  const isNoOperation =
    info &&
    operation &&
    ![otherPaths, ...info.operations.map(({ name }) => name)].includes(operation);
  useEffect(() => {
    // As all that an address says in vain, it goes.
    if (isNoOperation) changeView({ operation: '' }, { replace: true });
  }, [isNoOperation, changeView]);

  const filtered = isFiltering(view);
  return (
    <>
      <section class="requests" aria-label="Requests">
        {info?.isolate && <Keys />}
        <Filters journal={journal} />
        {entries.length > 0 ? (
          <Stream
            entries={entries}
            onRead={journal.keep}
            list={JSON.stringify([toServerFilter(view), view.status, view.preflights])}
            onOpen={(entry) =>
              changeView({ request: keyOf(entry) }, { replace: view.request !== '' })
            }
          />
        ) : journal.error ? (
          <div class="empty">
            <p>The requests cannot be read.</p>
            <p class="soft">{journal.error.message}</p>
          </div>
        ) : filtered && journal.isSearched ? (
          <div class="empty">
            <p>No request matches.</p>
            <Button onClick={() => changeView(noFilter)}>Show all</Button>
          </div>
        ) : journal.entries ? (
          <FirstRequest />
        ) : null}
        {entries.length >= held && (
          <p class="soft end">
            The newest {count(entries.length)}
            {filtered && ' that match, as far as the page and the server have looked'}
          </p>
        )}
      </section>
      {view.request !== '' && <Pane {...open} requestKey={view.request} onClose={close} />}
    </>
  );
}

/**
 * The request that is open stays as it was last, also when it has left the journal, or a server that
 * was started again has another one of its number.
 */
function useOpen(find: (key: string) => JournalEntry | undefined, key: string) {
  const kept = useRef<JournalEntry>(undefined);
  if (kept.current && keyOf(kept.current) !== key) kept.current = undefined;
  const found = find(key);
  const isGone = found?.at !== (kept.current ?? found)?.at;
  if (found && !isGone) kept.current = found;
  return { entry: kept.current, isGone: isGone || !found };
}

function Filters({ journal }: { journal: ReturnType<typeof useJournal> }) {
  const { control, view, changeView, report, info, isAll, connection } = usePage();
  const [shown, setShown] = useState(view.preflights !== '' || journal.hidden > 0);
  useEffect(() => {
    if (journal.hidden > 0) setShown(true);
  }, [journal.hidden]);
  const { entries = [] } = journal;
  const filter = toServerFilter(view);
  const exportHar = async () => {
    const har = await control.requests.toHar(filter);
    const name = saveFile(har, 'requests', 'har');
    const isMore = view.status !== '' && filter.status === undefined;
    const all = isMore ? ', of every status' : '';
    return `Saved ${name}: ${countOf(har.log.entries.length, 'request')}${all}`;
  };
  const statuses = new Set([...statusClasses, ...(view.status ? [view.status] : [])]);
  const toggle = (field: 'status' | 'faulted' | 'preflights', value: string, text = value) => (
    <Button
      key={text}
      look="chip"
      aria-pressed={view[field] === value}
      onClick={() => changeView({ [field]: view[field] === value ? '' : value })}
    >
      {text}
    </Button>
  );

  return (
    <div class="filters" role="group" aria-label="Filter the requests">
      <Search
        label="Search requests by path, query and bodies"
        placeholder={`Search ${countOf(entries.length, 'request')}`}
        value={view.find}
        onSearch={(find) => changeView({ find }, { replace: true })}
      />
      <div class="chips">
        <select
          class="chip"
          aria-label="Operation"
          value={view.operation}
          onChange={(event) => changeView({ operation: event.currentTarget.value })}
        >
          <option value="">All operations</option>
          {info?.operations.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
          <option value={otherPaths}>Other paths</option>
        </select>
        {[...statuses].map((status) => toggle('status', status, statusWords[status]))}
        {toggle('faulted', 'only', 'faulted')}
        {shown && toggle('preflights', 'shown', 'preflights')}
      </div>
      <IconButton
        name="Export as HAR"
        disabled={isAll}
        inert={connection.state === 'lost'}
        onClick={() => void report(exportHar)}
      >
        <DownloadIcon />
      </IconButton>
      <IconButton
        name="Clear the requests"
        disabled={isAll}
        inert={connection.state === 'lost'}
        onClick={() => void report(journal.clear)}
      >
        <DeleteIcon />
      </IconButton>
      <p class="visually-hidden" role="status">
        {isFiltering(view) && journal.isSearched && `${countOf(entries.length, 'request')} found`}
      </p>
    </div>
  );
}

/** With a catalog for each key: whose requests are shown, all or those of one. */
function Keys() {
  const { view, changeView, catalogs, isAll, info, session, changeSession } = usePage();
  const show = (key: string, shownKey = '') => {
    changeSession({ shownKey });
    changeView({ key, request: '' });
  };
  const chip = (key: string, text: string, isShown: boolean) => (
    <Button key={key} look="chip" aria-pressed={isShown} onClick={() => show(key)}>
      {text}
    </Button>
  );
  return (
    <div class="chips keys-shown" role="group" aria-label="Keys">
      {chip('', 'All keys', isAll)}
      {catalogs
        .slice(-mostCatalogs)
        .toSorted((a, b) => a.number - b.number)
        .map(({ number, apiKey }) =>
          chip(
            String(number),
            `${apiKey} #${number}`,
            view.key === String(number) || (!isAll && info?.catalog === number),
          ),
        )}
      <input
        class="chip"
        size={10}
        aria-label="Show the key"
        placeholder="Another key"
        defaultValue={view.key === '' ? session.shownKey : ''}
        onChange={({ currentTarget }) => show('', currentTarget.value.trim())}
      />
    </div>
  );
}

const statusWords: Readonly<Record<string, string>> = { none: 'no answer' };
