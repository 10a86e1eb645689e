import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { prepared } from '../support/prepared.ts';
import { otherNode } from '../support/other-node.ts';
import { expectedFailures, runFailingTests, timeoutReport } from './support/failing-vitest.ts';
import { patientVitest } from '../support/patience.ts';

describe('the example, with vitest 5 on Node 22', () => {
  let project: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    env = { PATH: `${await otherNode(22)}:${process.env['PATH']}` };
    project = await mkdtemp(join(tmpdir(), 'vitest-5-'));
    await cp(await prepared('examples/vitest'), project, { recursive: true });
    const flags = ['--save-dev', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    const packages = [await prepared('tarball'), 'vitest@5.1.1'];
    await run('npm', ['install', ...flags, ...packages], { cwd: project, env });
    return () => rm(project, { recursive: true, force: true });
  });

  test('passes', async () => {
    const output = await run('npm', ['test', '--', ...patientVitest], { cwd: project, env });
    expect(output).toContain('v5.1.1');
    expect(output).toMatch(/Tests\s+19 passed/);
  });

  test('has right types, those of the matchers too', async () => {
    await run('npm', ['run', 'types'], { cwd: project, env });
    const wrong = "import { expect } from 'vitest';\nexpect(1).toHaveReceived({ status: 'ok' });\n";
    const file = join(project, 'tests/wrong.ts');
    await writeFile(file, wrong);
    const checked = run('npm', ['run', 'types'], { cwd: project, env });
    await expect(checked).rejects.toThrow(`Type 'string' is not assignable`);
    await rm(file);
  });

  test('shows below an error what the mock was asked', async () => {
    const { failures, output } = await runFailingTests(project, env);
    expect(failures).toEqual(expectedFailures);
    expect(output).toMatch(timeoutReport);
  });
});
