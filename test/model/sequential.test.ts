import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allCommands, createModels } from './commands.ts';
import { modelHosts } from './hosts.ts';
import { isolations } from './real.ts';
import { patience, runs } from './runs.ts';

const commands = fc.commands(allCommands(['one', 'one', 'one', 'two', null]), {
  maxCommands: 60,
  size: 'max',
});

describe.each(modelHosts)('on $name', ({ open, isCheap }) => {
  test(
    'any sequence of controls and operations does what the model does',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...isolations), commands, async (isolate, sequence) => {
          const real = await open(isolate);
          try {
            const model = createModels();
            await fc.asyncModelRun(() => ({ model, real }), sequence);
            for (const [key, { state }] of model.catalogs) {
              expect(await real.controls(key).pets.list()).toEqual(state.pets);
            }
          } finally {
            await real.close();
          }
        }),
        runs(isCheap ? 25 : 5),
      );
    },
    patience,
  );
});
