import type { Snapshot } from '../../client.ts';
import { countOf } from '../parts/words.ts';
import { usePage } from './context.ts';
import type { Outcome } from './notices.ts';

/**
 * Runs a change of the catalog and tells its outcome, with an undo: a snapshot is taken before, and
 * restored by it, whatever else has changed the catalog since.
 *
 * @param rest What the snapshot does not hold, for the end of a sentence: `, but no requests`.
 */
export type ChangeCatalog = (change: () => Promise<string>, rest?: string) => Promise<void>;

export function useChangeCatalog(): ChangeCatalog {
  const { control, info, apiKey, report } = usePage();
  // Without a key, a reset is of all catalogs, and a snapshot of one.
  const isOne = !info?.isolate || apiKey !== '';
  return (change, rest = '') =>
    report(async (): Promise<Outcome> => {
      // A change is worth more than its undo, which may be too large for the browser.
      const before = isOne ? await control.snapshot().catch(() => undefined) : undefined;
      const text = await change();
      if (!before) return { text };
      const contents = `${contentsOf(before)}${rest}`;
      return {
        text,
        undo: {
          hint: `Undo brings back ${contents}.`,
          async run() {
            await control.restore(before);
            return `Brought back ${contents}`;
          },
        },
      };
    });
}

/** `25 pets, 1 fault and the scenario empty`. */
function contentsOf({ pets, faults, scenario }: Snapshot): string {
  const words = [countOf(pets.length, 'pet')];
  if (faults.length > 0) words.push(countOf(faults.length, 'fault'));
  if (scenario) words.push(`the scenario ${scenario}`);
  const last = words.pop();
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last!;
}
