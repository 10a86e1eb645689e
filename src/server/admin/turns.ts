import type { Catalog } from '../../catalog/catalog.ts';
import type { Steps } from '../../fixtures/steps.ts';
import { pause } from '../../operations/stream-list.ts';

/** Changes a catalog at once, or begins to do so in steps. */
export type Change = (catalog: Catalog) => Steps<void> | undefined;

export function createTurns() {
  const last = new WeakMap<Catalog, Promise<void>>();
  /**
   * Runs a change of a catalog in steps, after earlier ones of the same catalog. Between the steps
   * other work has its turn.
   *
   * @param signal Aborts when nobody waits for the change any more: it is given up, and changes nothing.
   */
  return (catalog: Catalog, begin: Change, signal: AbortSignal): Promise<void> => {
    const before = last.get(catalog) ?? Promise.resolve();
    const turn = before.then(() => run(catalog, begin, signal));
    last.set(
      catalog,
      turn.catch(() => {}),
    );
    return turn;
  };
}

async function run(catalog: Catalog, begin: Change, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const steps = begin(catalog);
  if (!steps) return;
  for (;;) {
    if (steps.next().done) return;
    await pause();
    signal.throwIfAborted();
  }
}
