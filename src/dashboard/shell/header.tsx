import { Button, CopyButton, Menu } from '../parts/buttons.tsx';
import { CheckIcon, DownIcon, Mark } from '../parts/icons.tsx';
import { useLoaded } from '../state/loaded.ts';
import { useEvents } from '../state/live.ts';
import { usePage } from '../state/page.ts';
import { useChangeCatalog, useReset } from '../state/undo.ts';
import type { View } from '../state/view.ts';
import { Data } from './data.tsx';
import { Share } from './share.tsx';

/** What this is, where an app finds it, and what one does to all of it. */
export function Header() {
  const { source, info, connection } = usePage();
  const url = `${source.serviceOrigin}${info?.basePath}`;
  const down = (text: string) => (
    <>
      {text}
      <DownIcon />
    </>
  );
  return (
    <header class="top">
      <Mark />
      <h1>{source.title}</h1>
      {source.origin !== undefined && info && (
        <p class="row base-url">
          <span class={`dot ${connection.state}`} title={connection.state} />
          <code>{url}</code>
          <CopyButton text={() => url} what="base URL" />
        </p>
      )}
      <Tabs />
      <div class="row push" inert={connection.state === 'lost'}>
        <Menu label={down('Scenario')}>{(close) => <Scenarios onChosen={close} />}</Menu>
        <Menu label={down('Data')}>{(close) => <Data onDone={close} />}</Menu>
        {source.origin !== undefined && <Menu label={down('Share')}>{() => <Share />}</Menu>}
      </div>
    </header>
  );
}

/** On a page with room for one: which of the two is shown. */
function Tabs() {
  const { view, changeView } = usePage();
  const tab = (name: View['tab'], title: string) => (
    <Button
      look="tab"
      {...(view.tab === name && { 'aria-current': 'true' })}
      onClick={() => changeView({ tab: name })}
    >
      {title}
    </Button>
  );
  return (
    <nav class="tabs" aria-label="Views">
      {tab('requests', 'Requests')}
      {tab('pets', 'Pets')}
    </nav>
  );
}

function Scenarios({ onChosen }: { onChosen: () => void }) {
  const { control, listen, info, isAll, source } = usePage();
  const changeCatalog = useChangeCatalog();
  const reset = useReset();
  const { value: scenarios = [], reload } = useLoaded(() => control.scenarios.list(), [control]);
  useEvents(listen, (event) => {
    if (event.type === 'open') reload();
  });
  const choose = (name: string | null) => {
    onChosen();
    if (name === null) void reset();
    else {
      void changeCatalog(async () => {
        await control.scenarios.use(name);
        return `Scenario: ${name}`;
      });
    }
  };
  if (isAll) return <p class="soft">Each key has a scenario of its own: choose a key first.</p>;
  return (
    <div class="items" role="group" aria-label="Scenarios">
      <p class="soft">Each starts anew, with pets, faults and a delay of its own.</p>
      {scenarios.map(({ name, description }) => (
        <Button
          key={name}
          look="item"
          {...(name === info?.scenario && { 'aria-current': 'true' })}
          onClick={() => choose(name)}
        >
          <span class="row">
            {name}
            {name === info?.scenario && <CheckIcon />}
          </span>
          <span class="soft">{description}</span>
        </Button>
      ))}
      {info?.scenario != null && (
        <Button look="item" onClick={() => choose(null)}>
          None
          <span class="soft">{source.start}</span>
        </Button>
      )}
    </div>
  );
}
