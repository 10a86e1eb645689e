import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { run, type RunOptions } from '../browser/support/run.ts';
import { prepared } from '../support/prepared.ts';
import { otherNode } from '../support/other-node.ts';
import { patientVitest } from '../support/patience.ts';
import { editFile } from './support/edit-file.ts';

/** Makes the clients of `examples/generate-a-client`, and runs them against the mock. */
function describeGeneratedClients(
  name: string,
  prepare: (cwd: string) => Promise<Pick<RunOptions, 'env'>>,
): void {
  describe(`the generators ${name}`, () => {
    let options: RunOptions;
    let output: string;
    beforeAll(async () => {
      const cwd = await prepared('examples/generate-a-client');
      options = { cwd, ...(await prepare(cwd)) };
      output = await run('npm', ['run', '--silent', 'generate'], options);
      output += await run('npm', ['run', '--silent', 'generate:control'], options);
    });

    test('make their clients without a warning', () => {
      expect(output).not.toMatch(/warn|error|deprecat|⚠|🛑/i);
      expect(output.match(/[✨🚀✅✓🎉]/gu)).not.toHaveLength(0);
    });

    test('make clients that type-check, and refuse what the service refuses', async () => {
      await run('npm', ['run', 'types'], options);
      await editFile(join(options.cwd, 'test/orval.test.ts'), '// @ts-expect-error', '//');
      await expect(run('npm', ['run', 'types'], options)).rejects.toThrow(
        /orval\.test\.ts.*TS2345[^]*'name' is missing/,
      );
    });

    test('make clients that create, get and list pets and control the server, and fail when it answers otherwise', async () => {
      const runTests = () => run('npm', ['test', '--', ...patientVitest], options);
      expect(await runTests()).toMatch(/Tests +14 passed \(14\)/);
      await editFile(join(options.cwd, 'test/start-mock.ts'), "name: 'Rex'", "name: 'Max'");
      await expect(runTests()).rejects.toThrow(/Tests +3 failed \| 11 passed/);
    });
  });
}

describeGeneratedClients('of the example, which run on Node 20', async () => ({}));

describeGeneratedClients('of the newest versions, on Node 22', async (cwd) => {
  const env = { PATH: `${await otherNode(22)}:${process.env['PATH']}` };
  const newest = ['@hey-api/openapi-ts@0.99.0', 'orval@8.38.0'];
  await run('npm', ['install', '--save-dev', '--ignore-scripts', ...newest], { cwd, env });
  // From version 8 on, orval's fetch client encodes what goes into a path.
  const file = join(cwd, 'test/orval.test.ts');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace("getPet('nobody')", "getPet('no/body')"));
  return { env };
});
