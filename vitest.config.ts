import { defineConfig } from 'vitest/config';

const ofPackage = ['test/package/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'source',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...ofPackage],
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ofPackage,
          globalSetup: 'test/package/support/install.ts',
          // The compiler runs in processes of its own, and slowly while other tests run.
          testTimeout: 60_000,
        },
      },
    ],
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
