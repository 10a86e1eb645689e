import { defineConfig } from '@playwright/test';
import type { PetCatalogFixtures, PetCatalogWorkerFixtures } from 'pet-catalog-mock/playwright';

// A browser that is installed already. Without it, `npx playwright install chromium` gets one.
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
      command: 'npx pet-catalog-mock --port 0 --isolate --log none',
      wait: { stdout: /ready on (?<PET_CATALOG_URL>\S+)/ },
    },
    // #endregion
  ],
  projects: [
    // #region own-server
    {
      name: 'own-server',
      testMatch: 'fixtures.spec.ts',
      use: { petCatalogOptions: { pets: 3 } },
    },
    // #endregion
    // #region shared-server
    {
      name: 'shared-server',
      testMatch: 'fixtures.spec.ts',
      use: { petCatalogUrl: process.env.PET_CATALOG_URL },
    },
    // #endregion
    { name: 'no-server', testMatch: ['route-page.spec.ts', 'msw.spec.ts'] },
  ],
});
