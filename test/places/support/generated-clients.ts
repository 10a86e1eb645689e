import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { run, type RunOptions } from '../../browser/support/run.ts';
import { installedExample } from '../../package/support/installed-project.ts';
import { patientVitest } from '../../support/patience.ts';
import { editFile } from './edit-file.ts';

/** Makes the clients of `examples/generate-a-client`, and runs them against the mock. */
export function describeGeneratedClients(
  name: string,
  prepare: (cwd: string) => Promise<Pick<RunOptions, 'env'>>,
): void {
  describe(`the generators ${name}`, () => {
    let options: RunOptions;
    let output: string;
    beforeAll(async () => {
      const cwd = await installedExample('generate-a-client');
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

    test('make clients that create, get and list pets, and control the server', async () => {
      expect(await run('npm', ['test', '--', ...patientVitest], options)).toMatch(
        /Tests +14 passed \(14\)/,
      );
    });

    test('make clients whose tests fail when the server answers otherwise', async () => {
      await editFile(join(options.cwd, 'test/start-mock.ts'), "name: 'Rex'", "name: 'Max'");
      await expect(run('npm', ['test', '--', ...patientVitest], options)).rejects.toThrow(
        /Tests +3 failed \| 11 passed/,
      );
    });
  });
}
