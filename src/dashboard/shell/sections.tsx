import { count } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { focusPanel, useJump } from '../state/jump.ts';
import { tabs, type Tab } from '../state/view.ts';

const titles: Record<Tab, string> = { pets: 'Pets', requests: 'Requests', controls: 'Controls' };

/** The panels after the first, by their ids, and the section that each is in. */
const panels: readonly (readonly [id: string, tab: Tab])[] = [
  ['requests', 'requests'],
  ['faults', 'controls'],
  ['data', 'controls'],
];

/** For the keyboard: past a page of pets and a hundred requests, each of which can be pressed. */
export function SkipLinks() {
  const jump = useJump();
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      {panels.map(([id, tab]) => (
        <a
          key={id}
          class="skip"
          href={`#${id}`}
          onClick={(event) => {
            event.preventDefault();
            jump(() => focusPanel(id), { tab }, { replace: true });
          }}
        >
          Skip to the {id}
        </a>
      ))}
    </>
  );
}

/** On a narrow screen: which section is shown. */
export function TabBar() {
  const { view, changeView, faultCount } = usePage();
  return (
    <nav class="tab-bar" aria-label="Sections">
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          {...(tab === view.tab && { 'aria-current': 'true' })}
          onClick={() => changeView({ tab })}
        >
          {titles[tab]}
          {tab === 'controls' && faultCount > 0 && (
            <>
              {' '}
              <span class="pill warn">{count(faultCount)}</span>
              <span class="visually-hidden"> active {faultCount === 1 ? 'fault' : 'faults'}</span>
            </>
          )}
        </button>
      ))}
    </nav>
  );
}
