import { count } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { tabs, type Tab } from '../state/view.ts';

const titles: Record<Tab, string> = { pets: 'Pets', requests: 'Requests', controls: 'Controls' };

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
