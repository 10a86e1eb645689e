import { Panel } from '../parts/panel.tsx';
import { countOf } from '../parts/words.ts';
import { useEffect } from 'preact/hooks';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded, useLooks } from '../state/loaded.ts';

/** Milliseconds between two readings: there may be a thousand catalogs. */
const pace = 1000;

/** With a catalog for each key: those in memory, of which one is looked at. */
export function CatalogsPanel() {
  const { control, listen, apiKey, changeSession, knownKeys } = usePage();
  const { value: catalogs, reload } = useLoaded(() => control.catalogs.list(), [control], pace);
  const { value: info } = useLoaded(() => control.info(), [control]);
  const shown = info?.catalog;
  useEffect(() => {
    if (shown !== undefined) knownKeys.noteCatalog(shown, apiKey);
  }, [shown, apiKey, knownKeys]);
  useEvents(listen, (event) => {
    if (event.type !== 'lost') reload();
  });
  // Of the requests of other keys the stream of this one tells nothing.
  useLooks(reload);

  return (
    <Panel
      class="catalogs"
      title="Catalogs"
      aside={
        <>
          <span class="count">{catalogs?.length ?? ''}</span>
          <div class="head-actions">
            <button type="button" class="button small" onClick={reload}>
              Refresh
            </button>
          </div>
        </>
      }
    >
      {catalogs && catalogs.length === 0 && (
        <p class="nothing calm">Each key gets a catalog with its first request.</p>
      )}
      <ul class="catalog-list" tabindex={0} aria-label="Catalogs in memory">
        {catalogs?.map((catalog) => {
          const current = catalog.id === shown;
          const key = current ? apiKey : knownKeys.ofCatalog(catalog.id);
          const name = <code>{`${catalog.apiKey} #${catalog.id.split('-')[1]}`}</code>;
          return (
            <li key={catalog.id}>
              {key === undefined ? (
                name
              ) : (
                <button
                  type="button"
                  class="tag"
                  {...(current && { 'aria-current': 'true' })}
                  onClick={() => changeSession({ apiKey: key })}
                >
                  {name}
                </button>
              )}
              <span class="catalog-words">
                {countOf(catalog.pets, 'pet')}, {countOf(catalog.requests, 'request')}
                {catalog.faults > 0 && `, ${countOf(catalog.faults, 'fault')}`}
              </span>
            </li>
          );
        })}
      </ul>
      <p class="hint">Keys are masked. To look into a catalog, type its key above.</p>
    </Panel>
  );
}
