import type { SeedOptions, Snapshot } from '../contract/state.ts';
import { OptionError } from '../contract/errors.ts';
import type { Catalog } from './catalog.ts';
import type { Pets } from './pets.ts';
import type { Catalogs } from './catalogs.ts';
import type { Faults } from './faults.ts';
import type { Requests } from './requests.ts';
import type { ScenarioControls } from './scenarios.ts';

/** The controls of one catalog. */
export interface CatalogControls {
  /** The pets, without HTTP. All that it returns are copies. */
  readonly pets: Pets;
  /** The failures to inject. */
  readonly faults: Faults;
  /** The journal of requests. */
  readonly requests: Requests;
  /** The named starting points. */
  readonly scenarios: ScenarioControls;
  /**
   * Resets pets, ids, faults, delay and journal to the initial state, whatever was seeded, restored or
   * chosen since.
   * Requests in flight are cancelled.
   */
  reset(): void;
  /**
   * Replaces the pets until the next `reset()`; without options, by the initial ones. Requests in
   * flight are cancelled.
   * @throws InvalidInputError, and then nothing has changed.
   */
  seed(options?: SeedOptions): void;
  /** The whole state as plain JSON. */
  snapshot(): Snapshot;
  /**
   * Restores the state of a snapshot. Requests in flight are cancelled.
   * @throws InvalidInputError, and then nothing has changed.
   */
  restore(snapshot: Snapshot): void;
}

/**
 * The controls of a catalog that is looked up for each call, also when a part of them was stored in a
 * variable: the catalog of a key may have been discarded, and is then made anew, as for a request.
 */
export function controlsOf(find: () => Catalog): CatalogControls {
  return {
    pets: {
      create: (newPet, place) => find().pets.create(newPet, place),
      get: (id) => find().pets.get(id),
      list: (options) => find().pets.list(options),
      count: () => find().pets.count(),
      update: (id, changes) => find().pets.update(id, changes),
      remove: (id) => find().pets.remove(id),
    },
    faults: {
      add: (fault) => find().faults.add(fault),
      update: (id, changes) => find().faults.update(id, changes),
      list: () => find().faults.list(),
      remove: (id) => find().faults.remove(id),
      clear: () => find().faults.clear(),
    },
    requests: {
      list: (filter) => find().requests.list(filter),
      count: (filter) => find().requests.count(filter),
      verify: (filter, options) => find().requests.verify(filter, options),
      bodies: (filter) => find().requests.bodies(filter),
      toHar: (filter) => find().requests.toHar(filter),
      waitFor: (filter, options) => find().requests.waitFor(filter, options),
      clear: () => find().requests.clear(),
    },
    scenarios: {
      list: () => find().scenarios.list(),
      current: () => find().scenarios.current(),
      use: (name) => find().scenarios.use(name),
    },
    reset: () => find().reset(),
    seed: (options) => find().seed(options),
    snapshot: () => find().snapshot(),
    restore: (snapshot) => find().restore(snapshot),
  };
}

/**
 * The controls without a key, while each key has a catalog of its own: a reset resets all catalogs,
 * and reads are of the common one. Changes are refused, as no request with a key would see them.
 */
export function keylessControls(catalogs: Catalogs): CatalogControls {
  const controls = controlsOf(() => catalogs.common);
  const refuse = (member: string) => () => {
    throw new OptionError({
      option: 'isolate',
      expected: 'used with a key',
      explain: () =>
        `With "isolate" a change needs a key, to say whose catalog it is for: forKey(key).${member}(...)`,
    });
  };
  return {
    ...controls,
    pets: {
      ...controls.pets,
      create: refuse('pets.create'),
      update: refuse('pets.update'),
      remove: refuse('pets.remove'),
    },
    faults: {
      ...controls.faults,
      add: refuse('faults.add'),
      update: refuse('faults.update'),
      remove: refuse('faults.remove'),
      clear: refuse('faults.clear'),
    },
    scenarios: { ...controls.scenarios, use: refuse('scenarios.use') },
    reset() {
      for (const catalog of catalogs.all()) catalog.reset();
    },
    seed: refuse('seed'),
    restore: refuse('restore'),
  };
}
