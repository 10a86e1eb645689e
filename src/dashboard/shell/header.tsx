import { Button, CopyButton, Item, Menu } from '../parts/buttons.tsx';
import { CheckIcon, Mark } from '../parts/icons.tsx';
import { useLoaded } from '../state/loaded.ts';
import { useEvents, usePage } from '../state/page.ts';
import { keepAll } from '../state/undo.ts';
import { Data } from './data.tsx';
import { Share } from './share.tsx';

/** What this is, where an app finds it, and what one does to all of it. */
export function Header() {
  const { source, title, info, isLost, view, changeView } = usePage();
  const url = `${source.origin}${info?.basePath}`;
  return (
    <header class="top bar row">
      <Mark />
      <h1>{title}</h1>
      {source.isServer && info && (
        <p class="row base-url">
          <code class="cut">{url}</code>
          <CopyButton text={() => url} what="base URL" />
        </p>
      )}
      {/* On a page with room for one: which of the two is shown. */}
      <nav class="tabs row" aria-label="Views">
        {['', 'pets'].map((tab) => (
          <Button
            key={tab}
            look="tab"
            aria-current={view.tab === tab ? 'true' : undefined}
            onClick={() => changeView({ tab })}
          >
            {tab === '' ? 'Requests' : 'Pets'}
          </Button>
        ))}
      </nav>
      <div class="row push" inert={isLost}>
        <Menu label="Scenario">
          <Scenarios />
        </Menu>
        <Menu label="Data">
          <Data />
        </Menu>
        {source.isServer && (
          <Menu label="Share">
            <Share />
          </Menu>
        )}
      </div>
    </header>
  );
}

function Scenarios() {
  const { control, listeners, info, isAll, act } = usePage();
  const { value: scenarios = [], reload } = useLoaded(() => control.scenarios.list(), [control]);
  useEvents(listeners, ({ type }) => void (/^(?:open|reset|state)$/.test(type) && reload()));
  const use = (name: string | null) =>
    act(() => control.scenarios.use(name), `Scenario: ${name ?? 'none'}`, keepAll(control));
  if (isAll) return <p class="soft">Each key has a scenario of its own: choose a key first.</p>;
  return (
    <div role="group" aria-label="Scenarios">
      <p class="soft">Each starts anew, with pets, faults and a delay of its own.</p>
      {scenarios.map(({ name, description }) => (
        <Item
          key={name}
          aria-current={name === info?.scenario ? 'true' : undefined}
          onClick={() => use(name)}
        >
          <span class="row">
            {name}
            {name === info?.scenario && <CheckIcon />}
          </span>
          <span class="soft">{description}</span>
        </Item>
      ))}
      {info?.scenario != null && (
        <Item onClick={() => use(null)}>
          None
          <span class="soft">No faults and no delay of a scenario</span>
        </Item>
      )}
    </div>
  );
}
