export { createTest, test, type PetCatalogFixtures, type TestOptions } from './vitest/test.ts';
export type { MswServer, Network } from './vitest/network.ts';
export type { CatalogServer } from './vitest/catalog-server.ts';
export type { RunServer } from './vitest/run-server.ts';
