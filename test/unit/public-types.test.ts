import { http } from 'msw';
import type * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import type * as client from '../../src/client/index.ts';
import type { delaySchema } from '../../src/controls/delay.ts';
import type { faultSchema } from '../../src/controls/faults.ts';
import type { filterInput, verifyInput, waitInput } from '../../src/controls/requests.ts';
import type * as state from '../../src/controls/state.ts';
import type { errorSchema } from '../../src/contract/pet-model.ts';
import { createPetCatalog } from '../../src/index.ts';
import type * as types from '../../src/index.ts';
import type { pageInput } from '../../src/catalog/find-items.ts';
import type { activeFaultSchema } from '../../src/server/admin/routes/faults.ts';
import type { petPageSchema } from '../../src/server/admin/routes/pets.ts';
import type { entrySchema } from '../../src/server/admin/routes/requests.ts';
import type * as server from '../../src/server/admin/routes/server.ts';
import type { scenarioSummarySchema } from '../../src/server/admin/routes/state.ts';
import { createApp, type AppOptions } from '../../src/server.ts';

type Flat<T> = { [K in keyof T]: T[K] };

test('a pet has exactly three fields, all strings', () => {
  expectTypeOf<types.Pet>().toEqualTypeOf<{ name: string; tag: string; id: string }>();
  expectTypeOf<types.PetCatalog['pets']['get']>().returns.toEqualTypeOf<types.Pet | undefined>();
});

test('the type of an error fits its schema', () => {
  expectTypeOf<v.InferOutput<typeof errorSchema>>().toEqualTypeOf<types.ErrorBody>();
});

test('the types of control inputs fit their schemas', () => {
  type Checked<T extends { check(value: unknown): unknown }> = ReturnType<T['check']>;
  expectTypeOf<v.InferOutput<typeof delaySchema>>().toEqualTypeOf<types.Delay>();
  expectTypeOf<v.InferOutput<typeof faultSchema>>().toEqualTypeOf<
    Flat<Omit<types.ActiveFault, 'id' | 'hits' | 'remaining'>>
  >();
  type InSnapshot = v.InferOutput<typeof state.snapshotSchema>;
  expectTypeOf<Omit<InSnapshot, 'faults'>>().toEqualTypeOf<Omit<types.Snapshot, 'faults'>>();
  expectTypeOf<InSnapshot['faults'][0]>().toEqualTypeOf<Flat<types.Snapshot['faults'][0]>>();
  expectTypeOf<Checked<typeof state.seedInput>>().toEqualTypeOf<types.SeedOptions>();
  type InScenario = v.InferOutput<typeof state.scenarioSchema>;
  expectTypeOf<Omit<InScenario, 'faults'>>().toEqualTypeOf<Omit<types.Scenario, 'faults'>>();
  expectTypeOf<Checked<typeof filterInput>>().toEqualTypeOf<types.RequestFilter>();
  expectTypeOf<Checked<typeof waitInput>>().toEqualTypeOf<types.WaitOptions>();
  expectTypeOf<Checked<typeof verifyInput>>().toEqualTypeOf<types.VerifyOptions>();
  expectTypeOf<keyof Checked<typeof pageInput>>().toEqualTypeOf<keyof client.PetQuery>();
});

test('the types of control responses fit their schemas', () => {
  type Shape<T extends v.GenericSchema> = v.InferOutput<T>;
  expectTypeOf<Shape<typeof server.healthSchema>>().toEqualTypeOf<client.ServerHealth>();
  expectTypeOf<Shape<typeof server.infoSchema>>().toEqualTypeOf<client.ServerInfo>();
  expectTypeOf<Shape<typeof petPageSchema>>().toEqualTypeOf<client.PetPage>();
  expectTypeOf<Shape<typeof entrySchema>>().toEqualTypeOf<types.JournalEntry>();
  expectTypeOf<Shape<typeof activeFaultSchema>>().toEqualTypeOf<Flat<types.ActiveFault>>();
  expectTypeOf<Shape<typeof scenarioSummarySchema>>().toEqualTypeOf<types.ScenarioSummary>();
  expectTypeOf<Shape<typeof server.catalogSummarySchema>>().toEqualTypeOf<client.CatalogSummary>();
});

test('a new pet needs a name, may have a tag, and never an id', () => {
  expectTypeOf<{ name: string }>().toExtend<types.NewPet>();
  expectTypeOf<{ name: string; tag: string }>().toExtend<types.NewPet>();
  expectTypeOf<{ tag: string }>().not.toExtend<types.NewPet>();
  expectTypeOf<{ name: string; tag: null }>().not.toExtend<types.NewPet>();
  expectTypeOf<types.Pet>().not.toExtend<types.NewPet>();
});

test('a fault does something, and has a message only with a status', () => {
  expectTypeOf<{ operation: 'getPet'; times: number }>().not.toExtend<types.Fault>();
  expectTypeOf<{ delay: number; error: string }>().not.toExtend<types.Fault>();
  expectTypeOf<{ status: number; error: string; delay: number }>().toExtend<types.Fault>();
  expectTypeOf<{ delay: { min: number; max: number } }>().toExtend<types.Fault>();
  expectTypeOf<{ network: 'hang'; times: number }>().toExtend<types.Fault>();
});

test('handlers of a server may come from any copy of msw', () => {
  const mine: AppOptions['handlers'] = [http.get('/mine', () => undefined)];
  expect(() => createApp(createPetCatalog(), { handlers: mine })).not.toThrow();
  // @ts-expect-error An object is not a handler.
  expect(() => createApp(createPetCatalog(), { handlers: [{}] })).toThrow(/not an msw request/);
  expectTypeOf<readonly object[]>().not.toExtend<AppOptions['handlers']>();
});
