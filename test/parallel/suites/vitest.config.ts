import { defineConfig } from 'vitest/config';

/** Four files, four workers, one server: its address comes from the environment. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.suite.ts'],
    pool: 'forks',
    maxWorkers: 4,
  },
});
