import type { SeedOptions, Snapshot } from '../contract/control.ts';
import type { Catalog, Pets } from './catalog.ts';
import type { Faults } from './faults.ts';
import type { Requests } from './requests.ts';

/** The controls of one catalog. */
export interface CatalogControls {
  /** The pets, without HTTP. What it gives are copies. */
  readonly pets: Pets;
  /** The failures to inject. */
  readonly faults: Faults;
  /** The journal of requests. */
  readonly requests: Requests;
  /**
   * Back to how it was made, whatever was seeded or restored since: pets, ids, faults, journal. What
   * is in flight is cut off.
   */
  reset(): void;
  /**
   * Replaces the pets until the next `reset()`; with nothing, by those of the start. What is in
   * flight is cut off.
   * @throws InvalidInputError, and then nothing has changed.
   */
  seed(options?: SeedOptions): void;
  /** The whole state as plain JSON. */
  snapshot(): Snapshot;
  /**
   * Brings a snapshot's state back. What is in flight is cut off.
   * @throws InvalidInputError, and then nothing has changed.
   */
  restore(snapshot: Snapshot): void;
}

/**
 * The controls of a catalog that is looked up at each use, also by what is taken out of them: a key's
 * catalog may have gone meanwhile, and is then made anew, just as for a request.
 */
export function controlsOf(find: () => Catalog): CatalogControls {
  return {
    pets: {
      create: (newPet) => find().pets.create(newPet),
      get: (id) => find().pets.get(id),
      list: (options) => find().pets.list(options),
      count: () => find().pets.count(),
    },
    faults: {
      add: (fault) => find().faults.add(fault),
      list: () => find().faults.list(),
      remove: (id) => find().faults.remove(id),
      clear: () => find().faults.clear(),
    },
    requests: {
      list: (filter) => find().requests.list(filter),
      count: (filter) => find().requests.count(filter),
      waitFor: (filter, options) => find().requests.waitFor(filter, options),
      clear: () => find().requests.clear(),
    },
    reset: () => find().reset(),
    seed: (options) => find().seed(options),
    snapshot: () => find().snapshot(),
    restore: (snapshot) => find().restore(snapshot),
  };
}
