import { show } from '../contract/errors.ts';
import { nameOf, type CollectionName } from '../controls/control-table.ts';
import type { Delay } from '../controls/delay.ts';
import { refuseMisfits, type KnownOperations } from '../contract/operation.ts';
import type { NewPet, Pet, PetChanges } from '../contract/pet.ts';
import {
  seedInput,
  type CatalogState,
  type ItemPlace,
  type SeedOptions,
  type Snapshot,
} from '../controls/state.ts';
import { withoutUndefined } from '../contract/values.ts';
import { readSnapshot } from '../fixtures/read.ts';
import { createFaultBook, type FaultBook } from './faults.ts';
import { createJournal, type Journal, type JournalBudget } from './journal.ts';
import { createHolding, type Holding } from './holding.ts';
import type { Pets } from './items.ts';
import { petKind } from './kinds.ts';
import { createLifetime, type Lifetime, createListeners } from './lifetime.ts';
import type { CatalogSettings } from './options.ts';
import { createPast } from './past.ts';
import { following, random } from './random.ts';
import type { Redact } from './redact.ts';
import { createRequests, type CatalogRequests, type Replay } from './requests.ts';
import type { InitialStates, ScenarioControls } from './scenarios.ts';
import {
  findKind,
  refuseConflict,
  refuseTooMany,
  restoreItems,
  seedItems,
  type ItemRules,
} from './seed.ts';
import { frameOf, replaceAll, replaceItems, type State } from './state.ts';
import type { Store } from './store.ts';

/** One isolated catalog: its pets, ids, faults and journal. It shares nothing with other catalogs. */
export interface Catalog {
  /** The number of the catalog: 0 for the common one, 1 and up for the catalogs of keys. */
  readonly number: number;
  /** The origin of requests that do not name their host. */
  readonly origin: string;
  /** The pets as the operations read them. */
  readonly store: Store<Pet>;
  /** The pets as a test uses them. */
  readonly pets: Pets;
  readonly faults: FaultBook;
  readonly journal: Journal;
  /** The journal as a test reads it, and whether a call of `waitFor` is waiting. */
  readonly requests: CatalogRequests;
  readonly scenarios: ScenarioControls;
  /** The latency of each operation. */
  readonly delay: Delay;
  /** The time until the next reset, seed, restore or choice of a scenario. */
  readonly lifetime: Lifetime;
  /** Ends when the catalog is discarded: no request reaches it after that. */
  readonly gone: Lifetime;
  /** Adds a pet that was checked. Returns `undefined` if the catalog is full. */
  add(newPet: NewPet, place?: ItemPlace): Pet | undefined;
  /** Removes a pet. @param by The number of the request that removes it. */
  remove(id: string, by?: number): boolean;
  /** Returns the next random number of the catalog's own delays, from 0 to 1. */
  nextRandom(): number;
  /** Finds a collection. @throws UnknownNameError that lists the collections. */
  collection(of: CollectionName): Holding;
  /** Counts the items of each collection. */
  collections(): { name: string; count: number }[];
  /** Counts the changes of pets and items. */
  readonly changes: number;
  /** Returns the scenario and the delay. */
  state(): CatalogState;
  /** Resets to the initial state, and clears the journal. */
  reset(): void;
  /** Replaces pets and items; without options, by the initial ones. @throws InvalidInputError */
  seed(options?: SeedOptions): void;
  snapshot(): Snapshot;
  /** Returns the snapshot without pets and items. */
  frame(): Omit<Snapshot, 'pets' | 'collections'>;
  /** @throws InvalidInputError, and then nothing has changed. */
  restore(snapshot: Snapshot): void;
  /**
   * Replaces the initial states. The current state stays until the next reset or scenario; with
   * `replacesPets`, pets and items are replaced at once.
   */
  setInitialStates(states: InitialStates, replacesPets: boolean): void;
  /** Sends a `state` event, because its host has changed. */
  tellState(): void;
  /** Calls the listener at each change. Returns a function that removes it. */
  onChange(listener: (event: CatalogEvent, name?: string) => void): () => void;
  /** Discards the catalog. Requests in flight are answered, but no longer recorded. */
  leave(): void;
}

/** A part that can change. `collection` comes with its name; `state` is the scenario and the delay. */
export type CatalogPart = 'pets' | 'collection' | 'faults' | 'state';

/** An event of a catalog: a part changes, it was reset, or its journal was cleared. */
export type CatalogEvent = CatalogPart | 'reset' | 'cleared';

interface CatalogLimits
  extends ItemRules, Pick<CatalogSettings, 'journalSize' | 'baseUrl' | 'delay'> {
  readonly budget: JournalBudget;
  readonly knownOperations: KnownOperations | undefined;
  /** Hides admin tokens. */
  readonly hide: Redact;
  /** The origin of requests that do not name their host. All requests have its scheme. */
  readonly origin: string;
  readonly replay: Replay;
}

/** The stream of random numbers for delays; 0 to 3 are for ids, 8 and above for faults. */
const delayStream = 4;

export function createCatalog(
  limits: CatalogLimits,
  initialStates: InitialStates,
  number: number,
): Catalog {
  const { maxPets, ids, model, kinds, knownOperations } = limits;
  let states = initialStates;
  const gone = createLifetime();
  const { tell, add: onChange } = createListeners<[event: CatalogEvent, name?: string]>();
  const state = createState();
  const { pets, collections, faults, journal, past } = state;
  const { store } = pets;
  const facts = { ...limits, journal, past, store, faults };

  function createState(): State {
    const { start } = states;
    const ofJournal = createJournal(limits.journalSize, limits.budget, limits.hide);
    const ofFaults = createFaultBook(
      () => state.seed,
      () => tell('faults'),
      knownOperations,
    );
    ofFaults.load(start);
    const ofPast = createPast(ofJournal);
    const rules = { maxPets, ids, seed: () => state.seed };
    return {
      pets: createHolding<Pet, NewPet, PetChanges>(petKind(model), start.pets, {
        ...rules,
        onChange: () => tell('pets'),
        onRemove: ofPast.remove,
      }),
      collections: new Map(
        kinds.map((kind) => [
          kind.name,
          createHolding(kind, start.collections.get(kind.name)!, {
            ...rules,
            onChange: () => tell('collection', kind.name),
          }),
        ]),
      ),
      faults: ofFaults,
      journal: ofJournal,
      past: ofPast,
      seed: start.seed,
      calls: start.calls,
      delay: start.delay,
      scenario: start.scenario,
      isSeeded: false,
      lifetime: createLifetime(),
    };
  }

  function tellReplaced(): void {
    tell('reset');
    tell('state');
  }

  function reset(): void {
    journal.clear();
    past.forget();
    replaceAll(state, states.start, 'reset');
    tellReplaced();
  }

  function seed(options: SeedOptions = {}): void {
    seedInput.check(options);
    const given = withoutUndefined(options);
    refuseConflict(given, 'A seed');
    const { start } = states;
    const isStart = Object.keys(given).length === 0;
    const asked = { pets: start.pets.items.size, seed: start.seed, ...given };
    replaceItems(state, isStart ? start : seedItems(asked, limits), 'seeded');
    state.isSeeded = !isStart || state.scenario !== start.scenario;
    tellReplaced();
  }

  function restore(given: Snapshot): void {
    const checked = readSnapshot(given, undefined, model);
    refuseMisfits(checked.faults, knownOperations, 'snapshot');
    refuseTooMany(checked.pets.length, maxPets, 'snapshot.pets');
    const { scenario = null, delay = limits.delay } = checked;
    const next = {
      ...checked,
      ...restoreItems(checked, limits),
      delay,
      // The snapshot may be of a catalog with other scenarios.
      scenario: states.has(scenario) ? scenario : null,
    };
    replaceAll(state, next, 'restored from a snapshot');
    tellReplaced();
  }

  /** Returns whether faults, delay or the seeded pets differ from the scenario's. Single pets do not count. */
  function isChanged(): boolean {
    if (state.scenario === null) return false;
    const chosen = states.controlsOf(state.scenario);
    const isSameDelay = JSON.stringify(state.delay) === JSON.stringify(chosen.delay);
    return state.isSeeded || !isSameDelay || !faults.areThese(chosen.faults);
  }

  const frame = () => frameOf(state, limits.delay);

  function snapshot(): Snapshot {
    const all = { ...frame(), pets: store.list() };
    if (kinds.length === 0) return all;
    const items = Array.from(collections, ([name, one]) => [name, one.store.list()] as const);
    return { ...all, collections: Object.fromEntries(items) };
  }

  return {
    number,
    origin: limits.origin,
    store,
    pets: pets.items,
    collection: (of) => collections.get(findKind(kinds, nameOf(of)).name)!,
    collections: () => Array.from(collections, ([name, one]) => ({ name, count: one.store.size })),
    get changes() {
      let sum = store.changes;
      for (const one of collections.values()) sum += one.store.changes;
      return sum;
    },
    faults,
    journal,
    requests: createRequests(facts, () => tell('cleared')),
    scenarios: {
      list: () => states.list(),
      current: () => state.scenario,
      use(name) {
        const next = states.of(name === null ? null : String(name));
        replaceAll(
          state,
          next,
          name === null ? 'set to no scenario' : `set to the scenario ${show(name)}`,
        );
        tellReplaced();
      },
    },
    get delay() {
      return state.delay;
    },
    get lifetime() {
      return state.lifetime;
    },
    gone,
    add: pets.add,
    remove: pets.remove,
    nextRandom() {
      const position = state.calls;
      state.calls = following(position);
      return random(state.seed, delayStream, position);
    },
    state: () => ({
      scenario: state.scenario,
      isChanged: isChanged(),
      delay: structuredClone(state.delay),
    }),
    reset,
    seed,
    snapshot,
    frame,
    restore,
    setInitialStates(next, replacesPets) {
      states = next;
      if (!states.has(state.scenario)) state.scenario = null;
      if (!replacesPets) return tell('state');
      replaceItems(state, states.of(state.scenario), 'seeded');
      state.isSeeded = false;
      tellReplaced();
    },
    tellState: () => tell('state'),
    onChange,
    leave() {
      journal.close();
      gone.end();
    },
  };
}
