import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { prepared } from '../support/prepared.ts';
import { editFile } from './support/edit-file.ts';
import { findNginx } from './support/nginx.ts';

describe.runIf(process.platform === 'linux')('several instances behind nginx', () => {
  let cwd: string;
  let nginx: string;
  beforeAll(async () => {
    [cwd, nginx] = await Promise.all([prepared('examples/scale-out'), findNginx()]);
  });

  const runTests = () => run('npm', ['test'], { cwd, env: { NGINX_PATH: nginx } });

  test('are one mock: keys whole, an instance lost, one added', async () => {
    const output = await runTests();
    expect(output).toMatch(/^# pass 7$/m);
    expect(output).toMatch(/keys that moved to the fifth instance: \d+ of 200/);
  });

  test('have a Kubernetes manifest that its schemas accept', async () => {
    const output = await run('npm', ['run', 'validate'], { cwd });
    expect(output).toMatch(/Deployment pet-catalog: valid[^]*Ingress pet-catalog: valid/);
    await editFile(join(cwd, 'kubernetes.yaml'), 'replicas: 4', 'replicas: four');
    await expect(run('npm', ['run', 'validate'], { cwd })).rejects.toThrow(
      /replicas must be integer/,
    );
  });
});
