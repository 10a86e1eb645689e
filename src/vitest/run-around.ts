import { test, TestRunner, type TestAPI, type TestContext } from 'vitest';

/**
 * Creates vitest's `test` whose tests run within `around`, with their hooks and fixtures.
 *
 * A fixture cannot do that, because an asynchronous context around `use()` does not reach the test.
 * `aroundEach` can, but it belongs to a file, and files of one worker may share this module. So the hook
 * is added when a test is collected, once for each suite. It is added to the collector, because
 * vitest's own function makes automatic fixtures before it calls the hook.
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
    // The top level of all files has one collector.
    const suite = collector.suite ?? collector.file;
    if (!suites.has(suite)) {
      suites.add(suite);
      collector.on('aroundEach', async (runTest, { task }) => {
        // vitest calls the hooks of outer suites for the same test.
        if (!own.delete(task)) return runTest();
        await around(task, runTest);
        own.add(task);
      });
    }
    test.fn.call(this, ...definition);
    own.add(collector.tasks.at(-1)!);
  });
}
