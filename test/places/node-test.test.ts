import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { installedExample } from '../package/support/installed-project.ts';
import { failingControls, linesOfControls } from './support/failing-controls.ts';
import { withoutStorageWarning } from '../support/storage-warning.ts';

let cwd: string;
beforeAll(async () => {
  cwd = await installedExample('node-test');
});

test('the tests of the example run', async () => {
  const output = await run('npm', ['test'], { cwd });
  expect(output).toMatch(/tests 2\n.*pass 2\n.*fail 0/s);
  expect(withoutStorageWarning(output)).not.toMatch(/warning/i);
});

test.each([
  ['another pet than expected', "name: 'Rex'", "name: 'Rexa'", /\+ +name: 'Rexa'/],
  ['fewer requests than expected', 'count: 2', 'count: 3', /VerificationError/],
  ['no reset between tests', 'beforeEach(() => catalog.reset());', '', /pass 1\n.*fail 1/s],
])('a test fails for %s', async (_what, before, after, message) => {
  const text = await readFile(join(cwd, 'pets.test.js'), 'utf8');
  const file = join(cwd, 'broken.test.js');
  onTestFinished(() => rm(file));
  await writeFile(file, text.replace(before, after));
  await expect(run('node', ['--test', file], { cwd })).rejects.toThrow(message);
});

test('the stack of what a control refuses, and of a wait that was in vain, begins in the test', async () => {
  const file = join(cwd, 'stacks.test.js');
  onTestFinished(() => rm(file));
  const text = failingControls('node:test');
  await writeFile(file, text);
  const output = await run('node', ['--test', '--test-reporter=spec', file], { cwd }).then(
    () => expect.fail('The run should have failed'),
    (error: Error) => error.message,
  );
  expect(output).toMatch(/fail 4/);
  const lines = text.split('\n');
  for (const line of linesOfControls) {
    const number = lines.findIndex((one) => one.includes(line)) + 1;
    expect(output).toMatch(new RegExp(`Error.*: .*\\n +at .*stacks\\.test\\.js:${number}:`));
  }
  expect(output).not.toContain('pet-catalog-mock/src/');
});

test('require loads the package, too', async () => {
  const text = await readFile(join(cwd, 'pets.test.js'), 'utf8');
  const file = join(cwd, 'pets.test.cjs');
  onTestFinished(() => rm(file));
  const commonjs = text.replaceAll(/^import (.+) from (.+);$/gm, 'const $1 = require($2);');
  await writeFile(file, commonjs);
  expect(await run('node', ['--test', file], { cwd })).toMatch(/pass 2\n.*fail 0/s);
});
