import { test, TestRunner, type TestAPI, type TestContext } from 'vitest';

/**
 * vitest's `test`, of which each test runs within `around`, with its hooks and its fixtures.
 *
 * A fixture cannot do that: what it calls `use()` in does not reach the test. `aroundEach` can, but it
 * belongs to a file, and this module is loaded once for many where files share a worker. So the hook
 * is added when a test is collected, once for each suite; without vitest's function for it, which has
 * the automatic fixtures made before it calls the hook.
 */
export function createTestAround(
  around: (task: TestContext['task'], runTest: () => Promise<void>) => Promise<void>,
): TestAPI {
  const suites = new WeakSet<object>();
  const own = new WeakSet<object>();

  return TestRunner.createTaskCollector(function (
    this: ThisParameterType<typeof test.fn>,
    ...definition: Parameters<typeof test>
  ) {
    const collector = TestRunner.getCurrentSuite();
    // One collector serves the top level of all files.
    const suite = collector.suite ?? collector.file;
    if (!suites.has(suite)) {
      suites.add(suite);
      collector.on('aroundEach', async (runTest, { task }) => {
        // The suites around this one call it for its tests as well.
        if (!own.delete(task)) return runTest();
        await around(task, runTest);
        own.add(task);
      });
    }
    test.fn.call(this, ...definition);
    own.add(collector.tasks.at(-1)!);
  });
}
