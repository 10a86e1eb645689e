import { useEffect } from 'preact/hooks';
import { Panel } from '../parts/panel.tsx';
import { countOf } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { useLoaded } from '../state/loaded.ts';

/** Milliseconds between two readings: there may be a thousand catalogs. */
const pace = 1000;

/** With a catalog for each key: those in memory. The page shows one of them. */
export function CatalogsPanel() {
  const { control, plain, state, session, changeSession, report } = usePage();
  const { value: catalogs, reload } = useLoaded(() => control.catalogs.list(), [control], pace);
  useEffect(
    () =>
      control.subscribe(({ type }) => type !== 'lost' && type !== 'refused' && reload(), {
        catalog: 'all',
      }),
    [control, reload],
  );
  // Whoever has chosen none sees the one that was used last.
  const latest = catalogs?.at(-1)?.number;
  const isOpen = session.catalog !== null || session.apiKey !== '';
  useEffect(() => {
    if (!isOpen && latest !== undefined) changeSession({ catalog: latest });
  }, [isOpen, latest, changeSession]);

  const resetAll = async () => {
    await plain.reset();
    return 'Reset all catalogs';
  };
  return (
    <Panel
      id="catalogs"
      title="Catalogs"
      count={catalogs?.length}
      actions={
        <button type="button" class="button small" onClick={() => void report(resetAll)}>
          Reset all
        </button>
      }
    >
      <ul class="stack catalog-list" tabindex={0} aria-label="Catalogs in memory">
        {catalogs
          ?.toSorted((a, b) => a.number - b.number)
          .map(({ number, apiKey, pets, requests, faults }) => {
            const current = number === state?.catalog;
            return (
              <li key={number} class="row">
                <button
                  type="button"
                  class={`pill tag ${current ? 'current' : ''}`}
                  {...(current && { 'aria-current': 'true' })}
                  onClick={() => changeSession({ apiKey: '', catalog: number })}
                >
                  <code>{`${apiKey} #${number}`}</code>
                </button>
                <span class="soft">
                  {countOf(pets, 'pet')}, {countOf(requests, 'request')}
                  {faults > 0 && `, ${countOf(faults, 'fault')}`}
                </span>
              </li>
            );
          })}
      </ul>
      <p class="soft">A key gets a catalog with its first request.</p>
    </Panel>
  );
}
