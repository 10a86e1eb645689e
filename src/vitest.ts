export { test } from './vitest/test.ts';
export type { CatalogServer, Network, PetCatalogFixtures } from './vitest/fixtures.ts';
export type { RunServer } from './vitest/run-server.ts';
