import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { installedExample } from '../package/support/installed-project.ts';
import { withoutStorageWarning } from '../support/storage-warning.ts';

const cwd = await installedExample('node-test');

test('the tests of the example run', async () => {
  const output = await run('npm', ['test'], { cwd });
  expect(output).toMatch(/tests 2\n.*pass 2\n.*fail 0/s);
  expect(withoutStorageWarning(output)).not.toMatch(/warning/i);
});

test('require loads the package, too', async () => {
  const text = await readFile(join(cwd, 'pets.test.js'), 'utf8');
  const file = join(cwd, 'pets.test.cjs');
  onTestFinished(() => rm(file));
  const commonjs = text.replaceAll(/^import (.+) from (.+);$/gm, 'const $1 = require($2);');
  await writeFile(file, commonjs);
  expect(await run('node', ['--test', file], { cwd })).toMatch(/pass 2\n.*fail 0/s);
});
