import type { Fault } from '../../client/index.ts';
import { countOf } from '../parts/words.tsx';
import type { PageControl } from './source.ts';

/** The way back from a change. */
export interface Undo {
  /** What it brings back, for the end of a sentence: `2 faults`. */
  words: string;
  /** What it does besides, or does not. */
  but?: string;
  bringBack: () => Promise<unknown>;
}

/** `25 pets, 1 fault and the scenario empty`. */
export async function keepAll(control: PageControl, but = ''): Promise<Undo> {
  const before = await control.snapshot();
  const { pets, faults, scenario } = before;
  const words = [countOf(pets.length, 'pet')];
  if (faults.length > 0) words.push(countOf(faults.length, 'fault'));
  if (scenario) words.push(`the scenario ${scenario}`);
  return {
    words: new Intl.ListFormat('en-GB').format(words),
    but: `${but}, and loses what has changed since`,
    bringBack: () => control.restore(before),
  };
}

/**
 * Faults, which are added again. To restore them with their ids would be to restore the pets, too, and
 * so to lose what is created in that moment.
 *
 * @param id Of the one that goes; `undefined` for all.
 */
export async function keepFaults({ faults }: PageControl, id?: string): Promise<Undo | undefined> {
  const gone = (await faults.list()).filter((fault) => id === undefined || fault.id === id);
  if (gone.length === 0) return undefined;
  const bringBack = async () => {
    for (const { id: _id, hits: _hits, remaining, ...fields } of gone) {
      // A list counts from the first call again.
      const times = typeof fields.times === 'object' ? fields.times : remaining;
      await faults.add({ ...fields, times } as Fault);
    }
  };
  return { words: countOf(gone.length, 'fault'), bringBack };
}

/** Keeps a pet, which is created again with its id. */
export async function keepPet({ pets }: PageControl, id: string, words: string): Promise<Undo> {
  const { id: _id, ...fields } = (await pets.get(id))!;
  return { words, bringBack: () => pets.create(fields, { id }) };
}
