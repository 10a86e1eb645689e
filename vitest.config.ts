import { availableParallelism } from 'node:os';
import { defaultExclude, defineConfig } from 'vitest/config';
import { middlewareInTests } from './scripts/http-middleware.js';

export default defineConfig({
  plugins: [middlewareInTests],
  test: {
    include: ['test/**/*.test.ts'],
    // Projects that tests run on their own.
    exclude: [...defaultExclude, 'test/places/fixtures/**'],
    globalSetup: 'test/package/support/install.ts',
    // More workers than cores, as many tests wait: for a browser, a process or a time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Files share no state, so a worker keeps what it has loaded from one to the next.
    isolate: false,
    // An error that nobody handles fails the run; that is vitest's default, and stays so.
    dangerouslyIgnoreUnhandledErrors: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
