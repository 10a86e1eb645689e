import type { Journal } from './journal.ts';

/** How many removed pets and used-up faults a catalog remembers. */
const mostRemembered = 1000;

/** Remembers an entry as the newest. */
export function remember<Value>(known: Map<string, Value>, id: string, value: Value): void {
  known.delete(id);
  known.set(id, value);
  if (known.size > mostRemembered) known.delete(known.keys().next().value!);
}

export type Past = ReturnType<typeof createPast>;

/** Remembers removed pets, for explanations. */
export function createPast(journal: Journal) {
  /** The time in milliseconds since 1970, and the place among the requests. */
  const now = () => ({ at: Date.now(), last: journal.last, ends: journal.ends });
  const replacement = (how: string) => ({ ...now(), how });
  const removal = (after: typeof replaced, by?: number) => ({ ...now(), after, by });
  let replaced: ReturnType<typeof replacement> | undefined;
  const removals = new Map<string, ReturnType<typeof removal>>();
  return {
    /** The last time that all pets were replaced. */
    get replaced() {
      return replaced;
    },
    removalOf: (id: string) => removals.get(id),
    /** Notes the removal of a pet, after the last replacement, by a request or else by a control. */
    remove(id: string, by?: number) {
      remember(removals, id, removal(replaced, by));
    },
    /** @param how In words: `reset`. */
    replace(how: string) {
      replaced = replacement(how);
    },
    forget: () => removals.clear(),
  };
}
