import type { SeedOptions, Snapshot } from '../controls/state.ts';
import {
  controlTable,
  makeCollection,
  makeControls,
  memberOf,
  type CollectionName,
  type TableOf,
} from '../controls/control-table.ts';
import type { FindCollection } from '../operations/define-collection.ts';
import { OptionError } from '../contract/errors.ts';
import type { Catalog } from './catalog.ts';
import type { Pets } from './items.ts';
import type { Catalogs } from './catalogs.ts';
import type { Faults } from './faults.ts';
import type { Requests } from './requests.ts';
import type { ScenarioControls } from './scenarios.ts';

/** The controls of one catalog. */
export interface CatalogControls {
  /** The pets, without HTTP. All that it returns are copies. */
  readonly pets: Pets;
  /**
   * Finds a collection of `collections`, by its definition or its name. It has the members of `pets`.
   * @throws InvalidInputError that lists the collections.
   */
  readonly collection: FindCollection;
  /** The failures to inject. */
  readonly faults: Faults;
  /** The journal of requests. */
  readonly requests: Requests;
  /** The named starting points. */
  readonly scenarios: ScenarioControls;
  /**
   * Resets pets, ids, faults, delay and journal to the initial state, which seeds, restores and scenarios
   * do not change. Requests in flight are cancelled.
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

controlTable satisfies TableOf<Omit<CatalogControls, 'collection'>>;

/**
 * Returns the controls of a catalog that is looked up for each call: the catalog of a key may have been
 * discarded, and is then made again, as for a request.
 *
 * @internal
 */
export function controlsOf(find: () => Catalog): CatalogControls {
  const controls: Omit<CatalogControls, 'collection'> = makeControls(
    (_row, name) =>
      (...args) =>
        memberOf(find(), name)(...args),
  );
  const collection = (of: CollectionName) => {
    find().collection(of);
    return makeCollection(
      of,
      (_row, name) =>
        (...args) =>
          memberOf(find().collection(of).items, name)(...args),
    );
  };
  return { ...controls, collection: collection as FindCollection };
}

/**
 * Returns the controls without a key, if each key has its own catalog: a reset resets all catalogs, reads
 * are of the common one, and other changes are refused, because no request with a key would see them.
 *
 * @internal
 */
export function keylessControls(catalogs: Catalogs): CatalogControls {
  const refuse = (name: string) => () => {
    throw new OptionError({
      option: 'isolate',
      expected: 'used with a key',
      explain: () =>
        `With "isolate" a change needs a key, to say whose catalog it is for: forKey(key).${name}(...)`,
    });
  };
  const controls: Omit<CatalogControls, 'collection'> = makeControls(({ line, isForAll }, name) =>
    line.startsWith('GET ') || isForAll ? memberOf(catalogs.common, name) : refuse(name),
  );
  const collection = (of: CollectionName) => {
    const { items } = catalogs.common.collection(of);
    return makeCollection(of, ({ line }, name) =>
      line.startsWith('GET ') ? memberOf(items, name) : refuse(`collection(...).${name}`),
    );
  };
  const reset = () => {
    for (const catalog of catalogs.all()) catalog.reset();
  };
  return { ...controls, collection: collection as FindCollection, reset };
}
