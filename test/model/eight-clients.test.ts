import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pet } from '../../src/index.ts';
import { allCommands, createModels } from './commands.ts';
import { findContradictions, type Event } from './history.ts';
import { modelHosts } from './hosts.ts';
import { isolations, type Key, type Real } from './real.ts';
import { patience, runs } from './runs.ts';

const clients = Array.from({ length: 8 }, (_, index) => `client-${index}`);

/** Runs something for each client at once, and waits for all: a failure must not leave others behind. */
async function atOnce<T>(all: readonly T[], run: (one: T, index: number) => Promise<void>) {
  const ends = await Promise.allSettled(all.map(run));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

const sequences = fc.tuple(
  ...clients.map((key) => fc.commands(allCommands([key]), { maxCommands: 12, size: 'max' })),
);

/** What a client does to the catalog that all share. */
const anyStep = fc.record({
  act: fc.constantFrom(
    ...(['create', 'create', 'create', 'create', 'list', 'list', 'list'] as const),
    ...(['pets.create', 'pets.remove', 'pets.update', 'fault', 'fault'] as const),
    ...(['reset', 'seed', 'use', 'restore', 'faults.clear', 'requests.clear'] as const),
  ),
  mark: fc.constantFrom('a', 'b', 'c'),
  times: fc.integer({ min: 1, max: 3 }),
  delay: fc.constantFrom(0, 0, 1, 3),
});
const stories = fc.tuple(...clients.map(() => fc.array(anyStep, { maxLength: 10, size: 'max' })));
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

describe.each(modelHosts)('eight clients at once on $name', ({ open }) => {
  test(
    'each with its key: any sequences of controls and operations do what eight models do',
    async () => {
      const isolating = fc.constantFrom(...isolations.filter((one) => one !== false));
      await fc.assert(
        fc.asyncProperty(isolating, sequences, async (isolate, all) => {
          const real = await open(isolate);
          try {
            await atOnce(all, async (sequence, index) => {
              const model = createModels();
              await fc.asyncModelRun(() => ({ model, real }), sequence);
              const { pets } = model.catalogs.get(clients[index]!)?.state ?? {};
              if (pets) expect(await real.controls(clients[index]!).pets.list()).toEqual(pets);
            });
            // Nobody has touched the catalog of those without a key.
            expect(await real.controls(null).requests.count()).toBe(0);
            expect(await real.controls(null).pets.count()).toBe(2);
          } finally {
            await real.close();
          }
        }),
        runs(1),
      );
    },
    patience,
  );

  test(
    'on one catalog: what was created and not reset is there once, and no fact is contradicted',
    async () => {
      await fc.assert(
        fc.asyncProperty(stories, async (all) => {
          const real = await open(false, { catalog: { maxPets: 1000, journalSize: 1000 } });
          try {
            expect(await play(real, all)).toEqual([]);
          } finally {
            await real.close();
          }
        }),
        runs(2),
      );
    },
    patience,
  );
});

/** Plays the steps of all clients at once. @returns What contradicts itself. */
async function play(real: Real, all: readonly (readonly Step[])[]): Promise<string[]> {
  const key: Key = 'all';
  const { pets, faults, requests, scenarios, ...controls } = real.controls(key);
  const start = await controls.snapshot();
  const own = (listed: readonly Pet[]) => listed.filter(({ name }) => name.startsWith('pet '));
  const events: Event[] = [];
  let clock = 0;
  let calls = 0;
  let names = 0;

  async function send(mark: string, operation: 'createPet' | 'listPets', name?: string) {
    const call = String(++calls);
    const outcome = await real.send(
      key,
      { call, mark, operation, prefer: undefined },
      name === undefined
        ? { path: '/v2/pets' }
        : { method: 'POST', path: '/v2/pets', body: JSON.stringify({ name }) },
    );
    if (outcome === 'dropped') throw new Error(`Call ${call} was dropped`);
    const { status, body } = outcome;
    const { error: failed } = body as { error?: string };
    // A reset cancels what is in flight.
    if (status === 503 && failed?.includes('was reset')) return { call, mark, isCancelled: true };
    if (status >= 400) return { call, mark, failed };
    if (name === undefined) return { call, mark, listed: own(body as Pet[]) };
    return { call, mark, created: body as Pet };
  }

  type Outcome = Omit<Event, 'from' | 'to'>;
  const clearing =
    (act: () => Promise<unknown>, ...clears: NonNullable<Event['clears']>) =>
    async (): Promise<Outcome> => {
      await act();
      return { clears };
    };
  const acts: Record<Step['act'], (name: string, step: Step) => Promise<Outcome>> = {
    create: (name, { mark }) => send(mark, 'createPet', name),
    list: (_name, { mark }) => send(mark, 'listPets'),
    'pets.create': async (name) => ({ created: await pets.create({ name }) }),
    async 'pets.update'() {
      const mine = lastCreated();
      if (mine) await pets.update(mine.id, { tag: 'changed' });
      return {};
    },
    async 'pets.remove'() {
      const mine = lastCreated();
      return mine && (await pets.remove(mine.id)) ? { removed: mine.id } : {};
    },
    async fault(name, { mark, times, delay }) {
      const added = { mark, error: `fault of ${name}`, times };
      const match = { header: { 'X-Mark': mark } };
      await faults.add({ status: 429, error: added.error, times, match, ...(delay && { delay }) });
      return { added };
    },
    reset: clearing(controls.reset, 'pets', 'faults', 'journal'),
    seed: clearing(controls.seed, 'pets'),
    use: clearing(() => scenarios.use('empty'), 'pets', 'faults'),
    restore: clearing(() => controls.restore(start), 'pets', 'faults'),
    'faults.clear': clearing(faults.clear, 'faults'),
    'requests.clear': clearing(requests.clear, 'journal'),
  };
  const lastCreated = () => events.findLast(({ created }) => created)?.created;

  await atOnce(all, async (steps) => {
    for (const step of steps) {
      const from = ++clock;
      const outcome = await acts[step.act](`pet ${++names}`, step);
      events.push({ ...outcome, from, to: ++clock });
    }
  });
  return findContradictions(events, {
    pets: own(await pets.list()),
    faults: await faults.list(),
    calls: (await requests.list()).map(({ requestHeaders }) => requestHeaders['x-call']!),
  });
}
