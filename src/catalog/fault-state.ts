import { describeFault } from '../controls/describe-fault.ts';
import { faultBytes, remainingOf, type ActiveFault, type FaultFields } from '../controls/faults.ts';
import { withoutUndefined } from '../contract/values.ts';
import { createLifetime, type Lifetime } from './lifetime.ts';

/** A fault without its counters. */
export type StoredFault = Omit<ActiveFault, 'hits' | 'remaining'>;

/** A fault and its counters. */
export interface FaultState {
  readonly fault: StoredFault;
  /** Ends when the calls that wait for the fault go on. */
  hold: Lifetime;
  /** The number of calls it has matched: the position of its next random number. */
  calls: number;
  hits: number;
  /** The number of matching calls since its `times` were set. */
  seen: number;
  /** Describes what it does, without secrets. */
  readonly text: string;
  /** The length of its JSON in bytes. */
  readonly bytes: number;
}

/** Makes the state of a fault, with its counters if it comes from a snapshot. */
export function activate(given: StoredFault, calls = 0, hits = 0, seen = 0): FaultState {
  return { ...describe(given), hold: createLifetime(), calls, hits, seen };
}

/** Returns the part of a state that follows from the fields of the fault. */
export function describe(given: StoredFault): Pick<FaultState, 'fault' | 'text' | 'bytes'> {
  // A deep copy, so that the caller cannot change it.
  const fault = JSON.parse(JSON.stringify(given)) as StoredFault;
  return { fault, text: describeFault(fault), bytes: faultBytes(fault) };
}

/** Whether a fault replaces the answer or breaks the connection. */
export const fails = ({ status, network }: FaultFields) =>
  status !== undefined || network !== undefined;

/** Returns in which ways calls wait for a fault. */
export const waits = ({ delay, hold, network }: FaultFields) => ({
  delay: delay !== undefined,
  hold: hold === true,
  hang: network === 'hang',
});

/** A used-up fault with more bytes of JSON loses its long fields, so that a thousand stay small. */
const longestUsedUp = 64 * 1024;

/** Keeps the fields of a long, used-up fault that are needed to release its calls. */
export function withoutLongFields(one: FaultState): FaultState {
  if (one.bytes <= longestUsedUp) return one;
  const { id, operation, match, times } = one.fault;
  return {
    ...one,
    fault: { id, operation, match: match && { id: match.id }, times } as StoredFault,
  };
}

/** Whether two faults do the same, in any order of their fields. */
export function isSameFault(one: FaultFields, other: FaultFields): boolean {
  return sortedJson(one) === sortedJson(other);
}

function sortedJson({ enabled, ...fault }: FaultFields): string {
  const fields = { ...fault, id: undefined, enabled: enabled === false ? enabled : undefined };
  const entries = Object.entries(withoutUndefined(fields));
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns how many calls a fault will still hit; `undefined` if it has no end. */
export const remainingIn = ({ fault: { times }, hits, seen }: FaultState) =>
  remainingOf({ times, hits, seen });

/** Returns a fault as the catalog lists it. */
export function toActiveFault(one: FaultState): ActiveFault {
  const remaining = remainingIn(one);
  const { fault, hits } = one;
  return { ...structuredClone(fault), hits, ...(remaining !== undefined && { remaining }) };
}
