import { Button, CopyButton, Item, Menu } from '../parts/buttons.tsx';
import { CheckIcon, Mark } from '../parts/icons.tsx';
import { changeScenario } from '../state/changes.ts';
import { useLive, usePage } from '../state/page.ts';
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
  const { control, info, act } = usePage();
  const { value: scenarios = [] } = useLive(
    ['open', 'reset', 'state'],
    () => control.scenarios.list(),
    [control],
  );
  const none = { name: null, description: 'The pets, faults and delay of the options' };
  return (
    <div role="group" aria-label="Scenarios">
      <p class="soft">Replaces pets, faults and delay. Requests stay.</p>
      {[...scenarios, ...(info?.scenario == null ? [] : [none])].map(({ name, description }) => (
        <Item
          key={name}
          aria-current={name === info?.scenario ? 'true' : undefined}
          onClick={() => act(() => changeScenario(control, name))}
        >
          <span class="row">
            {name ?? 'None'}
            {name === info?.scenario && <CheckIcon />}
          </span>
          <span class="soft">{description}</span>
        </Item>
      ))}
    </div>
  );
}
