import type { Catalog, CatalogEvent, CatalogPart } from './catalog.ts';
import type { RequestRecord } from './journal.ts';

/** Milliseconds between two events of one kind of change, at least: a thousand in a loop are one. */
export const changePace = 100;

interface Follower {
  onEnd(record: RequestRecord): void;
  onWaiting(record: RequestRecord): void;
  /** A part of it has changed, with how much it is now; or the requests have gone: `reset`, `cleared`. */
  onChange(event: CatalogEvent, data: object): void;
}

/** Tells of a catalog what it does, until the returned function is called. */
export function follow(catalog: Catalog, follower: Follower): () => void {
  const { onEnd, onWaiting, onChange } = follower;

  const changed = new Set<CatalogPart>();
  let last = -Infinity;
  let lastState = JSON.stringify(catalog.state());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read: Record<CatalogPart, () => object> = {
    pets: () => ({ total: catalog.store.size }),
    faults: () => ({ total: catalog.faults.size }),
    state: () => catalog.state(),
  };
  const tellChanges = () => {
    timer = undefined;
    last = performance.now();
    const state = JSON.stringify(catalog.state());
    // Faults are a part of what a scenario is.
    if (state !== lastState) changed.add('state');
    lastState = state;
    for (const part of changed) onChange(part, read[part]());
    changed.clear();
  };

  const forgets = [
    () => clearTimeout(timer),
    catalog.journal.listen((event, record) => {
      if (event === 'end') onEnd(record);
      else if (event === 'waiting') onWaiting(record);
    }),
    catalog.onChange((event) => {
      if (event === 'reset' || event === 'cleared') return onChange(event, {});
      changed.add(event);
      if (timer) return;
      timer = setTimeout(tellChanges, Math.max(0, last + changePace - performance.now()));
      // In Node it must not keep the process; a browser's is a number.
      (timer as { unref?(): void }).unref?.();
    }),
  ];
  return () => {
    for (const forget of forgets) forget();
  };
}
