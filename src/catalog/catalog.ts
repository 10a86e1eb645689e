import {
  seedInput,
  type CatalogState,
  type PetShapes,
  type SeedOptions,
  type Snapshot,
} from '../contract/state.ts';
import { InvalidInputError, show } from '../contract/errors.ts';
import type { Delay } from '../contract/delay.ts';
import { refuseMisfit, type KnownOperations } from '../contract/operation.ts';
import { toPet, type NewPet } from '../contract/pet.ts';
import { readSnapshot } from '../fixtures/read.ts';
import { initialState, refuseTooMany, storedPets, type InitialState } from './seed.ts';
import { createLifetime, type Lifetime } from './lifetime.ts';
import { createFaultBook, type FaultBook } from './faults.ts';
import { createJournal, type Journal } from './journal.ts';
import type { JournalBudget } from './journal-budget.ts';
import { createPast, type Past } from './past.ts';
import { createPets, type Pets } from './pets.ts';
import type { Ids } from './ids.ts';
import { following, random } from './random.ts';
import { createRequests, type Requests } from './requests.ts';
import { findConflict } from './find-conflict.ts';
import { withoutUndefined } from '../contract/without-undefined.ts';
import type { ScenarioControls, StartingPoint, StartingPoints } from './scenarios.ts';
import { createPetStore, type PetStore, type StoredPet, type Touched } from './store.ts';

/** One isolated catalog: its pets, ids, faults and journal. It shares nothing with any other. */
export interface Catalog {
  readonly store: PetStore;
  readonly pets: Pets;
  readonly faults: FaultBook;
  readonly journal: Journal;
  readonly requests: Requests;
  /** What it no longer has. */
  readonly past: Past;
  /** Where requests come to that do not name their host; its scheme is that of all. */
  readonly origin: string;
  readonly scenarios: ScenarioControls;
  /** The latency of each operation. A reset brings that of the start back. */
  readonly delay: Delay;
  state(): CatalogState;
  /** Calls back when a part of it has changed, or is about to, until the returned function is called. */
  onChange(listener: (part: CatalogPart) => void): () => void;
  /** The time since the last reset, seed, restore or choice of a scenario. */
  readonly lifetime: Lifetime;
  /** The time until it is discarded: then no request reaches it any more. */
  readonly gone: Lifetime;
  /** Somebody waits in it, so it must not be discarded. */
  readonly isHeld: boolean;
  /** Keeps the catalog from being discarded until a promise has settled. */
  hold<T>(underWay: Promise<T>): Promise<T>;
  /** Stores a new pet, unless the catalog is full (`undefined`). */
  add(newPet: NewPet): StoredPet | undefined;
  /** The next random number of the catalog's own delays, from 0 to 1. */
  nextRandom(): number;
  reset(): void;
  seed(options?: SeedOptions): void;
  snapshot(): Snapshot;
  frame(): Omit<Snapshot, 'pets'>;
  restore(snapshot: Snapshot): void;
  /**
   * Gives it another start and other scenarios.
   *
   * @param keep `false` resets it to the new start. `true` keeps what has happened since: the pets
   *   that were created, changed or removed, ids, journal, requests in flight, and the faults that
   *   no scenario brought. The other pets become those of the new start, or of the current scenario;
   *   all pets stay where they were seeded or restored, or where the current scenario is gone.
   */
  replaceStart(start: StartingPoint, points: StartingPoints, keep: boolean): Replaced;
  /**
   * Follows its service, which has other operations now.
   *
   * @param keep `false` resets it. `true` removes only the faults that no call can match any more.
   */
  followOperations(keep: boolean): Replaced;
  /** Ends what is in flight, for good. */
  dispose(): void;
  /** Discards it: requests in flight are still answered, but nothing is recorded any more. */
  leave(): void;
}

/** What can change: `state` is the scenario, the delay, and all at once by a reset. */
export type CatalogPart = 'pets' | 'faults' | 'state';

/** What another start, or other operations, have kept, or dropped. */
export interface Replaced extends Touched {
  /** The pets were kept as they are, as they were seeded or restored. */
  isSeeded: boolean;
  /** The current scenario, which there is no more. */
  lostScenario: string | undefined;
  /** How many faults were of operations, or of parameters of theirs, that there are no more. */
  lostFaults: number;
}

export interface CatalogLimits {
  journalSize: number;
  budget: JournalBudget;
  maxPets: number;
  /** Below its path are all operations. */
  baseUrl: { readonly path: string };
  /** The latency of each operation, as the option has it. */
  delay: Delay;
  startingPoints: StartingPoints;
  /** The names that pets are given. Default: English names of pets. */
  petNames: readonly string[] | undefined;
  /** The ids that pets are given. */
  ids: Ids;
  /** What pets are checked by. */
  shapes: PetShapes;
  /** The operations that a fault or a filter may name. */
  knownOperations: KnownOperations | undefined;
  /** Redacts keys that appear in a path or a query. */
  redact: (text: string) => string;
  /** Where requests come to that do not name their host; its scheme is that of all. */
  origin: string;
}

/** The stream of random numbers for delays; 0 to 3 are for ids, 8 and above for faults. */
const delayStream = 4;

export function createCatalog(initial: StartingPoint, limits: CatalogLimits): Catalog {
  const { journalSize, maxPets, petNames, ids, shapes } = limits;
  let { startingPoints } = limits;
  let start = initial;
  /** Where its pets, and its faults and delay, come from; `undefined`: they were seeded or restored. */
  let petsFrom: StartingPoint | undefined = start;
  /** They were seeded since the scenario was chosen. */
  let isSeeded = false;
  let controlsFrom: StartingPoint | undefined = start;
  /** The ids of the faults that came with its starting point. */
  let ownFaults: string[] = [];
  let seed = start.seed;
  let nextId = start.nextId;
  let { delay, scenario } = start;
  let delays = 0;
  let { hasForeignIds } = start;
  let lifetime = createLifetime();
  const gone = createLifetime();
  let holds = 0;

  const listeners = new Set<(part: CatalogPart) => void>();
  const tell = (part: CatalogPart) => {
    for (const listener of listeners) listener(part);
  };
  const store = createPetStore(start.pets, () => tell('pets'));
  const faults = createFaultBook(
    () => seed,
    () => tell('faults'),
    limits.knownOperations,
  );
  const journal = createJournal(journalSize, limits.budget, limits.redact);
  const past = createPast(journal);

  /** The next id that no pet has, as a fixture may have taken some. There are more ids than pets. */
  function freeId(): string {
    for (;;) {
      const id = ids.at(seed, nextId);
      nextId = following(nextId);
      // Ids of one seed never clash.
      if (!hasForeignIds || !store.isTaken(id)) return id;
    }
  }

  function add(newPet: NewPet): StoredPet | undefined {
    if (store.size >= maxPets) return undefined;
    const pet = toPet(newPet, freeId());
    store.add(pet);
    return pet;
  }

  function addBack(pet: StoredPet, before: string | undefined): StoredPet | undefined {
    if (store.get(pet.id)) {
      throw new InvalidInputError(`The id ${show(pet.id)} is that of another pet already`);
    }
    if (store.size >= maxPets) return undefined;
    store.insert(pet, before);
    hasForeignIds = true;
    return pet;
  }

  function newLifetime(how: string, keptFaults?: boolean): void {
    past.replace(how, keptFaults);
    const old = lifetime;
    lifetime = createLifetime();
    old.end();
    tell('state');
  }

  function startFrom(base: InitialState, how: string, keptFaults?: boolean): void {
    store.replace(base.pets);
    seed = base.seed;
    ({ nextId } = base);
    hasForeignIds = base.hasForeignIds;
    delays = 0;
    newLifetime(how, keptFaults);
  }

  function beginAt(point: StartingPoint, how: string): void {
    loadFaults(point);
    ({ delay, scenario } = point);
    startFrom(point, how);
    petsFrom = controlsFrom = point;
    isSeeded = false;
  }

  function loadFaults(point: StartingPoint): void {
    faults.load({ nextFault: 0, faults: [] });
    ownFaults = point.faults.map((fault) => faults.add(fault));
  }
  loadFaults(start);

  const pets = createPets(store, add, addBack, maxPets, shapes.added.check, past.remove);

  function seedAnew(options: SeedOptions = {}): void {
    seedInput.check(options);
    const given = withoutUndefined(options);
    const conflict = findConflict(given);
    if (conflict) {
      throw new InvalidInputError(`A seed: ${conflict.explain((name) => `"${name}"`)}`);
    }
    const asked = { pets: start.pets.size, seed: start.seed, ...given, petNames, ids, shapes };
    const isStart = Object.keys(given).length === 0;
    startFrom(isStart ? start : initialState(asked, maxPets), 'seeded', true);
    petsFrom = isStart ? start : undefined;
    isSeeded = !isStart || scenario !== start.scenario;
  }

  const frame = (): Omit<Snapshot, 'pets'> => ({
    version: 1,
    seed,
    nextId,
    calls: delays,
    // The option's own is left to the options.
    ...(delay !== limits.delay && { delay: copyOf(delay) }),
    scenario,
    ...faults.save(),
  });

  function restore(snapshot: Snapshot): void {
    const checked = readSnapshot(snapshot, undefined, shapes);
    for (const [index, fault] of checked.faults.entries()) {
      refuseMisfit(fault, limits.knownOperations, 'snapshot', `faults[${index}].`);
    }
    refuseTooMany(checked.pets.length, maxPets, 'snapshot.pets');
    const restored = storedPets(checked.pets);
    store.replace(restored);
    faults.load(checked);
    seed = checked.seed;
    ({ nextId } = checked);
    hasForeignIds = true;
    delays = checked.calls;
    delay = checked.delay ?? limits.delay;
    scenario = known(checked.scenario);
    petsFrom = controlsFrom = undefined;
    isSeeded = false;
    newLifetime('restored from a snapshot');
  }

  /** A snapshot may be of a catalog with other scenarios. */
  const known = (name: string | null | undefined) =>
    name !== null && name !== undefined && startingPoints.has(name) ? name : null;

  function replaceStart(next: StartingPoint, points: StartingPoints, keep: boolean): Replaced {
    const touched = store.since();
    start = next;
    startingPoints = points;
    if (!keep) {
      reset();
      return { ...touched, isSeeded: false, lostScenario: undefined, lostFaults: 0 };
    }
    const wasSeeded = petsFrom === undefined;
    const lost = scenario !== null && !points.has(scenario) ? scenario : undefined;
    petsFrom = petsFrom && pointAfter(petsFrom);
    if (petsFrom) rebase(petsFrom);
    const before = controlsFrom;
    controlsFrom = before && pointAfter(before);
    if (before && controlsFrom) replaceControls(before, controlsFrom);
    if (lost !== undefined) scenario = null;
    tell('state');
    return { ...touched, isSeeded: wasSeeded, lostScenario: lost, lostFaults: 0 };
  }

  function followOperations(keep: boolean): Replaced {
    const touched = store.since();
    if (!keep) reset();
    const lostFaults = keep ? faults.removeMisfits() : 0;
    return { ...touched, isSeeded: false, lostScenario: undefined, lostFaults };
  }

  /** What the start or the scenario of that name is now; `undefined` when there is none any more. */
  function pointAfter({ scenario: name }: StartingPoint): StartingPoint | undefined {
    if (name === start.scenario) return start;
    if (name !== null && !startingPoints.has(name)) return undefined;
    return startingPoints.prepare(name ?? undefined);
  }

  /** Pets without an id of their own must not get that of one that was created since. */
  function rebase(point: StartingPoint): void {
    const base = store.clashesWith(point.pets)
      ? startingPoints.prepare(point.scenario ?? undefined, undefined, store.isCreated)
      : point;
    store.rebase(base.pets);
    const goesOn = base.seed === seed || !ids.differBySeed;
    nextId = goesOn ? Math.max(nextId, base.nextId) : base.nextId;
    ({ seed } = base);
    hasForeignIds = true;
  }

  function replaceControls(before: StartingPoint, now: StartingPoint): void {
    ({ delay } = now);
    if (JSON.stringify(now.faults) === JSON.stringify(before.faults)) return;
    for (const id of ownFaults) faults.remove(id);
    // What people added stays, also where it leaves no place for all.
    ownFaults = [];
    for (const fault of now.faults) {
      if (!faults.fits(fault)) break;
      ownFaults.push(faults.add(fault));
    }
  }

  /** Pets that come and go are what happens in a scenario. */
  function isChanged(): boolean {
    if (scenario === null) return false;
    const chosen = startingPoints.controlsOf(scenario);
    const isSameDelay = JSON.stringify(delay) === JSON.stringify(chosen.delay);
    return isSeeded || !isSameDelay || !faults.areThese(chosen.faults);
  }

  function reset(): void {
    journal.forget();
    past.forget();
    beginAt(start, 'reset');
  }

  async function hold<T>(underWay: Promise<T>): Promise<T> {
    holds++;
    try {
      return await underWay;
    } finally {
      holds--;
    }
  }

  const requests = createRequests(journal, limits.origin, limits.knownOperations, () => ({
    past,
    store,
    faults,
    maxPets,
    basePath: limits.baseUrl.path,
    delay,
  }));

  return {
    store,
    pets,
    faults,
    journal,
    past,
    requests: { ...requests, waitFor: (...wanted) => hold(requests.waitFor(...wanted)) },
    get delay() {
      return delay;
    },
    state: () => ({ scenario, isChanged: isChanged(), delay: copyOf(delay) }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    origin: limits.origin,
    get lifetime() {
      return lifetime;
    },
    gone,
    get isHeld() {
      return holds > 0;
    },
    hold,
    scenarios: {
      list: () => startingPoints.list(),
      current: () => scenario,
      use: (name) =>
        beginAt(
          name === start.scenario ? start : startingPoints.prepare(String(name)),
          `set to the scenario ${show(name)}`,
        ),
    },
    add,
    nextRandom() {
      const position = delays;
      delays = following(position);
      return random(seed, delayStream, position);
    },
    reset,
    seed: seedAnew,
    snapshot: () => ({ ...frame(), pets: pets.list() }),
    frame,
    restore,
    replaceStart,
    followOperations,
    dispose: () => lifetime.end(),
    leave() {
      journal.close();
      gone.end();
    },
  };
}

const copyOf = (delay: Delay): Delay => (typeof delay === 'number' ? delay : { ...delay });
