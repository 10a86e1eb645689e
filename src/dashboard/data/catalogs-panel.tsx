import { Panel } from '../parts/panel.tsx';
import { countOf } from '../parts/words.ts';
import { keyOf } from '../requests/known-key.ts';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded } from '../state/loaded.ts';

/** With a catalog for each key: those in memory, of which one is looked at. */
export function CatalogsPanel() {
  const { control, listen, session, apiKey, changeSession } = usePage();
  const { value: catalogs, reload } = useLoaded(() => control.catalogs.list(), [control]);
  useEvents(listen, (event) => {
    if (event.type !== 'lost') reload();
  });

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
        {catalogs?.map((catalog, index) => {
          const key = keyOf(catalog.apiKey, [...new Set([apiKey, ...session.usedKeys])]);
          const current = key !== undefined && key === apiKey;
          return (
            <li key={`${catalog.apiKey} ${index}`}>
              {key === undefined ? (
                <code>{catalog.apiKey}</code>
              ) : (
                <button
                  type="button"
                  class="tag"
                  {...(current && { 'aria-current': 'true' })}
                  onClick={() => changeSession({ apiKey: key })}
                >
                  <code>{catalog.apiKey}</code>
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
