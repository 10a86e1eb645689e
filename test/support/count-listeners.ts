import { onTestFinished } from 'vitest';
import { serviceOf, type PetCatalog } from '../../src/pet-catalog.ts';

/** How many have begun to listen to the journal of a catalog, and not ended, since this was called. */
export function countListeners({ catalog }: { catalog: PetCatalog }): () => number {
  const { journal } = serviceOf(catalog).catalogs.common;
  const { listen } = journal;
  let listeners = 0;
  journal.listen = (listener) => {
    const unlisten = listen(listener);
    listeners++;
    return () => {
      listeners--;
      return unlisten();
    };
  };
  onTestFinished(() => void (journal.listen = listen));
  return () => listeners;
}
