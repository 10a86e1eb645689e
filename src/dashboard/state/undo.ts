import type { Control, Fault, Pet, Snapshot } from '../../client.ts';
import { countOf } from '../parts/words.ts';
import { usePage } from './context.ts';
import type { Outcome } from './notices.ts';

/** What an undo brings back. */
interface Kept {
  /** For the end of a sentence: `2 faults`. */
  words: string;
  /** What is lost with it, for the end of a sentence. Default: nothing. */
  loses?: string;
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
  const { control, info, apiKey, session, report } = usePage();
  // Without a key, a reset is of all catalogs, and a snapshot of one.
  const isOne = !info?.isolate || apiKey !== '' || session.catalog !== null;
  return (change, keep = keepAll) =>
    report(async (): Promise<Outcome> => {
      // A change is worth more than its undo, which may be too large for the browser.
      const kept = isOne ? await keep(control).catch(() => undefined) : undefined;
      const text = await change();
      if (!kept) return { text };
      return {
        text,
        undo: {
          hint: `Undo brings back ${kept.words}${kept.loses ? `, and loses ${kept.loses}` : ''}.`,
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
  return {
    words: contentsOf(before),
    loses: 'what has been created or changed since',
    bringBack: () => control.restore(before),
  };
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

/** A pet with its id, at its place in the list. */
export const keepPet =
  ({ id }: Pet, words: string): Keep =>
  async ({ pets }) => {
    const all = await pets.list();
    const index = all.findIndex((pet) => pet.id === id);
    const { id: _id, ...fields } = all[index]!;
    const before = all[index + 1]?.id;
    return {
      words,
      bringBack: async () => void (await pets.create(fields, { id, before })),
    };
  };

/** `25 pets, 1 fault and the scenario empty`. */
function contentsOf({ pets, faults, scenario }: Snapshot): string {
  const words = [countOf(pets.length, 'pet')];
  if (faults.length > 0) words.push(countOf(faults.length, 'fault'));
  if (scenario) words.push(`the scenario ${scenario}`);
  return new Intl.ListFormat('en-GB').format(words);
}
