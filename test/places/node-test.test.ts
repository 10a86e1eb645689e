import { expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { installedExample } from '../package/support/installed-project.ts';
import { withoutStorageWarning } from '../support/storage-warning.ts';

const cwd = await installedExample('node-test');

test('the tests of the example run', async () => {
  const output = await run('npm', ['test'], { cwd });
  expect(output).toMatch(/tests 2\n.*pass 2\n.*fail 0/s);
  expect(withoutStorageWarning(output)).not.toMatch(/warning/i);
});
