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

/** Lines that fail as a control throws, at once and after a wait: in the process, and over HTTP. */
const failing = [
  "await catalog.requests.waitFor({ operation: 'createPet' }, { timeout: 1 });",
  'catalog.seed({ pets: -1 });',
  "await control.requests.waitFor({ operation: 'createPet' }, { timeout: 1 });",
  'await control.seed({ pets: -1 });',
];
const failingTests = `
import { before, after, test } from 'node:test';
import { createPetCatalog } from 'pet-catalog-mock';
import { createControl } from 'pet-catalog-mock/client';
import { startServer } from 'pet-catalog-mock/server';

const catalog = createPetCatalog();
let server, control;
before(async () => {
  server = await startServer({ port: 0, log: 'none' });
  control = createControl({ url: server.url });
});
after(() => server.close());

${failing.map((line, index) => `test('${index}', async () => {\n  ${line}\n});`).join('\n')}
`;

test('the stack of what a control refuses, and of a wait that was in vain, begins in the test', async () => {
  const file = join(cwd, 'stacks.test.js');
  onTestFinished(() => rm(file));
  await writeFile(file, failingTests);
  const output = await run('node', ['--test', '--test-reporter=spec', file], { cwd }).then(
    () => expect.fail('The run should have failed'),
    (error: Error) => error.message,
  );
  expect(output).toMatch(/fail 4/);
  const lines = failingTests.split('\n');
  for (const line of failing) {
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
