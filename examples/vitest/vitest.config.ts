import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['pet-catalog-mock/vitest/setup'],
    globalSetup: ['pet-catalog-mock/vitest/global-setup'], // only for `catalogServer`
  },
});
