import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createControl } from '../../src/client.ts';
import { openDashboard } from '../browser/dashboard-page.ts';
import { run } from '../browser/support/run.ts';
import { installedExample } from '../package/support/installed-project.ts';
import { freePort } from '../support/free-port.ts';
import { editFile } from './support/edit-file.ts';
import { findNginx } from './support/nginx.ts';

/** What the example's `pool.js` gives, as far as it is used here. */
interface PoolModule {
  startPool(options: { port: number; nginx: string }): Promise<{
    url: string;
    instances: readonly { url: string }[];
    close(): Promise<void>;
  }>;
}

async function listPets(url: string, key: string): Promise<string[]> {
  const response = await fetch(`${url}/v2/pets`, { headers: { 'X-API-Key': key } });
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
}

/** The instance that has the catalog of a key. */
async function findHome(instances: readonly { url: string }[], key: string): Promise<string> {
  const counts = await Promise.all(
    instances.map(({ url }) => createControl({ url, apiKey: key }).requests.count()),
  );
  return instances[counts.findIndex((count) => count > 0)]!.url;
}

describe.runIf(process.platform === 'linux')('several instances behind nginx', () => {
  let cwd: string;
  let nginx: string;
  beforeAll(async () => {
    [cwd, nginx] = await Promise.all([installedExample('scale-out'), findNginx()]);
  });

  const runTests = () => run('npm', ['test'], { cwd, env: { NGINX_PATH: nginx } });

  test('are one mock: keys whole, an instance lost, one added', async () => {
    const output = await runTests();
    expect(output).toMatch(/^# pass 7$/m);
    expect(output).toMatch(/keys that moved to the fifth instance: \d+ of 200/);
  });

  test('are shown and controlled by the dashboard, one key at a time', async () => {
    const { startPool } = (await import(pathToFileURL(join(cwd, 'pool.js')).href)) as PoolModule;
    const pool = await startPool({ port: await freePort(), nginx });
    onTestFinished(() => pool.close());
    // The dashboard tries a WebSocket, which the balancer refuses.
    const page = await openDashboard(pool.url, {}, { expected: /WebSocket.*404/ });
    const field = page.getByLabel('Show the key');
    const name = page.getByLabel('Name', { exact: true });
    const found = (pets: number) => page.getByPlaceholder(`Search ${pets} pets`).waitFor();
    const homes = new Set<string>();
    for (const key of Array.from({ length: 8 }, (_, index) => `suite-${index}`)) {
      const list = () => listPets(pool.url, key);
      await field.fill(key);
      await field.press('Enter');
      await found(25);
      await page.getByRole('button', { name: 'New pet' }).click();
      await name.fill(`Rex of ${key}`);
      await name.press('Enter');
      await expect.poll(async () => (await list()).at(-1)).toBe(`Rex of ${key}`);
      await found(26);
      await page.getByRole('button', { name: 'Data', exact: true }).click();
      await page.getByRole('button', { name: 'Back to how the server started' }).click();
      await expect.poll(list).toHaveLength(25);
      homes.add(await findHome(pool.instances, key));
    }
    // The keys are in several instances, so the page has spoken to these.
    expect(homes.size).toBeGreaterThan(1);
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
