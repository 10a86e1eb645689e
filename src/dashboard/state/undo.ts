import type { Fault } from '../../client.ts';
import { countOf } from '../parts/words.tsx';
import type { PageControl } from './source.ts';

/** The way back from a change. */
export type Undo = ReturnType<typeof undoOf>;

/** Gives it, before the change; `undefined` when that takes nothing away. */
export type Keep = (control: PageControl) => Promise<Undo | undefined>;

/** @param words What it brings back, for the end of a sentence: `2 faults`. */
export function undoOf(words: string, bringBack: () => Promise<unknown>, but = '') {
  return {
    /** `Undo brings back 25 pets.` */
    hint: `Undo brings back ${words}${but}.`,
    async run() {
      await bringBack();
      return `Brought back ${words}`;
    },
  };
}

/** `25 pets, 1 fault and the scenario empty`. */
export function keepAll(but = ''): Keep {
  return async (control) => {
    const before = await control.snapshot();
    const { pets, faults, scenario } = before;
    const words = [countOf(pets.length, 'pet')];
    if (faults.length > 0) words.push(countOf(faults.length, 'fault'));
    if (scenario) words.push(`the scenario ${scenario}`);
    return undoOf(
      new Intl.ListFormat('en-GB').format(words),
      () => control.restore(before),
      `${but}, and loses what has changed since`,
    );
  };
}

/**
 * Faults, which are added again. To restore them with their ids would be to restore the pets, too, and
 * so to lose what is created in that moment.
 *
 * @param id Of the one that goes; `undefined` for all.
 */
export function keepFaults(id?: string): Keep {
  return async ({ faults }) => {
    const gone = (await faults.list()).filter((fault) => id === undefined || fault.id === id);
    if (gone.length === 0) return undefined;
    return undoOf(countOf(gone.length, 'fault'), async () => {
      for (const { id: _id, hits: _hits, remaining: times, ...fields } of gone) {
        await faults.add({ ...fields, times } as Fault);
      }
    });
  };
}

/** A pet with its id, at its place in the list. */
export function keepPet(id: string, words: string): Keep {
  return async ({ pets }) => {
    const all = await pets.list();
    const index = all.findIndex((pet) => pet.id === id);
    const { id: _id, ...fields } = all[index]!;
    const before = all[index + 1]?.id;
    return undoOf(words, () => pets.create(fields, { id, before }));
  };
}
