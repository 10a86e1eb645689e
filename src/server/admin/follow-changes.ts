import type { Catalog, CatalogPart } from '../../catalog/catalog.ts';

/** Milliseconds between two events of one kind, at least: a thousand changes in a loop are one. */
export const changePace = 100;

/** Told what has changed, and how it is now. */
type Reader = (part: CatalogPart, data: object) => void;

/** Follows the changes of catalogs: once for each catalog, however many readers it has. */
export function createChangeFeeds() {
  const feeds = new WeakMap<Catalog, Feed>();

  /** Calls back until the returned function is called. */
  return (catalog: Catalog, reader: Reader): (() => void) => {
    let feed = feeds.get(catalog);
    if (!feed) feeds.set(catalog, (feed = createFeed(catalog)));
    return feed.add(reader);
  };
}

type Feed = ReturnType<typeof createFeed>;

function createFeed(catalog: Catalog) {
  const readers = new Set<Reader>();
  const changed = new Set<CatalogPart>();
  let last = -Infinity;
  let lastState = '';
  let timer: NodeJS.Timeout | undefined;
  let forget = () => {};

  const read: Record<CatalogPart, () => object> = {
    pets: () => ({ total: catalog.store.size }),
    faults: () => ({ total: catalog.faults.size }),
    state: () => catalog.state(),
  };

  function tell(): void {
    timer = undefined;
    last = performance.now();
    // Faults are a part of what a scenario is.
    if (changed.has('faults') && JSON.stringify(catalog.state()) !== lastState)
      changed.add('state');
    for (const part of changed) {
      const data = read[part]();
      if (part === 'state') lastState = JSON.stringify(data);
      for (const reader of readers) reader(part, data);
    }
    changed.clear();
  }

  return {
    add(reader: Reader): () => void {
      if (readers.size === 0) {
        lastState = JSON.stringify(catalog.state());
        forget = catalog.onChange((part) => {
          changed.add(part);
          timer ??= setTimeout(tell, Math.max(0, last + changePace - performance.now())).unref();
        });
      }
      readers.add(reader);
      return () => {
        readers.delete(reader);
        if (readers.size > 0) return;
        forget();
        clearTimeout(timer);
        timer = undefined;
        changed.clear();
      };
    },
  };
}
