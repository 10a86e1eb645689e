import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { globalSetup: ['pet-catalog-mock/vitest/global-setup'] },
});
