import type { Snapshot } from '../../client.ts';
import { countOf } from '../parts/words.ts';
import { usePage } from './context.ts';
import type { Outcome } from './notices.ts';

/** What an undo brings back. */
interface Part {
  /** For the end of a sentence: `2 faults`. */
  words: string;
  /** Puts it into what the catalog holds by then. Default: all is as it was before. */
  into?: (now: Snapshot) => Snapshot;
}

/**
 * Runs a change of the catalog and tells its outcome, with an undo: a snapshot is taken before, and
 * all of it restored, or the part that the change took away.
 */
export type ChangeCatalog = (
  change: () => Promise<string>,
  partOf?: (before: Snapshot) => Part,
) => Promise<void>;

export function useChangeCatalog(): ChangeCatalog {
  const { control, info, apiKey, report } = usePage();
  // Without a key, a reset is of all catalogs, and a snapshot of one.
  const isOne = !info?.isolate || apiKey !== '';
  return (change, partOf = (before) => ({ words: contentsOf(before) })) =>
    report(async (): Promise<Outcome> => {
      // A change is worth more than its undo, which may be too large for the browser.
      const before = isOne ? await control.snapshot().catch(() => undefined) : undefined;
      const text = await change();
      if (!before) return { text };
      const { words, into } = partOf(before);
      return {
        text,
        undo: {
          hint: `Undo brings back ${words}.`,
          async run() {
            await control.restore(into ? into(await control.snapshot()) : before);
            return `Brought back ${words}`;
          },
        },
      };
    });
}

/** The faults that have gone by one press; those that were used up meanwhile stay gone. */
export function faultsOf(before: Snapshot, isGone = (_id: string) => true): Part {
  const gone = before.faults.filter(({ id }) => isGone(id));
  return {
    words: countOf(gone.length, 'fault'),
    into: (now) => ({
      ...now,
      // The oldest first, by the numbers in their ids: the order is that in which they are tried.
      faults: [
        ...gone,
        ...now.faults.filter(({ id }) => gone.every((one) => one.id !== id)),
      ].toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true })),
    }),
  };
}

/** A pet, at its place in the list. */
export function petOf(before: Snapshot, id: string, words: string): Part {
  const index = before.pets.findIndex((pet) => pet.id === id);
  return {
    words,
    into: (now) => ({
      ...now,
      pets: now.pets
        .filter((pet) => pet.id !== id)
        .toSpliced(index, 0, ...before.pets.slice(index, index + 1)),
    }),
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
