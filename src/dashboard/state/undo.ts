import type { Fault } from '../../client.ts';
import { countOf } from '../parts/words.tsx';
import type { Report, Undo } from './notices.ts';
import type { PageControl } from './source.ts';

/** Gives the way back from a change, before it; `undefined` when it takes nothing away. */
type Keep = (control: PageControl) => Promise<Undo | undefined>;

/** Changes the catalog and tells so, with an undo where something says what to keep. */
export function actOn(control: PageControl, isAll: boolean, report: Report) {
  return <T>(
    change: () => Promise<T>,
    told: string | ((outcome: T) => string | Promise<string>),
    keep?: Keep,
  ) =>
    report(async () => {
      // Without a key, a reset is of all catalogs, and a snapshot of one. And a change is worth more
      // than its undo, which may be too large for the browser.
      const undo = isAll ? undefined : await keep?.(control).catch(() => undefined);
      const outcome = await change();
      return { text: typeof told === 'string' ? told : await told(outcome), undo };
    });
}

/** @param words What it brings back, for the end of a sentence: `2 faults`. */
export function undoOf(words: string, bringBack: () => Promise<unknown>, but = ''): Undo {
  return {
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
