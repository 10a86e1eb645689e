import { petsIn } from '../../src/fixtures/read.ts';
import { random, uuid } from '../../src/catalog/random.ts';
import { withoutUndefined } from '../../src/contract/values.ts';
import {
  createPetCatalog,
  type Fault,
  type FaultChanges,
  type FixturePet,
  type NewPet,
  type Pet,
  type Scenarios,
  type SeedOptions,
  type Snapshot,
} from '../../src/index.ts';

/** The options of every catalog in a run: small, so that limits are met. */
export const options = {
  seed: 7,
  pets: 2,
  maxPets: 6,
  journalSize: 8,
  scenarios: {
    empty: { pets: 0 },
    other: { pets: 3, seed: 8, delay: 1 },
    exact: { fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }, { name: 'Max' }] },
    down: { faults: [{ status: 503, error: 'Down' }, { delay: 1 }] },
  } satisfies Scenarios as Scenarios,
};

/** The parts of a call that faults and the journal look at. */
export interface Call {
  /** Its number, in the header `X-Call`. */
  call: string;
  operation: 'createPet' | 'getPet' | 'listPets' | null;
  /** The header `X-Mark`, which faults are for. */
  mark: string;
  prefer: 'code=503' | 'delay=1' | undefined;
}

/** What comes back; `body` is left out where only its form is known: `{"error"}`. */
export type Outcome = { status: number; body?: unknown } | 'dropped';

/** An entry of the journal. */
export interface Entry extends Pick<Call, 'call' | 'operation'> {
  status: number | null;
  fault: string | undefined;
}

type State = Omit<Snapshot, 'version' | 'calls'> & { taken: string[] };
type ActiveFault = State['faults'][number];

/** What is counted of a fault that is new, or has new `times`. */
const startOf = (times: Fault['times']) => ({
  hits: 0,
  ...(typeof times === 'object' && { seen: 0 }),
});

/** How many more calls a fault will hit: of a list, how many are to come. */
export function leftOf({ times, hits, seen = 0 }: ActiveFault): number | undefined {
  return typeof times === 'object'
    ? times.filter((call) => call > seen).length
    : times && times - hits;
}

/** One catalog, as spec and docs describe it. Ids and chances are defined by the seed. */
export function createModel() {
  let state = stateAt(null);
  let entries: Entry[] = [];

  function seeded({ pets = options.pets, seed = options.seed, fixtures }: SeedOptions) {
    if (fixtures && 'version' in fixtures) return restored(fixtures);
    const list: readonly Partial<FixturePet>[] =
      (fixtures && petsIn(fixtures)) ??
      createPetCatalog({ pets, seed })
        .pets.list()
        .map(({ id: _id, ...pet }) => pet);
    const taken = new Set(list.flatMap(({ id }) => id ?? []));
    let nextId = 0;
    const isTaken = () => taken.has(uuid(seed, nextId));
    const all = list.map(({ name = '', tag = '', id, ...more }) => {
      while (isTaken()) nextId++;
      return Object.assign({ name, tag }, more, { id: id ?? uuid(seed, nextId++) }) as Pet;
    });
    while (isTaken()) nextId++;
    return { pets: all, seed, nextId, taken: all.map(({ id }) => id) };
  }

  const restored = ({ pets, seed, nextId }: Pick<Snapshot, 'pets' | 'seed' | 'nextId'>) => {
    return { pets: [...pets], seed, nextId, taken: pets.map(({ id }) => id) };
  };

  function stateAt(scenario: string | null): State {
    const { faults = [], delay, ...pets } = scenario === null ? {} : options.scenarios[scenario]!;
    const active = faults.map((fault, at) =>
      Object.assign({}, fault, { id: `fault-${at + 1}`, calls: 0, hits: 0 }),
    );
    const rest = { faults: active, nextFault: active.length, scenario, delay };
    return withoutUndefined({ ...seeded(pets), ...rest });
  }

  function create({ tag = '', ...more }: NewPet): Pet | undefined {
    if (state.pets.length >= options.maxPets) return undefined;
    let position = state.nextId;
    while (state.taken.includes(uuid(state.seed, position))) position++;
    const pet = { ...more, tag, id: uuid(state.seed, position) } as Pet;
    state = { ...state, pets: [...state.pets, pet], nextId: position + 1 };
    return pet;
  }

  /** Of either kind, the newest fault that matches and that the seed does not spare. */
  function takeFaults({ operation, mark }: Call) {
    const hit: { failing?: ActiveFault; delaying?: ActiveFault } = {};
    for (const fault of state.faults.toReversed()) {
      const kind = (fault.status ?? fault.network) ? 'failing' : 'delaying';
      if (hit[kind] || fault.enabled === false) continue;
      if ((fault.operation ?? operation) !== operation) continue;
      if ((fault.match?.header?.['X-Mark'] ?? mark) !== mark) continue;
      const stream = 8 + Number(fault.id.slice('fault-'.length));
      const isSpared = random(state.seed, stream, fault.calls++) >= (fault.rate ?? 1);
      if (typeof fault.times === 'object') {
        fault.seen = (fault.seen ?? 0) + 1;
        if (!fault.times.includes(fault.seen)) continue;
      }
      if (isSpared) continue;
      fault.hits++;
      hit[kind] = fault;
    }
    state.faults = state.faults.filter((fault) => leftOf(fault) !== 0);
    return hit;
  }

  /** What a call gets; `run` is the operation. */
  function answer(call: Call, run: () => { status: number; body?: unknown }): Outcome {
    const { prefer } = call;
    const isPreferred = prefer === 'code=503';
    const { failing, delaying }: ReturnType<typeof takeFaults> = isPreferred
      ? {}
      : takeFaults(call);
    const network = failing?.network;
    const isWhole = network === undefined || network === 'dribble';
    const isAnswered = network !== 'reset' && network !== 'empty';
    const own = isPreferred ? { status: 503 } : failing?.status && failedBy(failing);
    const isReal = network === undefined || network === 'truncate' || network === 'dribble';
    const happens =
      (network === undefined ? !own : isReal) || (failing ?? delaying)?.phase === 'after';
    const real = happens ? run() : { status: 0 };
    const given = own || (network === 'garbage' ? { status: 200 } : real);
    const fault = failing?.id ?? delaying?.id ?? (prefer && 'prefer');
    note({ ...call, status: isAnswered ? given.status : null, fault });
    return isWhole ? given : 'dropped';
  }
  function failedBy({ status = 0, error, body = error && { error } }: ActiveFault) {
    return { status, ...(body !== undefined && { body }) };
  }
  function note({ call, operation, status, fault }: Entry): void {
    entries = [...entries, { call, operation, status, fault }].slice(-options.journalSize);
  }

  return {
    get state(): Readonly<State> {
      return state;
    },
    get entries(): readonly Entry[] {
      return entries;
    },
    answer,
    create,
    note,
    /** Puts a pet in the place of another; `undefined` removes it. */
    replacePet(id: string, pet: Pet | undefined) {
      state.pets = state.pets.flatMap((one) => (one.id === id ? (pet ?? []) : one));
    },
    addBack(pet: Pet) {
      state.pets = [...state.pets, pet];
    },
    addFault(fault: Fault): string {
      const id = `fault-${++state.nextFault}`;
      state.faults = [
        ...state.faults,
        { ...fault, id, calls: 0, ...startOf(fault.times) } as ActiveFault,
      ];
      return id;
    },
    changeFault(id: string, changes: FaultChanges) {
      state.faults = state.faults.map((one) => {
        if (one.id !== id) return one;
        const { seen, ...before } = one;
        const kept = Object.entries({ ...before, ...changes }).filter(
          ([, value]) => value !== null,
        );
        const started = changes.times
          ? startOf(changes.times)
          : changes.times === undefined && seen !== undefined && { seen };
        return { ...Object.fromEntries(kept), ...started } as ActiveFault;
      });
    },
    removeFaults(isRemoved: (id: string) => boolean) {
      state.faults = state.faults.filter(({ id }) => !isRemoved(id));
    },
    clearEntries: () => void (entries = []),
    reset() {
      state = stateAt(null);
      entries = [];
    },
    use: (scenario: string) => void (state = stateAt(scenario)),
    seed: (given: SeedOptions) => void (state = { ...state, ...seeded(given) }),
    restore({ faults, nextFault, scenario = null, delay, ...pets }: Snapshot) {
      const rest = { faults: structuredClone(faults), nextFault, scenario, delay };
      state = withoutUndefined({ ...restored(pets), ...rest });
    },
  };
}

export type Model = ReturnType<typeof createModel>;
