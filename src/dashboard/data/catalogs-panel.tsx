import { useEffect } from 'preact/hooks';
import { Panel } from '../parts/panel.tsx';
import { countOf } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded, usePolling } from '../state/loaded.ts';

/** Milliseconds between two readings: there may be a thousand catalogs. */
const pace = 1000;

/** With a catalog for each key: those in memory. The page shows one of them. */
export function CatalogsPanel() {
  const { control, listen, apiKey, changeSession, catalogKeys } = usePage();
  const { value: catalogs, reload } = useLoaded(() => control.catalogs.list(), [control], pace);
  const { value: info } = useLoaded(() => control.info(), [control]);
  const shown = info?.catalog;
  useEffect(() => {
    if (shown !== undefined) catalogKeys.set(shown, apiKey);
  }, [shown, apiKey, catalogKeys]);
  useEvents(listen, (event) => {
    if (event.type !== 'lost') reload();
  });
  // The events are those of one key: they tell nothing of the others.
  usePolling(reload);

  return (
    <Panel id="catalogs" title="Catalogs" count={catalogs?.length}>
      <ul class="stack catalog-list" tabindex={0} aria-label="Catalogs in memory">
        {catalogs?.map((catalog) => {
          const current = catalog.id === shown;
          const key = current ? apiKey : catalogKeys.get(catalog.id);
          const name = <code>{`${catalog.apiKey} #${catalog.id.split('-')[1]}`}</code>;
          return (
            <li key={catalog.id} class="row">
              {key === undefined ? (
                name
              ) : (
                <button
                  type="button"
                  class={`pill tag ${current ? 'current' : ''}`}
                  {...(current && { 'aria-current': 'true' })}
                  onClick={() => changeSession({ apiKey: key })}
                >
                  {name}
                </button>
              )}
              <span class="soft">
                {countOf(catalog.pets, 'pet')}, {countOf(catalog.requests, 'request')}
                {catalog.faults > 0 && `, ${countOf(catalog.faults, 'fault')}`}
              </span>
            </li>
          );
        })}
      </ul>
      <p class="soft">
        A key gets a catalog with its first request. Keys are redacted: type one above to open its
        catalog.
      </p>
    </Panel>
  );
}
