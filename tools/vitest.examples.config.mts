import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { patience } from '../test/support/patience.ts';

/** What `.ci/examples` runs: frameworks and tools that take minutes to install and to build. */
export default defineConfig({
  test: {
    include: ['test/**/*.heavy.ts'],
    globalSetup: 'test/support/set-up.ts',
    setupFiles: 'test/support/prepare.ts',
    fileParallelism: false,
    environment: fileURLToPath(new URL('../test/support/environment.ts', import.meta.url)),
    // Installs and builds: minutes, on a busy machine many.
    testTimeout: 15 * patience,
    hookTimeout: 15 * patience,
    expect: { poll: { timeout: patience } },
  },
});
