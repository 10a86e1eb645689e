import type { Catalog, CatalogEvent, CatalogPart } from './catalog.ts';

/**
 * The shortest time between two events of one kind, in milliseconds. A thousand changes in a loop are one
 * event.
 */
export const changePace = 100;

/**
 * Sends the events of a catalog until the returned function is called.
 *
 * @param tell Called with `request` (the entry, and the number of ended requests), `waiting` (the entry),
 *   a part that has changed (its new size or state), `reset` and `cleared`.
 */
export function follow(
  catalog: Catalog,
  tell: (event: CatalogEvent | 'request' | 'waiting', data: object, ended?: number) => void,
): () => void {
  /** Each change by its part and the name of its collection. */
  const changed = new Map<string, [part: CatalogPart, name: string | undefined]>();
  let last = -Infinity;
  let lastState = JSON.stringify(catalog.state());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read: Record<CatalogPart, (name: string) => object> = {
    pets: () => ({ total: catalog.store.size }),
    collection: (name) => ({ name, total: catalog.collection(name).store.size }),
    faults: () => ({ total: catalog.faults.size }),
    state: () => catalog.state(),
  };
  const tellChanges = () => {
    timer = undefined;
    last = performance.now();
    const state = JSON.stringify(catalog.state());
    // A change of the faults may change the scenario.
    if (state !== lastState) changed.set('state undefined', ['state', undefined]);
    lastState = state;
    for (const [part, name = ''] of changed.values()) tell(part, read[part](name));
    changed.clear();
  };

  const forgets = [
    () => clearTimeout(timer),
    catalog.journal.listen((event, record) => {
      if (event === 'end') tell('request', catalog.journal.toEntry(record), record.ended);
      else if (event === 'waiting') tell(event, catalog.journal.toEntry(record));
    }),
    catalog.onChange((event, name) => {
      if (event === 'reset' || event === 'cleared') return tell(event, {});
      changed.set(`${event} ${name}`, [event, name]);
      if (timer) return;
      timer = setTimeout(tellChanges, Math.max(0, last + changePace - performance.now()));
      // In Node, the timer must not keep the process alive. In a browser it is a number.
      (timer as { unref?(): void }).unref?.();
    }),
  ];
  return () => {
    for (const forget of forgets) forget();
  };
}
