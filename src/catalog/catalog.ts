import { show } from '../contract/errors.ts';
import type { Delay } from '../controls/delay.ts';
import { refuseMisfits, type KnownOperations } from '../contract/operation.ts';
import type { NewPet, Pet } from '../contract/pet.ts';
import {
  seedInput,
  type CatalogState,
  type PetPlace,
  type SeedOptions,
  type Snapshot,
} from '../controls/state.ts';
import { withoutUndefined } from '../contract/without-undefined.ts';
import { readSnapshot } from '../fixtures/read.ts';
import { createFaultBook, type FaultBook } from './faults.ts';
import { createJournal, type Journal } from './journal.ts';
import type { JournalBudget } from './journal-budget.ts';
import { createLifetime, type Lifetime } from './lifetime.ts';
import { createListeners } from './listeners.ts';
import type { CatalogSettings } from './options.ts';
import { createPast } from './past.ts';
import { createPets, type Pets } from './pets.ts';
import { following, random } from './random.ts';
import type { Redact } from './redact.ts';
import { createRequests, type CatalogRequests, type Replay } from './requests.ts';
import type { InitialStates, ScenarioControls } from './scenarios.ts';
import { refuseConflict, refuseTooMany, restorePets, seedPets, type PetRules } from './seed.ts';
import { frameOf, replaceAll, replacePets, type State } from './state.ts';
import { createStore, type Store } from './store.ts';

/** One isolated catalog: its pets, ids, faults and journal. It shares nothing with other catalogs. */
export interface Catalog {
  /** Catalogs of keys count from 1, in the order in which they are made; the common one is 0. */
  readonly number: number;
  /** Where requests come to that do not name their host. */
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
  /** The time until the catalog is discarded: then no request reaches it any more. */
  readonly gone: Lifetime;
  /** Adds a pet that was checked. Returns `undefined` if the catalog is full. */
  add(newPet: NewPet, place?: PetPlace): Pet | undefined;
  /** Removes a pet, for the request with that number if there is one. */
  remove(id: string, by?: number): boolean;
  /** Returns the next random number of the catalog's own delays, from 0 to 1. */
  nextRandom(): number;
  /** Returns what of its state is neither a pet nor a fault. */
  state(): CatalogState;
  /** Goes back to the initial state and clears the journal. */
  reset(): void;
  /** Replaces the pets; without options, by the initial pets. @throws InvalidInputError */
  seed(options?: SeedOptions): void;
  snapshot(): Snapshot;
  /** Returns the snapshot without its pets. */
  frame(): Omit<Snapshot, 'pets'>;
  /** @throws InvalidInputError, and then nothing has changed. */
  restore(snapshot: Snapshot): void;
  /** Gives it other initial states. Its own state stays until it is next replaced. */
  setInitialStates(states: InitialStates): void;
  /** Tells its listeners of a `state` event: its host has changed. */
  tellState(): void;
  /** Calls back with what happens to it, until the returned function is called. */
  onChange(listener: (event: CatalogEvent) => void): () => void;
  /** Discards it: requests in flight are answered, but are not recorded any more. */
  leave(): void;
}

/** What can change: `state` is the scenario, the delay, and all at once by a reset. */
export type CatalogPart = 'pets' | 'faults' | 'state';

/** A part has changed, or is about to; a reset; the journal was cleared. */
export type CatalogEvent = CatalogPart | 'reset' | 'cleared';

interface CatalogLimits
  extends PetRules, Pick<CatalogSettings, 'journalSize' | 'baseUrl' | 'delay'> {
  readonly budget: JournalBudget;
  readonly knownOperations: KnownOperations | undefined;
  /** Hides admin tokens. */
  readonly hide: Redact;
  /** Where requests come to that do not name their host; its scheme is used for all. */
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
  const { maxPets, ids, model, knownOperations } = limits;
  let states = initialStates;
  const gone = createLifetime();
  const { tell, add: onChange } = createListeners<[event: CatalogEvent]>();
  const state = createState();
  const { pets: store, faults, journal, past } = state;
  const { add, remove, pets } = createPets(store, past, limits, freeId);
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
    return {
      pets: createStore(start.pets, () => tell('pets')),
      faults: ofFaults,
      journal: ofJournal,
      past: createPast(ofJournal),
      seed: start.seed,
      nextId: start.nextId,
      calls: start.calls,
      delay: start.delay,
      scenario: start.scenario,
      isSeeded: false,
      lifetime: createLifetime(),
    };
  }

  /** Returns the next id that no pet has. There are more ids than pets. */
  function freeId(): string {
    for (;;) {
      const id = ids.at(state.seed, state.nextId);
      state.nextId = following(state.nextId);
      if (!store.isTaken(id)) return id;
    }
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
    const asked = { pets: start.pets.size, seed: start.seed, ...given };
    replacePets(state, isStart ? start : seedPets(asked, limits), 'seeded');
    state.isSeeded = !isStart || state.scenario !== start.scenario;
    tellReplaced();
  }

  function restore(snapshot: Snapshot): void {
    const checked = readSnapshot(snapshot, undefined, model);
    refuseMisfits(checked.faults, knownOperations, 'snapshot');
    refuseTooMany(checked.pets.length, maxPets, 'snapshot.pets');
    const { scenario = null, delay = limits.delay } = checked;
    const next = {
      ...checked,
      ...restorePets(checked, model),
      delay,
      // The snapshot may be of a catalog with other scenarios.
      scenario: states.has(scenario) ? scenario : null,
    };
    replaceAll(state, next, 'restored from a snapshot');
    tellReplaced();
  }

  /** Returns whether faults, delay or pets are no longer the scenario's. Single pets may come and go. */
  function isChanged(): boolean {
    if (state.scenario === null) return false;
    const chosen = states.controlsOf(state.scenario);
    const isSameDelay = JSON.stringify(state.delay) === JSON.stringify(chosen.delay);
    return state.isSeeded || !isSameDelay || !faults.areThese(chosen.faults);
  }

  const frame = () => frameOf(state, limits.delay);

  return {
    number,
    origin: limits.origin,
    store,
    pets,
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
    add,
    remove,
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
    snapshot: () => ({ ...frame(), pets: store.list() }),
    frame,
    restore,
    setInitialStates(next) {
      states = next;
      if (!states.has(state.scenario)) state.scenario = null;
      tell('state');
    },
    tellState: () => tell('state'),
    onChange,
    leave() {
      journal.close();
      gone.end();
    },
  };
}
