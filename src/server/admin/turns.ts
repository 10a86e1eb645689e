import type { Catalog } from '../../catalog/catalog.ts';
import type { Steps } from '../../fixtures/steps.ts';
import { pause } from '../../operations/stream-list.ts';

/** Changes a catalog at once, or begins to do so in steps. */
export type Change = (catalog: Catalog) => Steps<void> | undefined;

/**
 * Runs a change of a catalog in steps, behind those of the same catalog that came before it. Between
 * the steps everything else has its turn.
 *
 * @param begin Called when its turn has come.
 * @param signal Aborts when nobody waits for it any more: it is given up, and changes nothing.
 */
export type TakeTurn = (catalog: Catalog, begin: Change, signal: AbortSignal) => Promise<void>;

export function createTurns(): TakeTurn {
  const last = new WeakMap<Catalog, Promise<void>>();
  return (catalog, begin, signal) => {
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
