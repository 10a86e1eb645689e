import { Button, IconButton, saveFile } from '../parts/buttons.tsx';
import { Field, Search } from '../parts/form.tsx';
import { DeleteIcon, DownloadIcon } from '../parts/icons.tsx';
import { count, countOf, Empty } from '../parts/words.tsx';
import { usePage } from '../state/page.ts';
import { isFiltering, noFilter, otherPaths, toServerFilter } from './filter.ts';
import { FirstRequest } from './first-request.tsx';
import { held, mostCatalogs, useJournal } from './journal.ts';
import { Pane } from './pane.tsx';
import { Stream } from './stream.tsx';

/** What the app has sent, and beside it the one request that is open. */
export function Requests() {
  const { view, changeView, info } = usePage();
  const journal = useJournal();
  const { entries = [] } = journal;
  return (
    <>
      <section class="requests" aria-label="Requests">
        {info?.isolate && <Keys />}
        <Filters journal={journal} />
        {entries.length > 0 ? (
          <Stream
            // Another filter begins at the newest.
            key={JSON.stringify([toServerFilter(view), view.status, view.preflights])}
            entries={entries}
          />
        ) : journal.error ? (
          <Empty title="The requests cannot be read.">{journal.error.message}</Empty>
        ) : isFiltering(view) && journal.entries ? (
          <Empty title="No request matches.">
            <Button onClick={() => changeView(noFilter)}>Show all</Button>
          </Empty>
        ) : (
          journal.entries && <FirstRequest />
        )}
        {entries.length >= held && <p class="soft bar">The newest {count(entries.length)}</p>}
      </section>
      {view.request !== '' && <Pane key={view.request} found={journal.find(view.request)} />}
    </>
  );
}

function Filters({ journal }: { journal: ReturnType<typeof useJournal> }) {
  const { control, view, changeView, act, operations, isAll, isLost } = usePage();
  const choices = new Map<string, string>([...operations, [otherPaths, 'Other paths']]);
  // One that is gone, as an address may have it, still has requests.
  if (!choices.has(view.operation)) choices.set(view.operation, view.operation);
  const { entries = [] } = journal;
  const exportHar = () =>
    act(
      () => control.requests.toHar(toServerFilter(view)),
      (har) =>
        `${saveFile(har, 'requests', 'har')}: ${countOf(har.log.entries.length, 'request')}${view.status && ', of every status'}`,
    );
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
    <div class="filters bar row" role="group" aria-label="Filter the requests">
      <Search
        label="Search requests by path, query and bodies"
        placeholder={`Search ${countOf(entries.length, 'request')}`}
        value={view.find}
        onInput={({ currentTarget }) =>
          changeView({ find: currentTarget.value }, { replace: true })
        }
      />
      <div class="chips row">
        <Field
          isBare
          class="chip"
          label="Operation"
          value={view.operation}
          options={[...choices]}
          onChange={({ currentTarget }) => changeView({ operation: currentTarget.value })}
        />
        {['2xx', '4xx', '5xx'].map((status) => toggle('status', status))}
        {toggle('status', 'none', 'no answer')}
        {toggle('faulted', 'only', 'faulted')}
        {(journal.hidden > 0 || view.preflights) && toggle('preflights', 'shown', 'preflights')}
      </div>
      <span class="row" inert={isLost}>
        <IconButton name="Export as HAR" icon={DownloadIcon} disabled={isAll} onClick={exportHar} />
        <IconButton
          name="Clear the requests"
          icon={DeleteIcon}
          disabled={isAll}
          onClick={journal.clear}
        />
      </span>
      <p class="visually-hidden" role="status">
        {isFiltering(view) && `${countOf(entries.length, 'request')} found`}
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
  const shown = catalogs.slice(-mostCatalogs).toSorted((a, b) => a.number - b.number);
  return (
    <div class="chips bar row" role="group" aria-label="Keys">
      {chip('', 'All keys', isAll)}
      {shown.map(({ number, apiKey }) =>
        chip(String(number), `${apiKey} #${number}`, !isAll && info?.catalog === number),
      )}
      <Field
        isBare
        class="chip"
        size={10}
        label="Show the key"
        placeholder="Another key"
        defaultValue={view.key === '' ? session.shownKey : ''}
        onChange={({ currentTarget }) => show('', currentTarget.value.trim())}
      />
    </div>
  );
}
