import { afterAll, beforeAll, test, expect } from 'vitest';
import { startServer, type PetCatalogServer } from 'pet-catalog-mock/server';
// #region verify-import
import { verifyService } from 'pet-catalog-mock/verify';
// #endregion

let server: PetCatalogServer;
let url: string;
beforeAll(async () => {
  server = await startServer({ port: 0, pets: 5 });
  ({ url } = server);
});
afterAll(() => server.close());

test('a service that decides as the mock does is the same', async () => {
  // #region verify-report
  const report = await verifyService({ url, apiKey: 'test', only: ['limit', 'Caching'] });
  expect(report.cases.filter(({ outcome }) => outcome === 'different')).toEqual([]);
  // #endregion
  expect(report.same).toBeGreaterThan(30);
});
