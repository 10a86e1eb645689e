import { defineConfig } from '@playwright/test';
import type { PetCatalogFixtures, PetCatalogWorkerFixtures } from 'pet-catalog-mock/playwright';

// A Chromium that is installed already; without it, `npx playwright install chromium` gets one.
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig<PetCatalogFixtures, PetCatalogWorkerFixtures>({
  testDir: 'tests',
  fullyParallel: true,
  workers: 2,
  use: {
    baseURL: process.env.APP_URL,
    launchOptions: executablePath === undefined ? {} : { executablePath },
  },
  webServer: [
    {
      command: 'node app/serve.mjs',
      wait: { stdout: /app on (?<APP_URL>\S+)/ },
    },
    // #region web-server
    {
      command: 'pet-catalog-mock --port 0 --isolate',
      wait: { stdout: /ready on (?<PET_CATALOG_URL>\S+)/ },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
    // #endregion
  ],
  projects: [
    {
      name: 'own-server',
      testMatch: 'fixtures.spec.ts',
      use: { petCatalogOptions: { pets: 3 } },
    },
    {
      name: 'shared-server',
      testMatch: 'fixtures.spec.ts',
      use: { petCatalogUrl: process.env.PET_CATALOG_URL },
    },
    { name: 'route-page', testMatch: 'route-page.spec.ts' },
    { name: 'msw', testMatch: 'msw.spec.ts' },
  ],
});
