import type { Control, Fault, Snapshot } from '../../client.ts';
import { countOf } from '../parts/words.ts';
import { usePage } from './context.ts';
import type { Outcome } from './notices.ts';

/** What an undo brings back. */
interface Part {
  /** For the end of a sentence: `2 faults`. */
  words: string;
  /** Default: all is as it was before. */
  bringBack?: (control: Control) => Promise<void>;
}

/**
 * Runs a change of the catalog and tells its outcome, with an undo: a snapshot is taken before, and
 * all of it restored, or the part that the change took away.
 */
export type ChangeCatalog = (
  change: () => Promise<string>,
  partOf?: (before: Snapshot) => Part | undefined,
) => Promise<void>;

export function useChangeCatalog(): ChangeCatalog {
  const { control, info, apiKey, report } = usePage();
  // Without a key, a reset is of all catalogs, and a snapshot of one.
  const isOne = !info?.isolate || apiKey !== '';
  return (change, partOf = (before): Part => ({ words: contentsOf(before) })) =>
    report(async (): Promise<Outcome> => {
      // A change is worth more than its undo, which may be too large for the browser.
      const before = isOne ? await control.snapshot().catch(() => undefined) : undefined;
      const text = await change();
      const part = before && partOf(before);
      if (!part) return { text };
      const { words, bringBack = ({ restore }) => restore(before) } = part;
      return {
        text,
        undo: {
          hint: `Undo brings back ${words}.`,
          async run() {
            await bringBack(control);
            return `Brought back ${words}`;
          },
        },
      };
    });
}

/**
 * The faults that have gone by one press, added again. To restore them with their ids would be to
 * restore the pets, too, and so to lose what is created in that moment.
 */
export function faultsOf(before: Snapshot, isGone = (_id: string) => true): Part | undefined {
  const gone = before.faults.filter(({ id }) => isGone(id));
  if (gone.length === 0) return undefined;
  return {
    words: countOf(gone.length, 'fault'),
    async bringBack({ faults }) {
      for (const { id: _id, calls: _calls, hits, ...fault } of gone) {
        const { times } = fault;
        await faults.add({
          ...fault,
          ...(times !== undefined && { times: times - hits }),
        } as Fault);
      }
    },
  };
}

/** A pet with its id, at its place in the list. What is created in the moment of the undo is lost. */
export function petOf(before: Snapshot, id: string, words: string): Part {
  const index = before.pets.findIndex((pet) => pet.id === id);
  return {
    words,
    async bringBack({ snapshot, restore }) {
      const now = await snapshot();
      const others = now.pets.filter((pet) => pet.id !== id);
      await restore({ ...now, pets: others.toSpliced(index, 0, before.pets[index]!) });
    },
  };
}

/** `25 pets, 1 fault and the scenario empty`. */
export function contentsOf({ pets, faults, scenario }: Snapshot): string {
  const words = [countOf(pets.length, 'pet')];
  if (faults.length > 0) words.push(countOf(faults.length, 'fault'));
  if (scenario) words.push(`the scenario ${scenario}`);
  const last = words.pop();
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last!;
}
