import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { prepared } from '../support/prepared.ts';
import { expectedFailures, runFailingTests, timeoutReport } from './support/failing-vitest.ts';
import { patientVitest } from '../support/patience.ts';

const project = await prepared('examples/vitest');
const vitest = (...args: string[]) =>
  run('npx', ['vitest', ...args, ...patientVitest], { cwd: project });

describe('the example for vitest', () => {
  test('passes, and its types are right', async () => {
    const output = await run('npm', ['test', '--', ...patientVitest], { cwd: project });
    expect(output).toMatch(/Test Files\s+8 passed/);
    expect(output).toMatch(/Tests\s+18 passed/);
    await run('npm', ['run', 'types'], { cwd: project });
  });

  test('shows below an error what the mock was asked, once for each attempt', async () => {
    const { failures, output } = await runFailingTests(project);
    expect(failures).toEqual(expectedFailures);
    expect(output).not.toContain('not-to-be-shown');
    expect(output).toMatch(timeoutReport);
    // The difference stays where it was.
    expect(output).toMatch(/-> 200 \(\d+ ms\)\n+- Expected\n\+ Received\n/);
  });

  test('passes in a worker that files share, where nothing stays for the next file', async () => {
    const flags = ['--pool=threads', '--no-isolate', '--maxWorkers=1', '--exclude=**/failing*'];
    expect(await vitest('run', ...flags)).toMatch(/Test Files\s+8 passed/);
  });

  test('runs again in watch mode, with the same server', async () => {
    const script = `
      import { startVitest } from 'vitest/node';
      const vitest = await startVitest('test', ['catalog-server'], { watch: true, reporters: [] });
      await vitest.rerunFiles();
      const { state } = vitest;
      console.log('again:', state.getTestModules().map((one) => one.state()), state.getUnhandledErrors());
      await vitest.close();
      process.exit();`;
    const flags = ['--input-type=module', '--eval', script];
    expect(await run(process.execPath, flags, { cwd: project })).toContain(
      "again: [ 'passed' ] []",
    );
  });

  test('says what to do when a test wants a server that the run does not have', async () => {
    await writeFile(join(project, 'bare.config.ts'), 'export default {};');
    const bare = vitest('run', 'catalog-server', '--config=bare.config.ts');
    await expect(bare).rejects.toThrow(
      'The fixture "catalogServer" needs the server of the run: add ' +
        '"pet-catalog-mock/vitest/global-setup" to "globalSetup" in the configuration of vitest',
    );
  });
});

test('a project of one’s own tells the catalogs of the run by a header, and leaves tests of vitest’s own alone', async () => {
  const from = join(import.meta.dirname, 'fixtures/vitest-own');
  await cp(from, join(project, 'own'), { recursive: true });
  const output = await vitest('run', '--root=own');
  expect(output).toMatch(/Tests\s+4 passed/);
});
