import type { Journal } from './journal.ts';

/** How many removed pets, or faults that are used up, a catalog remembers: the newest. */
const mostRemembered = 1000;

/** Adds an entry to those that are remembered, as the newest. */
export function remember<Value>(known: Map<string, Value>, id: string, value: Value): void {
  known.delete(id);
  known.set(id, value);
  if (known.size > mostRemembered) known.delete(known.keys().next().value!);
}

/** When something happened: the time in milliseconds since 1970, and the place among the requests. */
type Moment = { readonly at: number } & Readonly<Pick<Journal, 'last' | 'ends'>>;

export interface Replacement extends Moment {
  /** In words: `reset`. */
  readonly how: string;
  readonly keptFaults: boolean;
}

export interface Removal extends Moment {
  /** The last replacement before it. */
  readonly after: Replacement | undefined;
  /** The id of the request that did it; `undefined` for a control. */
  by: number | undefined;
}

export type Past = ReturnType<typeof createPast>;

/** What a catalog remembers of what it no longer has. */
export function createPast(journal: Journal) {
  const removals = new Map<string, Removal>();
  let replaced: Replacement | undefined;
  const now = (): Moment => ({ at: Date.now(), last: journal.last, ends: journal.ends });
  return {
    /** The last time that all pets were replaced. */
    get replaced() {
      return replaced;
    },
    removalOf: (id: string) => removals.get(id),
    remove(id: string) {
      remember(removals, id, { ...now(), after: replaced, by: undefined });
    },
    /** Adds which request the removal of a pet was of. */
    removedBy(id: string, request: number) {
      const removal = removals.get(id);
      if (removal) removal.by = request;
    },
    replace(how: string, keptFaults = false) {
      replaced = { ...now(), how, keptFaults };
    },
    forget: () => removals.clear(),
  };
}
