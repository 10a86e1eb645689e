/**
 * Mutation testing (decisions/mutation-testing.md). `npm run mutants` brings Stryker itself, so that
 * `npm ci` does not install its 167 packages for everybody.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  plugins: ['@stryker-mutator/*', './stryker.prose.mjs'],
  ignorers: ['prose'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutants.config.ts', related: false },
  mutate: [
    'src/{contract,operations,catalog}/**/*.ts',
    // Prose for readers of the OpenAPI document. What of it has a meaning, validators and clients test.
    '!src/{contract,operations}/openapi*.ts',
  ],
  coverageAnalysis: 'perTest',
  // The first run counts, for each of thousands of tests, the mutants that it reaches.
  testRunnerNodeArgs: ['--max-old-space-size=8192'],
  // What runs only while a module loads needs all tests, with all modules loaded anew, for each mutant.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: 'test-results/mutants/incremental.json',
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'test-results/mutants/index.html' },
  jsonReporter: { fileName: 'test-results/mutants/mutants.json' },
  thresholds: { high: 95, low: 90, break: 90 },
  // A mutant that a slow machine made late must not count as killed.
  timeoutMS: 20_000,
  // TypeScript 7 has no API to rewrite it with, and vitest does not read it.
  tsconfigFile: 'none',
  ignorePatterns: ['/bench', '/examples', '/test-results', '/coverage'],
};
