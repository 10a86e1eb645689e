import { expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { prepared } from '../support/prepared.ts';
import { withoutStorageWarning } from '../support/storage-warning.ts';

const cwd = await prepared('examples/node-test');

test('the tests of the example run', async () => {
  const output = await run('npm', ['test'], { cwd });
  expect(output).toMatch(/tests 2\n.*pass 2\n.*fail 0/s);
  expect(withoutStorageWarning(output)).not.toMatch(/warning/i);
});
