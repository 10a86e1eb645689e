// The catalog
export { createPetCatalog, type PetCatalog } from './pet-catalog.ts';
export type { CatalogControls } from './catalog/controls.ts';
export type { PetCatalogOptions } from './catalog/options.ts';
export { CapacityError, type Items, type Pets } from './catalog/items.ts';
export type { Faults } from './catalog/faults.ts';
export {
  ReplayError,
  VerificationError,
  WaitTimeoutError,
  type Requests,
} from './catalog/requests.ts';
export type { ScenarioControls } from './catalog/scenarios.ts';
export { builtInScenarios } from './catalog/built-in-scenarios.ts';

// Operations
export { defineOperation } from './operations/define-operation.ts';
export type {
  Operation,
  OperationContext,
  OperationDefinition,
  OperationResponse,
  OperationResult,
} from './operations/define-operation.ts';
export type { BodyKind, DescribedParam, DescribedResponse, Method } from './contract/operation.ts';
export type { StandardSchema } from './contract/standard-schema.ts';

// Collections
export { defineCollection } from './operations/define-collection.ts';
export type {
  CollectionDefinition,
  FindCollection,
  ItemsOf,
  SeedContext,
} from './operations/define-collection.ts';

// The command's config file
export { defineConfig, type PetCatalogConfig } from './define-config.ts';

// The service's own types
export { petSchema } from './contract/pet-model.ts';
export type { PetField, PetFields } from './contract/pet-fields.ts';
export type { ErrorBody, FixturePet, NewPet, Pet, PetChanges } from './contract/pet.ts';

// The controls' types
export type { Delay } from './controls/delay.ts';
export type { Dialect } from './contract/dialect.ts';
export type { ActiveFault, Fault, FaultChanges, NetworkFault } from './controls/faults.ts';
export type { FaultMatch, QueryMatch } from './controls/match.ts';
export type {
  Fixtures,
  FixtureSet,
  ItemPlace,
  Scenario,
  Scenarios,
  ScenarioSummary,
  SeedOptions,
  Snapshot,
} from './controls/state.ts';
export type { Har, HarEntry, HarPair, HarRequest, HarResponse } from './controls/har.ts';
export type {
  JournalEntry,
  RequestFilter,
  VerifyOptions,
  WaitOptions,
} from './controls/requests.ts';
export { InvalidInputError, OptionError } from './contract/errors.ts';
