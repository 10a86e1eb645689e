import {
  faultBytes,
  faultChangesInput,
  faultInput,
  faultNumber,
  maxFaultBytes,
  maxFaults,
  type ActiveFault,
  type Fault,
  type FaultChanges,
  type FaultWithDelay,
  type FaultWithHold,
  type FaultWithNetwork,
  type FaultWithStatus,
} from '../controls/faults.ts';
import type { FaultMatch } from '../controls/match.ts';
import { InvalidInputError } from '../contract/errors.ts';
import { maxCounter } from '../contract/input.ts';
import { type Snapshot } from '../controls/state.ts';
import { misfitOf, refuseMisfit, type KnownOperations } from '../contract/operation.ts';
import { withoutUndefined } from '../contract/values.ts';
import {
  activate,
  describe,
  fails,
  isSameFault,
  remainingIn,
  toActiveFault,
  waits,
  withoutLongFields,
  type FaultState,
  type StoredFault,
} from './fault-state.ts';
import { createLifetime, type Lifetime } from './lifetime.ts';
import { remember } from './past.ts';
import { following, random } from './random.ts';

/** The failures that a catalog injects. */
export interface Faults {
  /**
   * Adds a fault. The newest that matches a call wins; one that only delays or holds it leaves the call
   * to the others as well, and so does one whose `rate` spares it.
   *
   * @returns Its id.
   * @throws InvalidInputError that names the field, or says that the catalog holds 1,000 already, or
   *   would hold more than 64 MiB of JSON in them.
   */
  // These types and not `Fault`: the compiler then names the missing fields.
  add(fault: FaultWithStatus | FaultWithDelay | FaultWithHold | FaultWithNetwork): string;
  /**
   * Changes fields of a fault. `null` removes a field, and other fields stay. With `times`, its hits are
   * counted from the start. A used-up fault can be turned off, which releases the calls that wait for it.
   *
   * @returns The changed fault; `undefined` if no fault has that id.
   * @throws InvalidInputError that names the field, or says that the faults would be more than 64 MiB of
   *   JSON. Nothing has changed then.
   */
  update(id: string, changes: FaultChanges): ActiveFault | undefined;
  /** The active faults, oldest first. */
  list(): ActiveFault[];
  /**
   * Removes a fault. Returns `false` if no fault has that id. Calls that wait for it, used up or not, are
   * released: calls that hang are closed, other calls get their real response.
   */
  remove(id: string): boolean;
  /** Removes all. */
  clear(): void;
}

/** The faults of a catalog, with the members that the mock itself uses. @internal */
export interface FaultBook extends Faults {
  /** The number of active faults. */
  readonly size: number;
  /** Ends when all faults are removed at once, also for used-up faults. */
  readonly uncleared: Lifetime;
  /** Whether the active faults are these. Used-up faults do not count. */
  areThese(faults: readonly Fault[]): boolean;
  /** Returns the active fault with that id, or `undefined`. */
  get(id: string): ActiveFault | undefined;
  /** Whether a fault with that id was used up. */
  isUsedUp(id: string): boolean;
  /** Removes faults of operations that are gone. Returns how many were active. */
  removeMisfits(): number;
  /**
   * Returns the newest fault that fails this call and the newest that delays or holds it, or
   * `undefined` for no fault. The call counts as one of their `times`.
   */
  take(operation: string, matches: (match: FaultMatch) => boolean): FaultHits | undefined;
  /** While `isPaused`, faults with `times` neither hit calls nor count them. */
  pauseCounted(isPaused: boolean): void;
  /** Returns the faults for a snapshot. */
  save(): Pick<Snapshot, 'faults' | 'nextFault'>;
  /** Replaces the faults by the faults of a snapshot. */
  load(state: Pick<Snapshot, 'faults' | 'nextFault'>): void;
}

/** The faults that hit one call: the newest that fails it, and the newest that delays or holds it. @internal */
export interface FaultHits {
  readonly failing?: FaultState | undefined;
  readonly delaying?: FaultState | undefined;
}

/** Streams 0 to 3 are for ids, 4 is for delays. */
const firstStream = 8;

/** @param seed Returns the current seed. @internal */
export function createFaultBook(
  seed: () => number,
  onChange: () => void,
  operations?: KnownOperations,
): FaultBook {
  let active: readonly FaultState[] = [];
  let next = 0;
  let uncleared = createLifetime();
  let isCountedPaused = false;
  /** The newest faults that have been used up, by id: calls may still wait for them. */
  const usedUp = new Map<string, FaultState>();

  /** Says why there is no room for a new or a changed fault; `undefined` if there is. */
  function whyFull(fault: object, instead?: FaultState): string | undefined {
    const others = active.filter((one) => one !== instead);
    if (others.length >= maxFaults) {
      return `The catalog already holds ${maxFaults} faults, the most that it can: remove some first`;
    }
    const all = others.reduce((sum, { bytes }) => sum + bytes, faultBytes(fault));
    if (all <= maxFaultBytes) return undefined;
    return `The faults of a catalog take at most ${maxFaultBytes} bytes of JSON together, not ${all}: remove some first`;
  }

  function checkFault(given: Fault, instead?: FaultState): Fault {
    const fault = faultInput.check(given);
    refuseMisfit(fault, operations, 'A fault');
    const problem = whyFull(fault, instead);
    if (problem !== undefined) throw new InvalidInputError(problem);
    return fault;
  }

  const find = (id: string) => active.find(({ fault }) => fault.id === id);

  /** Counts a call at a fault that it matches. Returns whether the fault hits it. */
  function hit(
    one: FaultState,
    operation: string,
    matches: (match: FaultMatch) => boolean,
  ): boolean {
    const { fault } = one;
    if (fault.enabled === false || (isCountedPaused && fault.times !== undefined)) return false;
    if (fault.operation !== undefined && fault.operation !== operation) return false;
    if (fault.match !== undefined && !matches(fault.match)) return false;
    const position = one.calls;
    one.calls = following(position);
    one.seen = Math.min(one.seen + 1, maxCounter);
    const isListed = typeof fault.times === 'object' && fault.times.includes(one.seen);
    if (typeof fault.times === 'object' && !isListed) return false;
    const isHit = !isSpared(fault, position);
    // A listed call that `rate` spares counts as well.
    if (!isHit && !isListed) return false;
    onChange();
    if (isHit) one.hits = Math.min(one.hits + 1, maxCounter);
    if (remainingIn(one) === 0) {
      active = active.filter((other) => other !== one);
      remember(usedUp, fault.id, withoutLongFields(one));
    }
    return isHit;
  }

  function isSpared({ id, rate }: StoredFault, position: number): boolean {
    if (rate === undefined) return false;
    return random(seed(), firstStream + faultNumber(id), position) >= rate;
  }

  function remove(id: string): boolean {
    const found = find(id);
    const hold = (found ?? usedUp.get(id))?.hold;
    const isThere = found !== undefined || hold?.isAwaited === true;
    active = active.filter((one) => one !== found);
    if (found) onChange();
    hold?.end();
    return isThere;
  }

  return {
    get size() {
      return active.length;
    },
    get uncleared() {
      return uncleared;
    },
    areThese(faults) {
      let position = 0;
      for (const fault of faults) {
        const one = active[position];
        if (one && isSameFault(one.fault, fault)) position++;
        else if (fault.times === undefined) return false;
      }
      return position === active.length;
    },
    get(id) {
      const found = find(id);
      return found && toActiveFault(found);
    },
    isUsedUp: (id) => usedUp.has(id),
    add(fault) {
      const checked = checkFault(fault);
      do next = following(next) || 1;
      while (find(`fault-${next}`));
      const id = `fault-${next}`;
      active = [...active, activate({ id, ...checked })];
      onChange();
      return id;
    },
    update(id, changes) {
      const given: Record<string, unknown> = withoutUndefined(faultChangesInput.check(changes));
      const one = find(id);
      if (!one) {
        const used = usedUp.get(id);
        if (given['enabled'] !== false || !used?.hold.isAwaited) return undefined;
        used.hold.end();
        return { ...toActiveFault(used), enabled: false };
      }
      const { id: _, ...before } = one.fault;
      // `null` removes a field. A `body` of null stays.
      const after = Object.entries({ ...before, ...given });
      const kept = after.filter(([name]) => given[name] !== null);
      const checked = checkFault(Object.fromEntries(kept) as unknown as Fault, one);
      const waited = waits(one.fault);
      Object.assign(one, describe({ id, ...checked }));
      onChange();
      // `null` removes it, and the hits stay.
      if (given['times']) Object.assign(one, { hits: 0, seen: 0 });
      const now = waits(checked);
      const isReleased =
        (waited.delay && !now.delay) || (waited.hold && !now.hold) || (waited.hang && !now.hang);
      if (checked.enabled === false || isReleased) {
        const held = one.hold;
        one.hold = createLifetime();
        held.end();
      }
      return toActiveFault(one);
    },
    list: () => active.map(toActiveFault),
    remove,
    removeMisfits() {
      const before = active.length;
      for (const { fault } of [...usedUp.values(), ...active]) {
        if (misfitOf(fault, operations) !== undefined) remove(fault.id);
      }
      return before - active.length;
    },
    clear() {
      const isChanged = active.length > 0;
      active = [];
      if (isChanged) onChange();
      const before = uncleared;
      uncleared = createLifetime();
      before.end();
    },
    take(operation, matches) {
      // `hit` counts the call, and may remove the fault.
      const newest = (isFailure: boolean) =>
        active.findLast((one) => fails(one.fault) === isFailure && hit(one, operation, matches));
      const [failing, delaying] = [newest(true), newest(false)];
      return failing || delaying ? { failing, delaying } : undefined;
    },
    pauseCounted(isPaused) {
      isCountedPaused = isPaused;
    },
    save: () => ({
      nextFault: next,
      faults: active.map(({ fault, calls, hits, seen }) => {
        const counted = typeof fault.times === 'object' ? { calls, hits, seen } : { calls, hits };
        return Object.assign(structuredClone(fault), counted);
      }),
    }),
    load(state) {
      next = state.nextFault;
      usedUp.clear();
      // Calls that wait are woken by the end of the catalog's lifetime.
      active = state.faults.map(({ calls, hits, seen, ...fault }) =>
        activate(fault, calls, hits, seen),
      );
      onChange();
    },
  };
}
