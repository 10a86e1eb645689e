import { check } from '../contract/check.ts';
import { seedOptionsSchema, type SeedOptions, type Snapshot } from '../contract/control.ts';
import { InvalidInputError } from '../contract/option-error.ts';
import { newPetSchema, type NewPet, type Pet } from '../contract/pet.ts';
import { snapshotInSteps } from '../fixtures/read.ts';
import { finish, type Steps } from '../fixtures/steps.ts';
import { baselineInSteps, recordsInSteps, refuseTooMany, type Baseline } from './baseline.ts';
import { createEra, type Era } from './era.ts';
import { createFaultBook, type FaultBook } from './faults.ts';
import { createJournal, type Journal } from './journal.ts';
import type { JournalBudget } from './journal-budget.ts';
import { following, random, uuid } from './random.ts';
import { createRequests, type Requests } from './requests.ts';
import { withoutUndefined } from './options.ts';
import { createPetStore, toRecord, type PetRecord, type PetStore } from './store.ts';

/** The pets as a test handles them: without HTTP, so without a key, a fault or a journal entry. */
export interface Pets {
  /**
   * Adds a pet.
   * @throws InvalidInputError that names the field; CapacityError when the catalog is full.
   */
  create(newPet: NewPet): Pet;
  /** The pet of that id, if there is one. */
  get(id: string): Pet | undefined;
  /** The pets as created, oldest first: all, or at most `limit`. */
  list(options?: { limit?: number | undefined }): Pet[];
  count(): number;
}

/** The catalog holds as many pets as it may. */
export class CapacityError extends Error {
  override readonly name = 'CapacityError';
}

/** One isolated catalog: its pets, ids, faults and journal. It shares nothing with any other. */
export interface Catalog {
  readonly store: PetStore;
  readonly pets: Pets;
  readonly faults: FaultBook;
  readonly journal: Journal;
  readonly requests: Requests;
  /** The time since the last reset, seed or restore. */
  readonly era: Era;
  /** The pet that `add` would store; `undefined` when the catalog is full. */
  draft(newPet: NewPet): PetRecord | undefined;
  /** Stores a new pet, unless the catalog is full (`undefined`). */
  add(newPet: NewPet): PetRecord | undefined;
  /** The next random number of the catalog's own delays, from 0 to 1. */
  draw(): number;
  reset(): void;
  seed(options?: SeedOptions): void;
  /** `seed`, in steps: what is there stays as it is until the last. */
  seedInSteps(options?: SeedOptions): Steps<void>;
  snapshot(): Snapshot;
  /** The snapshot without its pets. */
  frame(): Omit<Snapshot, 'pets'>;
  restore(snapshot: Snapshot): void;
  /** `restore`, in steps: what is there stays as it is until the last. */
  restoreInSteps(snapshot: Snapshot): Steps<void>;
  /** Ends what is in flight, for good. */
  dispose(): void;
}

export interface CatalogLimits {
  journalSize: number;
  /** What its journal may hold, together with those of other catalogs. */
  budget: JournalBudget;
  maxPets: number;
  /** What `seed` takes for what it is not told. */
  pets: number;
  /** Masks keys where they turn up in a path or a query. */
  hide: (text: string) => string;
}

/** The stream of random numbers that delays are drawn from; 0 to 3 are the ids', 8 and on faults'. */
const delayStream = 4;

export function createCatalog(start: Baseline, limits: CatalogLimits): Catalog {
  const { journalSize, maxPets } = limits;
  let baseline = start;
  let petsAsked = limits.pets;
  let seed = start.seed;
  let nextId = start.nextId;
  /** Where the search for a free id begins: those from `nextId` up to it are taken. */
  let search = nextId;
  let delays = 0;
  let { hasForeignIds } = start;
  let era = createEra();

  const store = createPetStore(start.pets);
  const faults = createFaultBook(() => seed);
  const journal = createJournal(journalSize, limits.budget, limits.hide);

  /** The next id that no pet has, as a fixture may have taken some. There are more ids than pets. */
  function freeId(): string {
    for (;;) {
      const id = uuid(seed, search);
      // Those drawn from one seed never clash.
      if (!hasForeignIds || !store.has(id)) return id;
      search = following(search);
    }
  }

  function drawFrom(position: number): void {
    nextId = position;
    search = position;
  }

  function draft({ name, tag = '' }: NewPet): PetRecord | undefined {
    if (store.size >= maxPets) return undefined;
    return toRecord({ name, tag, id: freeId() });
  }

  function add(newPet: NewPet): PetRecord | undefined {
    const pet = draft(newPet);
    if (!pet) return undefined;
    drawFrom(following(search));
    store.add(pet);
    return pet;
  }

  function newEra(): void {
    const old = era;
    era = createEra();
    old.end();
  }

  function startFrom(base: Baseline): void {
    store.replace(base.pets);
    seed = base.seed;
    drawFrom(base.nextId);
    hasForeignIds = base.hasForeignIds;
    delays = 0;
    newEra();
  }

  const pets: Pets = {
    create(newPet) {
      const checked = check(newPetSchema, newPet, 'A new pet');
      if (!checked.ok) throw new InvalidInputError(checked.message);
      const pet = add(checked.value as NewPet);
      if (!pet)
        throw new CapacityError(`The catalog is full: it holds ${maxPets} pets, its "maxPets"`);
      return parse(pet.json);
    },
    get(id) {
      const pet = store.get(id);
      return pet && parse(pet.json);
    },
    list({ limit = Infinity } = {}) {
      if (limit !== Infinity && !(Number.isInteger(limit) && limit >= 0)) {
        throw new InvalidInputError(
          `"limit" must be a whole number of at least 0, not ${String(limit)}`,
        );
      }
      return store.first(limit).map(parse);
    },
    count: () => store.size,
  };

  function* seedInSteps(options: SeedOptions = {}): Steps<void> {
    const checked = check(seedOptionsSchema, options, 'Seed options');
    if (!checked.ok) throw new InvalidInputError(checked.message);
    const wanted = { pets: petsAsked, seed: baseline.seed, ...withoutUndefined(options) };
    baseline = yield* baselineInSteps(wanted, maxPets);
    petsAsked = wanted.pets;
    startFrom(baseline);
  }

  const frame = (): Omit<Snapshot, 'pets'> => ({
    version: 1,
    seed,
    nextId,
    calls: delays,
    ...faults.save(),
  });

  function* restoreInSteps(snapshot: Snapshot): Steps<void> {
    const checked = yield* snapshotInSteps(snapshot);
    refuseTooMany(checked.pets.length, maxPets, 'snapshot.pets');
    const restored = yield* recordsInSteps(checked.pets);
    store.replace(restored);
    faults.load(checked);
    seed = checked.seed;
    drawFrom(checked.nextId);
    hasForeignIds = true;
    delays = checked.calls;
    newEra();
  }

  return {
    store,
    pets,
    faults,
    journal,
    requests: createRequests(journal),
    get era() {
      return era;
    },
    draft,
    add,
    draw() {
      const position = delays;
      delays = following(position);
      return random(seed, delayStream, position);
    },
    reset() {
      faults.load({ nextFault: 0, faults: [] });
      journal.clear();
      startFrom(baseline);
    },
    seed: (options) => finish(seedInSteps(options)),
    seedInSteps,
    snapshot: () => ({ ...frame(), pets: pets.list() }),
    frame,
    restore: (snapshot) => finish(restoreInSteps(snapshot)),
    restoreInSteps,
    dispose: () => era.end(),
  };
}

/** A pet of the caller's own: changing it changes nothing here. */
function parse(json: string): Pet {
  return JSON.parse(json) as Pet;
}
