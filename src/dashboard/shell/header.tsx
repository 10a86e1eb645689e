import { Button, CopyButton, Item, Menu } from '../parts/buttons.tsx';
import { CheckIcon, Mark } from '../parts/icons.tsx';
import { useLoaded } from '../state/loaded.ts';
import { useEvents, usePage } from '../state/page.ts';
import { keepAll } from '../state/undo.ts';
import { Data } from './data.tsx';

/** The name, the base URL, and the state of the whole catalog. */
export function Header({ isNarrow }: { isNarrow: boolean }) {
  const { source, title, info, isLost, view, changeView } = usePage();
  const url = `${source.origin}${info?.basePath}`;
  const base = source.isServer && info && (
    <p class="row base-url">
      <code class="cut">{url}</code>
      <CopyButton text={() => url} what="base URL" />
    </p>
  );
  return (
    <header class="top bar row">
      <Mark />
      <h1 class={isNarrow ? 'visually-hidden' : ''}>{title}</h1>
      {!isNarrow && base}
      {/* A page without room for both shows one of the two. */}
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
        <Menu
          label={
            <span class="cut">
              {isNarrow ? 'Scenario' : `Scenario: ${info?.scenario ?? 'none'}`}
            </span>
          }
        >
          <Scenarios />
        </Menu>
        <Menu label="Data">
          {isNarrow && base}
          <Data />
        </Menu>
      </div>
    </header>
  );
}

function Scenarios() {
  const { control, listeners, info, act } = usePage();
  const { value: scenarios = [], reload } = useLoaded(() => control.scenarios.list(), [control]);
  useEvents(listeners, ({ type }) => void (/^(?:open|reset|state)$/.test(type) && reload()));
  const use = (name: string | null) =>
    act(
      () => control.scenarios.use(name),
      `Scenario: ${name ?? 'none'}`,
      () => keepAll(control),
    );
  return (
    <div role="group" aria-label="Scenarios">
      <p class="soft">Replaces pets, faults and delay. Requests stay.</p>
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
