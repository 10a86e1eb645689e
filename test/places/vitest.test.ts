import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { root } from '../package/support/package.ts';
import { prepared } from '../support/prepared.ts';
import { expectedFailures, runFailingTests, timeoutReport } from './support/failing-vitest.ts';
import { patientVitest } from '../support/patience.ts';

const project = await prepared('examples/vitest');
const vitest = (...args: string[]) =>
  run('npx', ['vitest', ...args, ...patientVitest], { cwd: project });

describe('the example for vitest', () => {
  test('passes, and its types are right', async () => {
    const output = await run('npm', ['test', '--', ...patientVitest], { cwd: project });
    expect(output).toMatch(/Test Files\s+9 passed/);
    expect(output).toMatch(/Tests\s+19 passed/);
    await run('npm', ['run', 'types'], { cwd: project });
  });

  test('shows the requests to the mock below an error, once for each attempt', async () => {
    const { failures, output } = await runFailingTests(project);
    expect(failures).toEqual(expectedFailures);
    expect(output).not.toContain('not-to-be-shown');
    expect(output).toMatch(timeoutReport);
    // The difference stays where it was.
    expect(output).toMatch(/-> 200 \(\d+ ms\)\n+- Expected\n\+ Received\n/);
  });

  test('passes in a worker that files share, and leaves nothing for the next file', async () => {
    // After a file with an msw server of its own, msw does not reach clients that keep `fetch`.
    const excluded = ['failing*', 'kept-fetch*'].map((name) => `--exclude=**/${name}`);
    const flags = ['--pool=threads', '--no-isolate', '--maxWorkers=1', ...excluded];
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

  // The client is imported first: only the set-up file comes before it.
  test('works with openapi-fetch, and without a set-up file says what to add', async () => {
    const client = join(root, 'examples/generate-a-client/src/openapi-fetch.ts');
    await cp(client, join(project, 'src/openapi-fetch.ts'));
    const [, first] = (await readFile(join(root, 'docs/use-with-vitest.md'), 'utf8')).split('```');
    expect(first).toContain("setupFiles: ['pet-catalog-mock/vitest/setup']");
    const file = 'tests/kept/client.test.ts';
    const source = `
      import { pets } from '../../src/openapi-fetch.ts';
      import { expect } from 'vitest';
      import { test } from 'pet-catalog-mock/vitest';
      test('lists', async ({ catalog }) => {
        catalog.faults.add({ operation: 'createPet', status: 507 });
        const { response } = await pets.POST('/pets', { body: { name: 'Rex' } });
        expect(response.status).toBe(507);
        catalog.requests.verify({ operation: 'createPet', body: { name: 'Rex' } }, { count: 1 });
      });`;
    await mkdir(join(project, 'tests/kept'), { recursive: true });
    await writeFile(join(project, file), source);
    onTestFinished(() => rm(join(project, 'tests/kept'), { recursive: true }));
    expect(await vitest('run', file)).toMatch(/Tests\s+1 passed/);
    await writeFile(join(project, 'bare.config.ts'), 'export default {};');
    const bare = vitest('run', file, 'catalog-server', '--config=bare.config.ts');
    const output = await bare.then(() => '', String);
    expect(output).toContain('Add "pet-catalog-mock/vitest/setup" to "setupFiles"');
    expect(output).toContain(
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
