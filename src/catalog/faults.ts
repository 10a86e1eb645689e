import { faultInput, faultNumber, type ActiveFault, type Fault } from '../contract/faults.ts';
import { maxCounter } from '../contract/input.ts';
import { type Snapshot } from '../contract/state.ts';
import type { OperationName } from '../contract/operations.ts';
import { following, random } from './random.ts';

/** The failures that a catalog injects. */
export interface Faults {
  /**
   * Adds a fault. The oldest that matches a call wins; one whose `rate` spares a call leaves it to
   * the next.
   *
   * @returns Its id.
   * @throws InvalidInputError that names the field.
   */
  add(fault: Fault): string;
  /** The active faults, oldest first. */
  list(): ActiveFault[];
  /** Removes a fault; `false` when there is none of that id. */
  remove(id: string): boolean;
  /** Removes all. */
  clear(): void;
}

/** What the catalog itself needs of its faults. */
export interface FaultBook extends Faults {
  readonly size: number;
  /** The fault that hits this call, which counts as one of its `times`. */
  take(operation: OperationName): Active['fault'] | undefined;
  save(): Pick<Snapshot, 'faults' | 'nextFault'>;
  load(state: Pick<Snapshot, 'faults' | 'nextFault'>): void;
}

interface Active {
  readonly fault: Omit<ActiveFault, 'hits' | 'remaining'>;
  readonly stream: number;
  calls: number;
  hits: number;
}

/** Streams 0 to 3 are for ids, 4 is for delays. */
const firstStream = 8;

/** @param seed Gives the seed of the moment. */
export function createFaultBook(seed: () => number): FaultBook {
  let active: Active[] = [];
  let next = 0;

  const find = (id: string) => active.find(({ fault }) => fault.id === id);

  return {
    get size() {
      return active.length;
    },
    add(fault) {
      const checked = faultInput.check(fault);
      let id: string;
      do {
        next = following(next) || 1;
        id = `fault-${next}`;
      } while (find(id));
      active.push({
        fault: { id, ...checked },
        stream: firstStream + next,
        calls: 0,
        hits: 0,
      });
      return id;
    },
    list: () => active.map(toActiveFault),
    remove(id) {
      const found = find(id);
      active = active.filter((one) => one !== found);
      return found !== undefined;
    },
    clear() {
      active = [];
    },
    take(operation) {
      for (const one of active) {
        const { fault } = one;
        if (fault.operation !== undefined && fault.operation !== operation) continue;
        const call = one.calls;
        one.calls = following(call);
        if (fault.rate !== undefined && random(seed(), one.stream, call) >= fault.rate) continue;
        one.hits = Math.min(one.hits + 1, maxCounter);
        if (one.hits === fault.times) active = active.filter((other) => other !== one);
        return fault;
      }
      return undefined;
    },
    save: () => ({
      nextFault: next,
      faults: active.map(({ fault, calls, hits }) =>
        Object.assign(structuredClone(fault), { calls, hits }),
      ),
    }),
    load(state) {
      next = state.nextFault;
      active = state.faults.map(({ calls, hits, ...fault }) => ({
        fault: structuredClone(fault),
        stream: firstStream + faultNumber(fault.id),
        calls,
        hits,
      }));
    },
  };
}

function toActiveFault({ fault, hits }: Active): ActiveFault {
  const { times } = fault;
  const counts = { hits, ...(times !== undefined && { remaining: times - hits }) };
  return Object.assign(structuredClone(fault), counts);
}
