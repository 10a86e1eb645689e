import type { Fault, Pet, Snapshot } from '../../client.ts';
import { countOf } from '../parts/words.ts';
import type { Outcome } from './notices.ts';
import { usePage } from './page.ts';
import type { PageControl } from './source.ts';

/** What an undo brings back. */
interface Kept {
  /** For the end of a sentence: `2 faults`. */
  words: string;
  /** What it does not bring back, or loses: the rest of the sentence. Default: nothing. */
  but?: string;
  bringBack(): Promise<void>;
}

/** Keeps what a change will take away; `undefined` when that is nothing. */
type Keep = (control: PageControl) => Promise<Kept | undefined>;

/**
 * Runs a change of the catalog and tells its outcome, with an undo.
 *
 * @param keep Asked before the change. Default: keeps all that a snapshot holds.
 */
export type ChangeCatalog = (change: () => Promise<string>, keep?: Keep) => Promise<void>;

export function useChangeCatalog(): ChangeCatalog {
  const { control, isAll, report } = usePage();
  return (change, keep = keepAll) =>
    report(async (): Promise<Outcome> => {
      // Without a key, a reset is of all catalogs, and a snapshot of one. And a change is worth more
      // than its undo, which may be too large for the browser.
      const kept = isAll ? undefined : await keep(control).catch(() => undefined);
      const text = await change();
      if (!kept) return { text };
      const run = async () => {
        await kept.bringBack();
        return `Brought back ${kept.words}`;
      };
      return { text, undo: { hint: `Undo brings back ${kept.words}${kept.but ?? ''}.`, run } };
    });
}

/** All that a snapshot holds, whatever else has changed it since. */
async function keepAll(control: PageControl): Promise<Kept> {
  const before = await control.snapshot();
  return {
    words: contentsOf(before),
    but: ', and loses what has changed since',
    bringBack: () => control.restore(before),
  };
}

/** The same before a reset, which clears the requests as well. */
const keepAllButRequests: Keep = async (control) => ({
  ...(await keepAll(control)),
  but: ', not the requests, and loses what has changed since',
});

/** Resets the catalog that is shown, or all, and tells so. */
export function useReset(): () => Promise<void> {
  const { control, source, isAll } = usePage();
  const changeCatalog = useChangeCatalog();
  return () =>
    changeCatalog(async () => {
      await control.reset();
      return isAll ? 'Reset all catalogs' : source.start;
    }, keepAllButRequests);
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
