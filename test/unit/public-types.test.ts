import { readFile } from 'node:fs/promises';
import { http } from 'msw';
import type * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import type {
  CatalogSummary,
  PetPage,
  PetQuery,
  ServerHealth,
  ServerInfo,
} from '../../src/client.ts';
import type { delaySchema } from '../../src/contract/delay.ts';
import type { faultSchema } from '../../src/contract/faults.ts';
import type { filterInput, verifyInput, waitInput } from '../../src/contract/requests.ts';
import type {
  petChangesInput,
  scenarioSchema,
  seedInput,
  snapshotSchema,
} from '../../src/contract/state.ts';
import type {
  errorSchema,
  fixturePetSchema,
  newPetSchema,
  petSchema,
} from '../../src/contract/pet.ts';
import {
  createPetCatalog,
  type ActiveFault,
  type Delay,
  type ErrorBody,
  type Fault,
  type FixturePet,
  type Har,
  type Explanation,
  type JournalEntry,
  type NewPet,
  type Pet,
  type PetCatalog,
  type PetChanges,
  type RequestFilter,
  type Scenario,
  type ScenarioSummary,
  type SeedOptions,
  type Snapshot,
  type VerifyOptions,
  type WaitOptions,
} from '../../src/index.ts';
import type { RunningWorker } from '../../src/browser.ts';
import type { pageInput } from '../../src/operations/find-pets.ts';
import type { activeFaultSchema } from '../../src/server/admin/routes/faults.ts';
import type { harSchema } from '../../src/server/admin/routes/har.ts';
import type { petPageSchema } from '../../src/server/admin/routes/pets.ts';
import type { entrySchema, explanationSchema } from '../../src/server/admin/routes/requests.ts';
import type {
  catalogSummarySchema,
  healthSchema,
  infoSchema,
} from '../../src/server/admin/routes/server.ts';
import type { scenarioSummarySchema } from '../../src/server/admin/routes/state.ts';
import { createApp, type AppOptions, type PetCatalogServer } from '../../src/server.ts';
import { version } from '../../src/version.ts';

test('a pet has exactly three fields, all strings', () => {
  expectTypeOf<Pet>().toEqualTypeOf<{ name: string; tag: string; id: string }>();
  expectTypeOf<PetCatalog['pets']['get']>().returns.toEqualTypeOf<Pet | undefined>();
});

test('the types of the service say what its schemas say', () => {
  expectTypeOf<v.InferOutput<typeof petSchema>>().toEqualTypeOf<Pet>();
  expectTypeOf<v.InferOutput<typeof errorSchema>>().toEqualTypeOf<ErrorBody>();
});

test('the types of what a control takes say what its schemas say', () => {
  type Flat<T> = { [K in keyof T]: T[K] };
  type Checked<T extends { check(value: unknown): unknown }> = ReturnType<T['check']>;
  expectTypeOf<v.InferOutput<typeof newPetSchema>>().toExtend<Omit<NewPet, 'id'>>();
  expectTypeOf<v.InferOutput<typeof fixturePetSchema>>().toEqualTypeOf<FixturePet>();
  expectTypeOf<v.InferOutput<typeof delaySchema>>().toEqualTypeOf<Delay>();
  expectTypeOf<v.InferOutput<typeof faultSchema>>().toEqualTypeOf<
    Flat<Omit<ActiveFault, 'id' | 'hits' | 'remaining'>>
  >();
  type InSnapshot = v.InferOutput<typeof snapshotSchema>;
  expectTypeOf<Omit<InSnapshot, 'faults'>>().toEqualTypeOf<Omit<Snapshot, 'faults'>>();
  expectTypeOf<InSnapshot['faults'][0]>().toEqualTypeOf<Flat<Snapshot['faults'][0]>>();
  expectTypeOf<Checked<typeof seedInput>>().toEqualTypeOf<SeedOptions>();
  expectTypeOf<Checked<typeof petChangesInput>>().toEqualTypeOf<PetChanges>();
  type InScenario = v.InferOutput<typeof scenarioSchema>;
  expectTypeOf<Omit<InScenario, 'faults'>>().toEqualTypeOf<Omit<Scenario, 'faults'>>();
  expectTypeOf<Checked<typeof filterInput>>().toEqualTypeOf<RequestFilter>();
  expectTypeOf<Checked<typeof waitInput>>().toEqualTypeOf<WaitOptions>();
  expectTypeOf<Checked<typeof verifyInput>>().toEqualTypeOf<VerifyOptions>();
  expectTypeOf<keyof Checked<typeof pageInput>>().toEqualTypeOf<keyof PetQuery>();
});

test('the types of what the control plane answers say what its schemas say', () => {
  type Flat<T> = { [K in keyof T]: T[K] };
  type Shape<T extends v.GenericSchema> = v.InferOutput<T>;
  expectTypeOf<Shape<typeof healthSchema>>().toEqualTypeOf<ServerHealth>();
  expectTypeOf<Shape<typeof infoSchema>>().toEqualTypeOf<ServerInfo>();
  expectTypeOf<Shape<typeof petPageSchema>>().toEqualTypeOf<PetPage>();
  expectTypeOf<Shape<typeof entrySchema>>().toEqualTypeOf<JournalEntry>();
  expectTypeOf<Shape<typeof explanationSchema>>().toEqualTypeOf<Explanation>();
  expectTypeOf<Shape<typeof harSchema>>().toExtend<Omit<Har, 'log'>>();
  expectTypeOf<Har>().toExtend<Shape<typeof harSchema>>();
  expectTypeOf<Shape<typeof activeFaultSchema>>().toEqualTypeOf<Flat<ActiveFault>>();
  expectTypeOf<Shape<typeof scenarioSummarySchema>>().toEqualTypeOf<ScenarioSummary>();
  expectTypeOf<Shape<typeof catalogSummarySchema>>().toEqualTypeOf<CatalogSummary>();
});

test('a new pet needs a name, may have a tag, and never an id', () => {
  expectTypeOf<{ name: string }>().toExtend<NewPet>();
  expectTypeOf<{ name: string; tag: string }>().toExtend<NewPet>();
  expectTypeOf<{ tag: string }>().not.toExtend<NewPet>();
  expectTypeOf<{ name: string; tag: null }>().not.toExtend<NewPet>();
  expectTypeOf<Pet>().not.toExtend<NewPet>();
});

test('a fault does something, and has a message only with a status', () => {
  const { faults } = createPetCatalog();
  // @ts-expect-error It does nothing.
  expect(() => faults.add({})).toThrow(/at least one of/);
  // @ts-expect-error It does nothing either.
  expect(() => faults.add({ operation: 'getPet', times: 1 })).toThrow(/at least one of/);
  // @ts-expect-error There is no answer that could have the message.
  expect(() => faults.add({ delay: 1, error: 'Later' })).toThrow(/"error" comes with a "status"/);
  expectTypeOf<{ status: number; error: string; delay: number }>().toExtend<Fault>();
  expectTypeOf<{ delay: { min: number; max: number } }>().toExtend<Fault>();
  expectTypeOf<{ network: 'hang'; times: number }>().toExtend<Fault>();
});

test('handlers of a server are what msw makes, of whichever msw', () => {
  const mine: AppOptions['handlers'] = [http.get('/mine', () => undefined)];
  expect(() => createApp(createPetCatalog(), { handlers: mine })).not.toThrow();
  // @ts-expect-error An object is no handler.
  expect(() => createApp(createPetCatalog(), { handlers: [{}] })).toThrow(/not an msw request/);
  expectTypeOf<readonly object[]>().not.toExtend<AppOptions['handlers']>();
});

test('what must be closed can be used with "await using"', () => {
  expectTypeOf<PetCatalogServer>().toExtend<AsyncDisposable>();
  expectTypeOf<RunningWorker>().toExtend<AsyncDisposable>();
});

test('the version is the package’s', async () => {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  expect((JSON.parse(file) as { version: string }).version).toBe(version);
});
