import type { Journal } from './journal.ts';

/** How many removed pets and used-up faults a catalog remembers. */
const mostRemembered = 1000;

/** Remembers an entry as the newest. */
export function remember<Value>(known: Map<string, Value>, id: string, value: Value): void {
  known.delete(id);
  known.set(id, value);
  if (known.size > mostRemembered) known.delete(known.keys().next().value!);
}

/** A time, and the requests until then. */
interface Moment {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The id of the newest request. */
  readonly last: number;
  /** How many requests had ended. */
  readonly ends: number;
}

/** A replacement of all pets. */
interface Replacement extends Moment {
  /** In words: `reset`. */
  readonly how: string;
}

/** The removal of a pet. */
interface Removal extends Moment {
  /** The last replacement before it. */
  readonly after: Replacement | undefined;
  /** The number of the request; `undefined` for a control. */
  readonly by: number | undefined;
}

/** The past of a catalog, for explanations. */
export interface Past {
  /** The last replacement of all pets. */
  readonly replaced: Replacement | undefined;
  removalOf(id: string): Removal | undefined;
  remove(id: string, by?: number): void;
  replace(how: string): void;
  /** Forgets all removals. */
  forget(): void;
}

export function createPast(journal: Journal): Past {
  const now = (): Moment => ({ at: Date.now(), last: journal.last, ends: journal.ends });
  let replaced: Replacement | undefined;
  const removals = new Map<string, Removal>();
  return {
    get replaced() {
      return replaced;
    },
    removalOf: (id) => removals.get(id),
    remove: (id, by) => remember(removals, id, { ...now(), after: replaced, by }),
    replace(how) {
      replaced = { ...now(), how };
    },
    forget: () => removals.clear(),
  };
}
