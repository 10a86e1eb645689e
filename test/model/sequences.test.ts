import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allCommands, createModels } from './commands.ts';
import { isolations, modelHosts } from './hosts.ts';
import { patience, runs } from './runs.ts';

const commands = fc.commands(allCommands(['one', 'one', 'one', 'two', null]), {
  maxCommands: 60,
  size: 'max',
});

const clients = Array.from({ length: 8 }, (_, index) => `client-${index}`);
const sequences = fc.tuple(
  ...clients.map((key) => fc.commands(allCommands([key]), { maxCommands: 12, size: 'max' })),
);

describe.each(modelHosts)('on $name', ({ open, isCheap }) => {
  test(
    'any sequence of controls and operations does what the model does',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...isolations), commands, async (isolate, sequence) => {
          await using real = await open(isolate);
          const model = createModels();
          await fc.asyncModelRun(() => ({ model, real }), sequence);
          for (const [key, { state }] of model.catalogs) {
            expect(await real.controls(key).pets.list()).toEqual(state.pets);
          }
        }),
        runs(isCheap ? 25 : 5),
      );
    },
    patience,
  );

  test(
    'eight clients at once, each with its key, do what eight models do',
    async () => {
      const isolating = fc.constantFrom(...isolations.filter((one) => one !== false));
      await fc.assert(
        fc.asyncProperty(isolating, sequences, async (isolate, all) => {
          await using real = await open(isolate);
          const played = all.map(async (sequence, index) => {
            const model = createModels();
            await fc.asyncModelRun(() => ({ model, real }), sequence);
            const { pets } = model.catalogs.get(clients[index]!)?.state ?? {};
            if (pets) expect(await real.controls(clients[index]!).pets.list()).toEqual(pets);
          });
          // One that fails must not leave others behind.
          await Promise.allSettled(played);
          await Promise.all(played);
          // The common catalog is unchanged.
          expect(await real.controls(null).requests.count()).toBe(0);
          expect(await real.controls(null).pets.count()).toBe(2);
        }),
        runs(1),
      );
    },
    patience,
  );
});
