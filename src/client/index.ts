// The controls of a server, from another process or a page
export { createControl } from './control.ts';
export type {
  CatalogsControl,
  CollectionControl,
  CollectionsControl,
  CollectionSummary,
  Control,
  FaultsControl,
  ItemPage,
  PetFieldInfo,
  PetPage,
  PetQuery,
  PetsControl,
  RequestsControl,
  ServerHealth,
  ServerInfo,
} from './control.ts';
export { ControlError, type ControlOptions } from './send.ts';
export type { CatalogEvent, ControlEvent, SubscribeOptions } from './subscribe.ts';

// The types that are shared with the catalog
export type { FixturePet, NewPet, Pet, PetChanges } from '../contract/pet.ts';
export type { Delay } from '../controls/delay.ts';
export type { Dialect } from '../contract/dialect.ts';
export type { ActiveFault, Fault, FaultChanges, NetworkFault } from '../controls/faults.ts';
export type { FaultMatch, QueryMatch } from '../controls/match.ts';
export type {
  CatalogState,
  CatalogSummary,
  Fixtures,
  FixtureSet,
  SeedOptions,
  Snapshot,
  ItemPlace,
  ScenarioSummary,
} from '../controls/state.ts';
export type { Har, HarEntry, HarPair, HarRequest, HarResponse } from '../controls/har.ts';
export type {
  JournalEntry,
  RequestFilter,
  VerifyOptions,
  WaitOptions,
} from '../controls/requests.ts';
