import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    // One worker for each core, where vitest would leave one core to itself.
    maxWorkers: '100%',
    // Files share no state, so a worker keeps what it has loaded from one to the next.
    isolate: false,
    // An error that nobody handles fails the run; that is vitest's default, and stays so.
    dangerouslyIgnoreUnhandledErrors: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    coverage: { provider: 'v8', include: ['src/**'], reportsDirectory: 'coverage' },
  },
});
