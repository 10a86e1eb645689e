import type { Control, Fault, Snapshot } from '../../client.ts';
import { countOf } from '../parts/words.ts';
import { usePage } from './context.ts';
import type { Outcome } from './notices.ts';

/** What an undo brings back. */
interface Kept {
  /** For the end of a sentence: `2 faults`. */
  words: string;
  bringBack(): Promise<void>;
}

/** Keeps what a change will take away; `undefined` when that is nothing. */
type Keep = (control: Control) => Promise<Kept | undefined>;

/**
 * Runs a change of the catalog and tells its outcome, with an undo.
 *
 * @param keep Asked before the change. Default: keeps all that a snapshot holds.
 */
export type ChangeCatalog = (change: () => Promise<string>, keep?: Keep) => Promise<void>;

export function useChangeCatalog(): ChangeCatalog {
  const { control, info, apiKey, report } = usePage();
  // Without a key, a reset is of all catalogs, and a snapshot of one.
  const isOne = !info?.isolate || apiKey !== '';
  return (change, keep = keepAll) =>
    report(async (): Promise<Outcome> => {
      // A change is worth more than its undo, which may be too large for the browser.
      const kept = isOne ? await keep(control).catch(() => undefined) : undefined;
      const text = await change();
      if (!kept) return { text };
      return {
        text,
        undo: {
          hint: `Undo brings back ${kept.words}.`,
          async run() {
            await kept.bringBack();
            return `Brought back ${kept.words}`;
          },
        },
      };
    });
}

/** All that a snapshot holds, whatever else has changed it since. */
export async function keepAll(control: Control): Promise<Kept> {
  const before = await control.snapshot();
  return { words: contentsOf(before), bringBack: () => control.restore(before) };
}

/**
 * Faults, which are added again. To restore them with their ids would be to restore the pets, too, and
 * so to lose what is created in that moment.
 */
export const keepFaults =
  (isGone = (_id: string) => true): Keep =>
  async ({ faults }) => {
    const gone = (await faults.list()).filter(({ id }) => isGone(id));
    if (gone.length === 0) return undefined;
    return {
      words: countOf(gone.length, 'fault'),
      async bringBack() {
        for (const fault of gone) {
          const { id: _id, hits: _hits, remaining: times, ...fields } = fault;
          await faults.add({ ...fields, times } as Fault);
        }
      },
    };
  };

/** A pet with its id, at its place in the list. What is created in the moment of the undo is lost. */
export const keepPet =
  (id: string, words: string): Keep =>
  async ({ snapshot, restore }) => {
    const { pets } = await snapshot();
    const index = pets.findIndex((pet) => pet.id === id);
    return {
      words,
      async bringBack() {
        const now = await snapshot();
        const others = now.pets.filter((pet) => pet.id !== id);
        await restore({ ...now, pets: others.toSpliced(index, 0, pets[index]!) });
      },
    };
  };

/** `25 pets, 1 fault and the scenario empty`. */
function contentsOf({ pets, faults, scenario }: Snapshot): string {
  const words = [countOf(pets.length, 'pet')];
  if (faults.length > 0) words.push(countOf(faults.length, 'fault'));
  if (scenario) words.push(`the scenario ${scenario}`);
  return new Intl.ListFormat('en-GB').format(words);
}
