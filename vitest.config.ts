import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { middlewareInTests } from './scripts/middleware-in-tests.js';
import { patience } from './test/support/patience.ts';

/** What needs a browser, an install, many processes or much memory: `npm test` leaves it to `npm run test:all`. */
const slow = [
  'test/{browser,outside-client,package,places,random,vite}/**/*.test.ts',
  'test/cli/!(log|ready|settings|usage).test.ts',
  'test/docs/snippets/*-page.test.ts',
  'test/control/closing.test.ts',
  'test/verify/{broken-rules,verify-service}.test.ts',
  'test/unit/{bodies-in-flight,many-faults}.test.ts',
];

/** Projects that tests run on their own. */
const exclude = [...configDefaults.exclude, 'test/places/fixtures/**'];

/** What every test runs with. */
export const shared = {
  setupFiles: 'test/support/prepare.ts',
  environment: './test/support/environment.ts',
  // Files share no state, so a worker keeps its loaded modules.
  isolate: false,
  // These limits end what hangs, on any machine: see `patience`.
  testTimeout: 5 * patience,
  hookTimeout: 5 * patience,
  expect: { poll: { timeout: patience } },
};

export default defineConfig({
  test: {
    globalSetup: 'test/support/set-up.ts',
    // An unhandled error fails the run. This is vitest's default, and must stay.
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        plugins: [middlewareInTests],
        test: {
          ...shared,
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [...exclude, ...slow],
          sequence: { groupOrder: 0 },
          // More workers than cores, as many tests wait: for a process or a time, the slow ones longer.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
        },
      },
      {
        plugins: [middlewareInTests],
        test: {
          ...shared,
          name: 'slow',
          include: slow,
          exclude,
          sequence: { groupOrder: 1 },
          maxWorkers: availableParallelism() * 2,
        },
      },
    ],
  },
});
