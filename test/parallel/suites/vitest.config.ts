import { defineConfig } from 'vitest/config';
import { patience } from '../../support/patience.ts';

/** Four files, four workers, one server: its address comes from the environment. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.suite.ts'],
    pool: 'forks',
    maxWorkers: 4,
    testTimeout: 5 * patience,
    hookTimeout: 5 * patience,
  },
});
