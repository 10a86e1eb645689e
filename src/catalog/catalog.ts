import {
  seedInput,
  type CatalogState,
  type SeedOptions,
  type Snapshot,
} from '../contract/state.ts';
import { show } from '../contract/errors.ts';
import type { Delay } from '../contract/delay.ts';
import { refuseMisfits, type KnownOperations } from '../contract/operation.ts';
import { readSnapshot } from '../fixtures/read.ts';
import {
  initialState,
  refuseConflict,
  refuseTooMany,
  storedPets,
  type InitialState,
  type PetRules,
} from './seed.ts';
import { createLifetime } from './lifetime.ts';
import { createListeners } from './listeners.ts';
import { createFaultBook } from './faults.ts';
import { createJournal } from './journal.ts';
import type { JournalBudget } from './journal-budget.ts';
import type { CatalogSettings } from './options.ts';
import { createPast } from './past.ts';
import { createPets } from './pets.ts';
import { following, random } from './random.ts';
import type { Redact } from './redact.ts';
import { createRequests } from './requests.ts';
import { withoutUndefined } from '../contract/without-undefined.ts';
import type { ScenarioControls, StartingPoint, StartingPoints } from './scenarios.ts';
import { createPetStore } from './store.ts';

/** One isolated catalog: its pets, ids, faults and journal. It shares nothing with any other. */
export type Catalog = ReturnType<typeof createCatalog>;

/** What can change: `state` is the scenario, the delay, and all at once by a reset. */
export type CatalogPart = 'pets' | 'faults' | 'state';

/** A part of it has changed, or is about to; a reset; its journal was cleared. */
export type CatalogEvent = CatalogPart | 'reset' | 'cleared';

/** What another start, or other operations, have kept, or dropped. */
export type Replaced = ReturnType<Catalog['replaceStart']>;

interface CatalogLimits
  extends PetRules, Pick<CatalogSettings, 'journalSize' | 'baseUrl' | 'delay'> {
  readonly budget: JournalBudget;
  readonly knownOperations: KnownOperations | undefined;
  readonly redact: Redact;
  /** Where requests come to that do not name their host; its scheme is that of all. */
  readonly origin: string;
}

/** The stream of random numbers for delays; 0 to 3 are for ids, 8 and above for faults. */
const delayStream = 4;

/** @param number From 1, in the order in which they are made; 0 for the common one. */
export function createCatalog(limits: CatalogLimits, points: StartingPoints, number: number) {
  const { journalSize, maxPets, ids, shapes } = limits;
  /** Where its pets, and its faults and delay, come from; `undefined`: they were seeded or restored. */
  let petsFrom: StartingPoint | undefined = points.start;
  /** They were seeded since the scenario was chosen. */
  let isSeeded = false;
  let controlsFrom: StartingPoint | undefined = petsFrom;
  /** The ids of the faults that came with its starting point. */
  let ownFaults: string[] = [];
  let { seed, nextId, delay, scenario } = points.start;
  let delays = 0;
  let lifetime = createLifetime();
  const gone = createLifetime();

  const { tell, add: onChange } = createListeners<[event: CatalogEvent]>();
  const store = createPetStore(points.start.pets, () => tell('pets'));
  const faults = createFaultBook(
    () => seed,
    () => tell('faults'),
    limits.redact,
    limits.knownOperations,
  );
  const journal = createJournal(journalSize, limits.budget, limits.redact);
  const past = createPast(journal);

  /** The next id that no pet has, as a fixture may have taken some. There are more ids than pets. */
  function freeId(): string {
    for (;;) {
      const id = ids.at(seed, nextId);
      nextId = following(nextId);
      if (!store.isTaken(id)) return id;
    }
  }
  const { add, remove, pets } = createPets(store, past, limits, freeId);

  function startFrom(base: InitialState, how: string, keptFaults?: boolean, calls = 0): void {
    store.replace(base.pets);
    ({ seed, nextId } = base);
    delays = calls;
    past.replace(how, keptFaults);
    const old = lifetime;
    lifetime = createLifetime();
    old.end();
    tell('reset');
    tell('state');
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
  loadFaults(points.start);

  function seedAnew(options: SeedOptions = {}): void {
    seedInput.check(options);
    const given = withoutUndefined(options);
    refuseConflict(given, 'A seed');
    const { start } = points;
    const asked = { pets: start.pets.size, seed: start.seed, ...given };
    const isStart = Object.keys(given).length === 0;
    startFrom(isStart ? start : initialState(asked, limits), 'seeded', true);
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
    refuseMisfits(checked.faults, limits.knownOperations, 'snapshot');
    refuseTooMany(checked.pets.length, maxPets, 'snapshot.pets');
    const restored = storedPets(checked.pets);
    faults.load(checked);
    delay = checked.delay ?? limits.delay;
    scenario = known(checked.scenario);
    petsFrom = controlsFrom = undefined;
    isSeeded = false;
    startFrom({ ...checked, pets: restored }, 'restored from a snapshot', false, checked.calls);
  }

  /** A snapshot may be of a catalog with other scenarios, and there may be others since. */
  const known = (name: string | null = null) => (points.has(name) ? name : null);

  /**
   * Gives it another start and other scenarios.
   *
   * @param keep `false` resets it to the new start. `true` keeps what has happened since: the pets
   *   that were created, changed or removed, ids, journal, requests in flight, and the faults that
   *   no scenario brought. The other pets become those of the new start, or of the current scenario;
   *   all pets stay where they were seeded or restored, or where the current scenario is gone.
   */
  function replaceStart(next: StartingPoints, keep: boolean) {
    // Pets that were seeded or restored are kept as they are.
    const touched = { ...store.since(), isSeeded: keep && petsFrom === undefined };
    points = next;
    if (!keep) {
      reset();
      return touched;
    }
    petsFrom = petsFrom && pointAfter(petsFrom);
    if (petsFrom) rebase(petsFrom);
    const before = controlsFrom;
    controlsFrom = before && pointAfter(before);
    if (before && controlsFrom) replaceControls(before, controlsFrom);
    scenario = known(scenario);
    tell('state');
    return touched;
  }

  /** @throws InvalidInputError where another start beside what is kept would be too many pets. */
  function refuseStart(next: StartingPoints): void {
    if (!petsFrom || !next.has(petsFrom.scenario)) return;
    const size = store.sizeAfter(besideCreated(next, petsFrom).pets);
    refuseTooMany(size, maxPets, 'The new pets and those that are kept');
  }

  /** @param keep `false` resets it; `true` removes only the faults that no call can match. */
  function followOperations(keep: boolean): Replaced {
    const touched = store.since();
    if (keep) faults.removeMisfits();
    else reset();
    return { ...touched, isSeeded: false };
  }

  /** What the start or the scenario of that name is now; `undefined` when there is none any more. */
  const pointAfter = ({ scenario: name }: StartingPoint) =>
    points.has(name) ? points.prepare(name) : undefined;

  /** Pets without an id of their own must not get that of one that was created since. */
  function besideCreated(from: StartingPoints, { scenario: name }: StartingPoint): StartingPoint {
    const point = from.prepare(name);
    return store.clashesWith(point.pets) ? from.prepare(name, store.isCreated) : point;
  }

  function rebase(point: StartingPoint): void {
    const base = besideCreated(points, point);
    store.rebase(base.pets);
    const goesOn = base.seed === seed || !ids.differBySeed;
    nextId = goesOn ? Math.max(nextId, base.nextId) : base.nextId;
    ({ seed } = base);
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
    const chosen = points.controlsOf(scenario);
    const isSameDelay = JSON.stringify(delay) === JSON.stringify(chosen.delay);
    return isSeeded || !isSameDelay || !faults.areThese(chosen.faults);
  }

  function reset(): void {
    journal.clear();
    past.forget();
    beginAt(points.start, 'reset');
  }

  const facts = { ...limits, journal, past, store, faults, delayNow: () => delay };
  const requests = createRequests(facts, () => tell('cleared'));

  const scenarios: ScenarioControls = {
    list: () => points.list(),
    current: () => scenario,
    use(name) {
      beginAt(points.prepare(String(name)), `set to the scenario ${show(name)}`);
    },
  };

  return {
    number,
    store,
    pets,
    faults,
    journal,
    requests,
    /** The latency of each operation. A reset brings that of the start back. */
    get delay() {
      return delay;
    },
    state: (): CatalogState => ({
      scenario,
      isChanged: isChanged(),
      delay: copyOf(delay),
    }),
    /** Calls back with what happens to it, until the returned function is called. */
    onChange,
    origin: limits.origin,
    /** The time since the last reset, seed, restore or choice of a scenario. */
    get lifetime() {
      return lifetime;
    },
    /** The time until it is discarded: then no request reaches it any more. */
    gone,
    scenarios,
    add,
    /** Removes a pet, for the request of that id where there is one. */
    remove,
    /** The next random number of the catalog's own delays, from 0 to 1. */
    nextRandom(): number {
      const position = delays;
      delays = following(position);
      return random(seed, delayStream, position);
    },
    reset,
    seed: seedAnew,
    snapshot: (): Snapshot => ({ ...frame(), pets: pets.list() }),
    frame,
    restore,
    refuseStart,
    replaceStart,
    followOperations,
    /** Discards it: requests in flight are still answered, but nothing is recorded any more. */
    leave(): void {
      journal.close();
      gone.end();
    },
  };
}

const copyOf = (delay: Delay): Delay => (typeof delay === 'number' ? delay : { ...delay });
