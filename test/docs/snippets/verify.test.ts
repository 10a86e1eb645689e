import { startServer } from 'pet-catalog-mock/server';
import { expect, test } from 'vitest';
// #region verify-import
import { verifyService } from 'pet-catalog-mock/verify';
// #endregion

test('a service that decides as the mock does is the same', async () => {
  await using server = await startServer({ port: 0, pets: 5 });
  const { url } = server;
  // #region verify-report
  const report = await verifyService({ url, apiKey: 'test', only: ['limit', 'Caching'] });
  expect(report.cases.filter(({ outcome }) => outcome === 'different')).toEqual([]);
  // #endregion
  expect(report.same).toBeGreaterThan(20);
});
