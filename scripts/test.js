// Runs vitest during the build: tests of `src` begin at once, and tests of `dist` wait
// (test/support/set-up.ts). `npx vitest run` uses the existing `dist`.
process.env.BUILD_BESIDE_TESTS = 'true';
process.argv.splice(2, 0, 'run');
await import('../node_modules/vitest/vitest.mjs');
