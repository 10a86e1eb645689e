import { defineConfig } from 'vitest/config';

/** What `.ci/examples` runs: frameworks and tools that take minutes to install and to build. */
export default defineConfig({
  test: {
    include: ['test/**/*.heavy.ts'],
    globalSetup: 'test/support/set-up.ts',
    setupFiles: 'test/support/prepare.ts',
    environment: './test/support/environment.ts',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
