import { useId } from 'preact/hooks';
import { Button, Chip, IconButton, saveFile } from '../parts/buttons.tsx';
import { Field, Search } from '../parts/form.tsx';
import { DeleteIcon, DownloadIcon } from '../parts/icons.tsx';
import { count, countOf, Empty } from '../parts/words.tsx';
import { usePage } from '../state/page.ts';
import { isFiltering, noFilter, otherPaths, toServerFilter } from './filter.ts';
import { FirstRequest } from './first-request.tsx';
import { mostHeld, useJournal } from './journal.tsx';
import { Pane } from './pane.tsx';
import { Stream } from './stream.tsx';

/** With more keys, they are searched instead of shown as chips. */
const mostChips = 5;

/** What the app has sent, and the request that is open. */
export function Requests() {
  const { view, isolate } = usePage();
  const { entries, find } = useJournal();
  return (
    <>
      <section class="requests" aria-label="Requests">
        {isolate && <Keys />}
        <Filters />
        <List />
        {entries && entries.length >= mostHeld && (
          <p class="soft bar">The newest {count(entries.length)}</p>
        )}
      </section>
      {view.request !== '' && <Pane key={view.request} found={find(view.request)} />}
    </>
  );
}

/** The matching requests, or what is shown without any. */
function List() {
  const { view, changeView } = usePage();
  const { entries, error } = useJournal();
  if (entries && entries.length > 0) {
    // Another filter begins at the newest.
    const key = JSON.stringify([toServerFilter(view), view.status, view.preflights]);
    return <Stream key={key} entries={entries} />;
  }
  if (error) return <Empty title="The requests cannot be read.">{error.message}</Empty>;
  if (!entries) return <div class="loading" aria-hidden="true" />;
  if (!isFiltering(view)) return <FirstRequest />;
  return (
    <Empty title="No request matches.">
      <Button onClick={() => changeView(noFilter)}>Show all</Button>
    </Empty>
  );
}

function Filters() {
  const { listedControl, view, changeView, act, operations, isAll, isLost } = usePage();
  const { entries, hidden } = useJournal();
  const choices = new Map<string, string>([...operations, [otherPaths, 'Other paths']]);
  // An address may name an operation that is gone.
  if (!choices.has(view.operation)) choices.set(view.operation, view.operation);
  const exportHar = async () => {
    const har = await listedControl.requests.toHar(toServerFilter(view));
    const file = saveFile(har, 'requests', 'har');
    const exported = countOf(har.log.entries.length, 'request');
    return [`Saved ${file}: ${exported}${view.status && ', of every status'}`] as const;
  };
  const clear = async () => {
    await listedControl.requests.clear();
    return ['Cleared the requests'] as const;
  };
  const toggle = (field: 'status' | 'faulted' | 'preflights', value: string, text = value) => (
    <Chip
      text={text}
      isOn={view[field] === value}
      onClick={() => changeView({ [field]: view[field] === value ? '' : value })}
    />
  );
  return (
    <div class="filters bar row" role="group" aria-label="Filter the requests">
      <Search
        label="Search requests by path, query and bodies"
        placeholder={entries ? `Search ${countOf(entries.length, 'request')}` : 'Search requests'}
        value={view.find}
        onValue={(find) => changeView({ find }, { replace: true })}
      />
      <div class="chips row">
        <Field
          isBare
          class="chip"
          label="Operation"
          value={view.operation}
          options={[...choices]}
          onValue={(operation) => changeView({ operation })}
        />
        {['2xx', '4xx', '5xx'].map((status) => toggle('status', status))}
        {toggle('status', 'none', 'No response')}
        {toggle('faulted', 'only', 'By a fault')}
        {(hidden > 0 || view.preflights) && toggle('preflights', 'shown', 'preflights')}
      </div>
      <span class="row" inert={isLost}>
        <IconButton
          name="Export as HAR"
          icon={DownloadIcon}
          disabled={isAll}
          onClick={() => act(exportHar)}
        />
        <IconButton name="Clear the requests" icon={DeleteIcon} onClick={() => act(clear)} />
      </span>
      <p class="visually-hidden" role="status">
        {isFiltering(view) && `${countOf(entries?.length ?? 0, 'request')} found`}
      </p>
    </div>
  );
}

/** With a catalog for each key: whose requests are listed. */
function Keys() {
  const { view, changeView, keys, isAll, number, session, changeSession } = usePage();
  const datalist = useId();
  const list = (key: string, shownKey = '') => {
    changeSession({ shownKey });
    changeView({ key, request: '' });
  };
  const isMany = keys.length > mostChips;
  const shown = isMany ? keys.filter((one) => !isAll && one.number === number) : keys;
  return (
    <div class="chips bar row" role="group" aria-label="Keys">
      <Chip text="All keys" isOn={isAll} onClick={() => list('')} />
      {shown.map((one) => (
        <Chip
          key={one.number}
          text={one.apiKey}
          isOn={!isAll && one.number === number}
          onClick={() => list(String(one.number))}
        />
      ))}
      <Field
        isBare
        class="chip"
        list={datalist}
        label="Show the key"
        placeholder={isMany ? `Search ${keys.length} keys` : 'Another key'}
        defaultValue={view.key === '' ? session.shownKey : ''}
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value.trim();
          const known = keys.find(({ apiKey }) => apiKey === typed);
          if (known) list(String(known.number));
          else list('', typed);
        }}
      />
      <datalist id={datalist}>
        {keys.map(({ number: one, apiKey }) => (
          <option key={one} value={apiKey} />
        ))}
      </datalist>
    </div>
  );
}
