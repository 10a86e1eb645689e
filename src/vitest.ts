export { createTest, test } from './vitest/test.ts';
export type {
  CatalogServer,
  MswServer,
  Network,
  PetCatalogFixtures,
  TestOptions,
} from './vitest/fixtures.ts';
export type { RunServer } from './vitest/run-server.ts';
