// Runs vitest, with the build beside it: the tests of `src` begin at once, and those of `dist` wait
// (test/support/set-up.ts). `npx vitest run` takes the `dist` that is there.
process.env.BUILD_BESIDE_TESTS = 'true';
process.argv.splice(2, 0, 'run');
await import('../node_modules/vitest/vitest.mjs');
