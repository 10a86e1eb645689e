import { defaultExclude, defineConfig } from 'vitest/config';
import { middlewareInTests } from './scripts/middleware-in-tests.js';
import { shared } from './vitest.config.ts';

/** What `npm run mutants` runs: the tests in this process that exercise the mutated folders. */
export default defineConfig({
  plugins: [middlewareInTests],
  test: {
    ...shared,
    globalSetup: 'test/support/set-up.ts',
    include: [
      'test/{unit,properties,control}/**/*.test.ts',
      'test/client*.test.ts',
      // One host in memory stands for the others, which run the same table of cases.
      'test/contract/{catalog-fetch,msw,openapi,raw-requests,raw-bodies}.test.ts',
    ],
    exclude: [
      ...defaultExclude,
      // Types, and parts beyond the mutated folders.
      'test/unit/{public-types,storybook,dashboard-faults}.test.ts',
      'test/control/pages.test.ts',
      // Large bodies and long waits: seconds for each mutant, which a faster test kills as well.
      'test/control/{isolation,stalled-readers,security}.test.ts',
    ],
  },
});
