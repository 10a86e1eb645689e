import type { SeedOptions, Snapshot } from '../controls/state.ts';
import { atCaller } from '../contract/at-caller.ts';
import { InvalidInputError, OptionError } from '../contract/errors.ts';
import { mapValues, type Member } from '../contract/map-values.ts';
import type { Catalog } from './catalog.ts';
import { CapacityError, type Pets } from './pets.ts';
import type { Catalogs } from './catalogs.ts';
import type { Faults } from './faults.ts';
import { VerificationError, WaitTimeoutError, type Requests } from './requests.ts';
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

/** For each member, whether it is a change of one catalog. */
type Changes<T> = {
  readonly [K in keyof T]: T[K] extends (...args: never[]) => unknown ? boolean : Changes<T[K]>;
};

const changes: Changes<CatalogControls> = {
  pets: { create: true, get: false, list: false, count: false, update: true, remove: true },
  faults: { add: true, update: true, list: false, remove: true, clear: true },
  requests: {
    list: false,
    count: false,
    verify: false,
    bodies: false,
    toHar: false,
    explain: false,
    waitFor: false,
    clear: false,
  },
  scenarios: { list: false, current: false, use: true },
  reset: false,
  seed: true,
  snapshot: false,
  restore: true,
};

const mistakes = [
  InvalidInputError,
  OptionError,
  CapacityError,
  VerificationError,
  WaitTimeoutError,
];

/** Members that call those of what is found at each call; changes give way to `change`, if there is one. */
function delegate<T extends object>(
  to: Changes<T>,
  find: () => T,
  change?: (path: string) => Member,
  path = '',
): T {
  const found = find as () => Record<string, Member>;
  return mapValues(to as Record<string, boolean | Changes<object>>, (member, name) => {
    if (typeof member === 'object') {
      return delegate(member, () => found()[name] as object, change, `${path}${name}.`);
    }
    if (member && change) return change(path + name);
    return (...args: unknown[]) => found()[name]!(...args);
  }) as T;
}

/**
 * The controls of a catalog that is looked up for each call, also when a part of them was stored in a
 * variable: the catalog of a key may have been discarded, and is then made anew, as for a request.
 *
 * @internal
 */
export function controlsOf(find: () => Catalog): CatalogControls {
  return atCaller(delegate(changes, find), mistakes);
}

/**
 * The controls without a key, while each key has a catalog of its own: a reset resets all catalogs,
 * and reads are of the common one. Changes are refused, as no request with a key would see them.
 *
 * @internal
 */
export function keylessControls(catalogs: Catalogs): CatalogControls {
  const refuse = (member: string) => () => {
    throw new OptionError({
      option: 'isolate',
      expected: 'used with a key',
      explain: () =>
        `With "isolate" a change needs a key, to say whose catalog it is for: forKey(key).${member}(...)`,
    });
  };
  const reset = () => {
    for (const catalog of catalogs.all()) catalog.reset();
  };
  const controls = delegate(changes, () => catalogs.common, refuse);
  return atCaller({ ...controls, reset }, mistakes);
}
