import type { NewPet, Pet, PetChanges } from '../contract/pet.ts';
import type { Delay } from '../controls/delay.ts';
import type { Snapshot } from '../controls/state.ts';
import type { FaultBook } from './faults.ts';
import type { Holding } from './holding.ts';
import type { Journal } from './journal.ts';
import { createLifetime, type Lifetime } from './lifetime.ts';
import type { Past } from './past.ts';
import type { InitialState } from './scenarios.ts';
import type { SeededItems } from './seed.ts';

/** Everything that one catalog holds. */
export interface State {
  readonly pets: Holding<Pet, NewPet, PetChanges>;
  /** By the names of the collections. */
  readonly collections: ReadonlyMap<string, Holding>;
  readonly faults: FaultBook;
  readonly journal: Journal;
  /** The past, for explanations. */
  readonly past: Past;
  /** The seed of ids, delays and faults. */
  seed: number;
  /** The position of the next random delay. */
  calls: number;
  /** The latency of each operation. */
  delay: Delay;
  /** The scenario that was chosen last. */
  scenario: string | null;
  /** Whether other pets were seeded since the scenario was chosen. */
  isSeeded: boolean;
  /** The time until pets and items are replaced: calls that began in it are then cut off. */
  lifetime: Lifetime;
}

/** Replaces all but the journal, and cuts off the calls in flight. @param how In words: `reset`. */
export function replaceAll(state: State, next: InitialState, how: string): void {
  state.faults.load(next);
  state.delay = next.delay;
  state.scenario = next.scenario;
  state.isSeeded = false;
  replaceItems(state, next, how, next.calls);
}

/** Replaces pets, items and the counters of ids and delays, and cuts off the calls in flight. */
export function replaceItems(
  state: State,
  { pets, collections, seed }: SeededItems,
  how: string,
  calls = 0,
): void {
  state.pets.replace(pets);
  for (const [name, holding] of state.collections) holding.replace(collections.get(name)!);
  Object.assign(state, { seed, calls });
  state.past.replace(how);
  const { lifetime } = state;
  state.lifetime = createLifetime();
  lifetime.end();
}

/** Reads all but pets and items, as they may be many. @param usualDelay The delay of the options, which is left out. */
export function frameOf(state: State, usualDelay: Delay): Omit<Snapshot, 'pets' | 'collections'> {
  const { pets, collections, seed, calls, delay, scenario, faults } = state;
  const nextIds = Array.from(collections, ([name, { nextId }]) => [name, nextId] as const);
  return {
    version: 1,
    seed,
    nextId: pets.nextId,
    ...(nextIds.length > 0 && { nextIds: Object.fromEntries(nextIds) }),
    calls,
    ...(delay !== usualDelay && { delay: structuredClone(delay) }),
    scenario,
    ...faults.save(),
  };
}
