export { createTest, test, type PetCatalogFixtures, type TestOptions } from './test.ts';
export type { MswServer, Network } from './network.ts';
export type { CatalogServer } from './catalog-server.ts';
export type { RunServer } from './run-server.ts';
