import * as fc from 'fast-check';
import { expect } from 'vitest';
import { anyChanges, anyFault, anyFilter, anyNewPet, anySeed, matches } from './inputs.ts';
import {
  createModel,
  leftOf,
  options,
  type Call,
  type Entry,
  type Model,
  type Outcome,
} from './model.ts';
import type { AsyncControls, Key, Real } from './hosts.ts';
import {
  builtInScenarios,
  type JournalEntry,
  type NewPet,
  type Snapshot,
} from '../../src/index.ts';
import { post, type CaseRequest } from '../../src/verify/cases/case.ts';
import { patient } from '../support/patience.ts';

/** The catalogs of a run, and the snapshots that were saved, by key. */
export interface Models {
  readonly catalogs: Map<Key, Model>;
  readonly saved: Map<Key, Snapshot>;
  /** The keys whose catalogs were more than read. */
  readonly used: Set<Key>;
  calls: number;
}

export const createModels = (): Models => ({
  catalogs: new Map([[null, createModel()]]),
  saved: new Map(),
  used: new Set(),
  calls: 0,
});

export type Command = fc.AsyncCommand<Models, Real>;

/** The catalog of a step's key, in the model and in the mock. */
interface Step {
  models: Models;
  real: Real;
  key: Key;
  model: Model;
  controls: AsyncControls;
  /** No catalog would change: each key has one, and none is named. */
  isKeyless: boolean;
}

/** All commands for these keys. Commands about all keys need `null` among the keys. */
export function allCommands(keys: readonly Key[]): fc.Arbitrary<Command>[] {
  const isAlone = !keys.includes(null);

  function step<A>(
    name: string,
    args: fc.Arbitrary<A>,
    run: (step: Step, args: A) => Promise<void>,
    isUse = false,
  ): fc.Arbitrary<Command> {
    return fc.record({ key: fc.constantFrom(...keys), given: args }).map(({ key, given }) => ({
      check: () => true,
      run(models, real) {
        const isKeyless = real.isolate !== false && key === null;
        const own = real.isolate === false ? null : key;
        const model = models.catalogs.get(own) ?? createModel();
        models.catalogs.set(own, model);
        const isOver = real.client(key) !== undefined;
        if (own !== null && (isUse || !isOver)) models.used.add(own);
        return run({ models, real, key, model, isKeyless, controls: real.controls(key) }, given);
      },
      toString: () => `${name}(${key ?? 'no key'}, ${fc.stringify(given)})`,
    }));
  }

  /** One with which a key is used, and not only read. */
  const use = <A>(...[name, args, run]: Parameters<typeof step<A>>) => step(name, args, run, true);

  /** A control that changes something: refused without a key where each key has a catalog. */
  const change = <A>(
    name: string,
    args: fc.Arbitrary<A>,
    run: (controls: AsyncControls, model: Model, args: A, step: Step) => Promise<void>,
  ) =>
    use(name, args, async (own, given) => {
      if (!own.isKeyless) return run(own.controls, own.model, given, own);
      // The model that it would change is thrown away.
      const refused = refusalOf(run(own.controls, createModel(), given, own));
      return agree(`${name} without a key`, await refused, 400);
    });

  const calls = [
    use('list', anyCall(anyLimit), (own, [how, limit]) => list(own, how, limit)),
    use('get', anyCall(fc.nat(7)), async (own, [how, which]) => {
      const id = idOf(own.model, which);
      await call(own, how, 'getPet', { path: `/v2/pets/${id}` }, ({ state }) => {
        const pet = state.pets.find((one) => one.id === id);
        return pet ? { status: 200, body: pet } : { status: 404, body: { error: 'Pet not found' } };
      });
    }),
    use('create', anyCall(anyNewPet), (own, [how, pet]) => create(own, how, pet)),
  ];
  const usual = [
    ...calls,
    // And a call, which it hits as a rule.
    change(
      'faults.add',
      fc.tuple(anyFault, anyNewPet),
      async ({ faults }, model, [fault, pet], own) => {
        agree('faults.add', await faults.add(fault), model.addFault(fault));
        const how = { mark: fault.match?.header?.['X-Mark'] ?? '', prefer: undefined };
        await (fault.operation === 'listPets' ? list(own, how) : create(own, how, pet));
        agree('faults.list after a call', await faults.list(), listed(model));
      },
    ),
  ];
  const commands = [
    use('refused', anyCall(fc.constantFrom(...refused)), async (own, [how, one]) => {
      const [status, operation, request, when] = one;
      await call(own, how, operation, request, () => ({ status }), when === 'early');
    }),

    // The pets.
    change('pets.create', anyNewPet, async ({ pets }, model, pet) => {
      const created = pets.create(pet);
      const expected = model.create(pet);
      if (expected) agree('pets.create', await created, expected);
      else agree('pets.create in a full catalog', await refusalOf(created), 507);
    }),
    step('pets.get, list and count', fc.tuple(fc.nat(7), anyLimit), async (own, [which, limit]) => {
      const { pets } = own.controls;
      const all = own.model.state.pets;
      const id = idOf(own.model, which);
      const one = all.find((pet) => pet.id === id);
      agree('pets.get', await pets.get(id), one);
      agree('pets.list', await pets.list({ limit }), all.slice(0, limit));
      agree('pets.count', await pets.count(), all.length);
    }),
    step(
      'pets.find',
      fc.tuple(fc.nat(2), fc.nat(4)),
      async ({ real, key, model }, [offset, limit]) => {
        const found = real.client(key)?.pets.find({ offset, limit, search: 'A' });
        const all = model.state.pets.filter(({ name, tag }) => /a/i.test(`${name} ${tag}`));
        const page = { pets: all.slice(offset, offset + limit), total: all.length };
        if (found) agree('pets.find', await found, page);
      },
    ),
    change(
      'pets.update',
      fc.tuple(fc.nat(7), anyNewPet),
      async ({ pets }, model, [which, changes], own) => {
        // What is kept of the list is then another one.
        await list(own, unmarked);
        const id = idOf(model, which);
        const before = model.state.pets.find((one) => one.id === id);
        const after = before && { ...before, ...JSON.parse(JSON.stringify(changes)) };
        model.replacePet(id, after);
        agree('pets.update', await pets.update(id, changes), after);
        await list(own, unmarked);
      },
    ),
    change(
      'pets.create with the id of one that was removed',
      fc.tuple(fc.nat(7), anyNewPet),
      async ({ pets }, model, [which, { name, tag = '' }], own) => {
        await list(own, unmarked);
        const there = idOf(model, which);
        // Other names are unknown.
        const id = there === 'nobody' ? 'somebody' : there;
        await pets.remove(id);
        model.replacePet(id, undefined);
        const created = pets.create({ name, tag }, { id });
        if (model.state.pets.length === options.maxPets) {
          agree('pets.create in a full catalog', await refusalOf(created), 507);
        } else {
          model.addBack({ name, tag, id });
          agree('pets.create', await created, { name, tag, id });
        }
        await list(own, unmarked);
      },
    ),
    change('pets.remove', fc.nat(7), async ({ pets }, model, which) => {
      const id = idOf(model, which);
      const isThere = model.state.pets.some((one) => one.id === id);
      model.replacePet(id, undefined);
      agree('pets.remove', await pets.remove(id), isThere);
    }),

    // The faults.
    change(
      'faults.update',
      fc.tuple(fc.nat(4), anyChanges),
      async ({ faults }, model, [which, changes]) => {
        const id = pickFrom(model.state.faults, which)?.id ?? 'fault-99';
        model.changeFault(id, changes);
        const after = listed(model).find((one) => one.id === id);
        agree('faults.update', await faults.update(id, changes), after);
      },
    ),
    step('faults.list', nothing, async ({ controls, model }) => {
      agree('faults.list', await controls.faults.list(), listed(model));
    }),
    change('faults.remove', fc.nat(4), async ({ faults }, model, which) => {
      const id = pickFrom(model.state.faults, which)?.id;
      model.removeFaults((one) => one === id);
      agree('faults.remove', await faults.remove(id ?? 'fault-99'), id !== undefined);
    }),
    change('faults.clear', nothing, async ({ faults }, model) => {
      model.removeFaults(() => true);
      await faults.clear();
    }),

    // The journal.
    use('a full journal', anyFilter, async (own, filter) => {
      const { controls, model } = own;
      for (let sent = 0; sent <= options.journalSize; sent++) await list(own, failing);
      agree('a full journal', (await controls.requests.list()).map(toEntry), model.entries);
      const found = model.entries.filter((one) => matches(one, filter)).length;
      agree('the count of a full journal', await controls.requests.count(filter), found);
    }),
    step('requests.list', anyFilter, async ({ controls, model }, filter) => {
      const { limit = Infinity } = filter;
      const expected = model.entries
        .filter((one) => matches(one, filter))
        .slice(limit === 0 ? Infinity : -limit);
      const entries = await controls.requests.list(filter);
      agree('requests.list', entries.map(toEntry), expected);
      const ids = entries.map(({ id }) => id);
      const inOrder = [...new Set(ids)].toSorted((a, b) => a - b);
      agree('the ids of requests.list', ids, inOrder);
    }),
    step('requests.count', anyFilter, async ({ controls, model }, filter) => {
      const { count, verify } = controls.requests;
      const expected = model.entries.filter((one) => matches(one, filter)).length;
      agree('requests.count', await count(filter), expected);
      agree('requests.verify', await verify(filter, { count: expected }), expected);
      const refusal = await refusalOf(verify(filter, { atLeast: expected + 1 }));
      const isKept = expected < options.journalSize;
      agree('requests.verify of more', refusal, isKept ? 409 : 400);
    }),
    step('requests.bodies and toHar', nothing, async ({ controls, model }) => {
      const filter = { operation: 'createPet', status: 201 } as const;
      const created = model.entries.filter((one) => matches(one, filter));
      const bodies = await controls.requests.bodies(filter);
      agree('requests.bodies', bodies.length, created.length);
      const { log } = await controls.requests.toHar();
      agree('requests.toHar', log.entries.length, model.entries.length);
    }),
    use('requests.get and replay', nothing, async ({ controls }) => {
      const entries = await controls.requests.list();
      for (const { id, fault } of entries) {
        const explained = (await controls.requests.get(id))!;
        const named = fault === 'prefer' ? undefined : fault;
        agree(
          'the fault of requests.get',
          explained.fault === 'prefer' ? undefined : explained.fault,
          named,
        );
      }
      agree('requests.get of none', await controls.requests.get(0), undefined);
      agree('requests.replay of none', await controls.requests.replay(0), undefined);
    }),
    use('requests.waitFor', anyCall(nothing), async (own, [how]) => {
      const { controls, models } = own;
      const header = { 'X-Call': String(models.calls + 1) };
      const waiting = controls.requests.waitFor({ header }, patient);
      const sent = list(own, { ...how, prefer: 'code=503' });
      const [[entry]] = await Promise.all([waiting, sent]);
      agree('requests.waitFor', toEntry(entry!).call, header['X-Call']);
      const late = controls.requests.waitFor({ text: 'nobody asked' }, { timeout: 1 });
      agree('requests.waitFor until its time is up', await refusalOf(late), 408);
    }),
    use('subscribe', nothing, async (own) => {
      const client = own.real.client(own.key);
      if (!client) return;
      const seen = await new Promise<JournalEntry>((resolve, reject) => {
        const stop = client.subscribe((event) => {
          if (event.type === 'open') list(own, failing).catch(reject);
          if (event.type !== 'request') return;
          if (toEntry(event.entry).call !== String(own.models.calls)) return;
          stop();
          resolve(event.entry);
        });
      });
      agree('subscribe', seen.requestHeaders['x-call'], String(own.models.calls));
    }),
    use('requests.clear', nothing, async ({ controls, model }) => {
      model.clearEntries();
      await controls.requests.clear();
    }),

    // The state.
    step('scenarios.list and current', nothing, async ({ controls, model }) => {
      const names = (await controls.scenarios.list()).map(({ name }) => name);
      const expected = Object.keys({ ...builtInScenarios, ...options.scenarios });
      agree('scenarios.list', names, expected);
      agree('scenarios.current', await controls.scenarios.current(), model.state.scenario);
    }),
    change(
      'scenarios.use',
      fc.constantFrom(...Object.keys(options.scenarios)),
      async ({ scenarios }, model, name) => {
        model.use(name);
        await scenarios.use(name);
      },
    ),
    change('seed', anySeed, async (controls, model, seed) => {
      model.seed(seed);
      await controls.seed(seed);
      await agreeOnState('seed', controls, model);
    }),
    change(
      'seed with the saved snapshot',
      nothing,
      async (controls, model, _given, { models, key }) => {
        const fixtures = models.saved.get(key) ?? (await controls.snapshot());
        model.seed({ fixtures });
        await controls.seed({ fixtures });
      },
    ),
    step('snapshot', fc.boolean(), async ({ controls, model, models, key }, isSaved) => {
      const snapshot = await agreeOnState('snapshot', controls, model);
      if (isSaved) models.saved.set(key, snapshot);
    }),
    change('restore', nothing, async (controls, model, _given, own) => {
      // The id of a removed pet is not given again.
      const id = model.state.pets[0]?.id ?? 'nobody';
      agree('pets.remove', await controls.pets.remove(id), id !== 'nobody');
      model.replacePet(id, undefined);
      const saved = own.models.saved.get(own.key);
      const snapshot = saved ?? (await controls.snapshot());
      model.restore(snapshot);
      await controls.restore(snapshot);
      await agreeOnState('restore', controls, model);
      await create(own, unmarked, { name: 'Rex' });
    }),
  ];
  const forAll = [
    step('health, info and catalogs.list', nothing, async ({ real, models }) => {
      const client = real.client(null);
      if (!client) return;
      const common = models.catalogs.get(null)!;
      agree('health', (await client.health()).pets, common.state.pets.length);
      const { isolate, seed, maxPets, catalog } = await client.info();
      const told = [real.isolate, options.seed, options.maxPets, 0];
      agree('info', [isolate, seed, maxPets, catalog], told);
      const summaries = (await client.catalogs.list()).map(({ pets, requests, faults }) =>
        [pets, requests, faults].join(),
      );
      const expected = [...models.used].map((key) => {
        const { state, entries } = models.catalogs.get(key)!;
        return [state.pets.length, entries.length, state.faults.length].join();
      });
      agree('catalogs.list', summaries.toSorted(), expected.toSorted());
    }),
  ];
  const resets = use(
    'reset',
    nothing,
    async ({ real, key, controls, model, models, isKeyless }) => {
      await controls.reset();
      // Without a key, all of them.
      for (const [of, one] of isKeyless ? models.catalogs : [[key, model] as const]) {
        one.reset();
        await agreeOnState('reset', real.controls(of), one);
        agree('requests.count after a reset', await real.controls(of).requests.count(), 0);
      }
    },
  );
  // Most of what happens in a test are calls, and faults that hit them.
  return [...usual, ...usual, ...usual, ...commands, resets, ...(isAlone ? [] : forAll)];
}

/** Compares what came with the model; `undefined` fields and the order of fields do not count. */
const agree = (what: string, actual: unknown, expected: unknown): void =>
  expect(actual, what).toEqual(expected);

/** How a call is sent, and what besides. */
type How = Pick<Call, 'mark' | 'prefer'>;
/** One that no fault is for by its mark; one that asks for its own failure. */
const unmarked: How = { mark: 'none', prefer: undefined };
const failing: How = { mark: '', prefer: 'code=503' };
const nothing = fc.constant(undefined);
const anyLimit = fc.option(fc.nat(7), { nil: undefined, freq: 2 });

function anyCall<A>(args: fc.Arbitrary<A>): fc.Arbitrary<[How, A]> {
  const mark = fc.constantFrom('', 'a', 'b');
  const prefer = fc.constantFrom(
    ...([undefined, undefined, undefined, 'code=503', 'delay=1'] as const),
  );
  return fc.tuple(fc.record({ mark, prefer }), args);
}

/** Compares the whole state except the journal with the model's. Returns the snapshot. */
async function agreeOnState(
  what: string,
  controls: AsyncControls,
  model: Model,
): Promise<Snapshot> {
  const snapshot = await controls.snapshot();
  const { version: _version, calls: _calls, ...state } = snapshot;
  const { taken: _taken, ...expected } = model.state;
  agree(`The state after ${what}`, state, expected);
  return snapshot;
}

function list(own: Step, how: How, limit?: number) {
  const path = `/v2/pets${limit === undefined ? '' : `?limit=${limit}`}`;
  return call(own, how, 'listPets', { path }, ({ state }) => ({
    status: 200,
    body: state.pets.slice(0, limit),
  }));
}

const create = (own: Step, how: How, pet: NewPet) =>
  call(own, how, 'createPet', post(JSON.stringify(pet)), (model) => {
    const body = model.create(pet);
    return body ? { status: 201, body } : { status: 507 };
  });

/**
 * Sends a call, and compares the outcome with the model's.
 *
 * @param isEarly It is answered before any fault is looked for.
 */
async function call(
  { models, model, real, key }: Step,
  how: How,
  operation: Call['operation'],
  request: CaseRequest,
  run: (model: Model) => { status: number; body?: unknown },
  isEarly = false,
): Promise<void> {
  const sent = { ...how, call: String(++models.calls), operation };
  const hasKey = key !== null || real.isolate === 'X-Test-Id' || operation === null;
  const answer = () => (hasKey ? run(model) : { status: 401 });
  const isPlain = isEarly || !hasKey;
  const expected = isPlain ? answer() : model.answer(sent, answer);
  if (isPlain) model.note({ ...sent, status: answer().status, fault: undefined });
  compare(request, await real.send(key, sent, request), expected);
}

function compare(request: CaseRequest, outcome: Outcome, expected: Outcome): void {
  const what = JSON.stringify(request);
  if (outcome === 'dropped' || expected === 'dropped' || expected.body !== undefined) {
    return agree(what, outcome, expected);
  }
  const { status, body } = outcome;
  agree(what, status, expected.status);
  if (body === undefined) return;
  agree(`${what}: the fields of an error`, Object.keys(body as object), ['error']);
}

/** Requests that are refused: early ones before any fault is looked for. */
const refused: [status: number, Call['operation'], CaseRequest, when?: 'early'][] = [
  [415, 'createPet', { ...post('{}'), headers: { 'Content-Type': 'text/plain' } }, 'early'],
  [400, 'createPet', post('{"name":')],
  [400, 'createPet', post('{"name":"Rex","id":"rex"}')],
  [400, 'listPets', { path: '/v2/pets?limit=-1' }],
  [405, null, { method: 'PUT', path: '/v2/pets' }, 'early'],
  [204, null, { method: 'OPTIONS', path: '/v2/pets' }, 'early'],
];

/** Returns the status of a refusal: the client's, or the status that the control plane gives to the error. */
async function refusalOf(promise: Promise<unknown>): Promise<number | undefined> {
  const statuses: Record<string, number> = {
    CapacityError: 507,
    VerificationError: 409,
    WaitTimeoutError: 408,
    InvalidInputError: 400,
    OptionError: 400,
  };
  try {
    await promise;
    return undefined;
  } catch (error) {
    const { status, name } = error as Error & { status?: number };
    const known = status ?? statuses[name];
    if (known === undefined) throw error;
    return known;
  }
}

/** The id of one of the pets, or of none. */
function idOf({ state }: Model, which: number): string {
  return pickFrom(state.pets, which)?.id ?? 'nobody';
}

/** One of them; 0 is for none. */
function pickFrom<T>(all: readonly T[], which: number): T | undefined {
  return which === 0 ? undefined : all[which % all.length];
}

/** The faults as `faults.list()` has them. */
function listed({ state }: Model) {
  return state.faults.map(({ calls: _calls, seen: _seen, ...fault }, at) => ({
    ...fault,
    ...(fault.times !== undefined && { remaining: leftOf(state.faults[at]!) }),
  }));
}

function toEntry({ requestHeaders, operation, status, fault }: JournalEntry): Entry {
  return {
    call: requestHeaders['x-call']!,
    operation: operation as Entry['operation'],
    status,
    fault,
  };
}
