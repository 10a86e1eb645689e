import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { watchChild } from '../../cli/support/command.ts';
import { freePort } from '../../support/free-port.ts';
import { sendFetch } from '../../support/send-http.ts';
import type { BuiltImage } from './dockerfile.ts';

/** What an image must do, however it has been built, in an empty folder. */
export function runContainerCases(build: (folder: string) => Promise<BuiltImage>): void {
  let image: BuiltImage;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'image-'));
    image = await build(folder);
    return () => rm(folder, { recursive: true, force: true });
  });

  test('its user is not root, by a number', () => {
    expect([image.uid, image.gid]).toEqual([1000, 1000]);
  });

  test('it is healthy once it answers, and ends with 0 on SIGTERM as the first process', async () => {
    const container = await startContainer(image, { PET_CATALOG_PETS: '3' });
    expect(await container.check(), container.output()).toBe(0);
    const response = await sendFetch(`http://127.0.0.1:${container.port}`, {});
    expect(await response.json()).toHaveLength(3);
    expect(await container.ownPid()).toBe(1);
    expect(await container.stop('SIGTERM')).toBe(0);
  });

  test('its control plane is off until a token is set, and then wants it', async () => {
    const container = await startContainer(image, {});
    expect(await container.check(), container.output()).toBe(0);
    const pets = (port: number, token?: string) =>
      fetch(`http://127.0.0.1:${port}/__admin/pets`, {
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      }).then(({ status }) => status);
    expect(await pets(container.port)).toBe(404);

    const open = await startContainer(image, {
      PET_CATALOG_ADMIN: 'true',
      PET_CATALOG_ADMIN_TOKEN: 'secret',
    });
    expect(await open.check(), open.output()).toBe(0);
    expect([await pets(open.port), await pets(open.port, 'secret')]).toEqual([401, 200]);
  });
}

/**
 * Starts an image in a namespace of processes in which it is the first, as the user that it names
 * where this process may change to that one.
 */
async function startContainer(image: BuiltImage, env: Record<string, string>) {
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  const settings = { PATH: process.env['PATH']!, ...image.env, PORT: String(port), ...env };
  const namespace = isRoot
    ? ['--setuid', String(image.uid), '--setgid', String(image.gid)]
    : ['--user', '--map-root-user'];
  const child = spawn('unshare', ['--pid', '--fork', ...namespace, ...image.entrypoint], {
    cwd: image.cwd,
    env: settings,
  });
  const { ended, output } = watchChild(child);
  onTestFinished(async () => {
    // With another user, the kernel does not end the inner process with the outer one.
    if (child.exitCode === null) process.kill(await innerPid(child), 'SIGKILL');
  });
  return {
    port,
    output: () => JSON.stringify(output()),
    /** Runs the health check in it; its exit status. */
    async check() {
      const shell = spawn('sh', ['-c', image.healthcheck], { cwd: image.cwd, env: settings });
      return (await watchChild(shell).ended).code;
    },
    /** Sends it a signal; gives its exit status. */
    async stop(signal: NodeJS.Signals) {
      process.kill(await innerPid(child), signal);
      return (await ended).code;
    },
    /** The number that it has for itself. */
    async ownPid() {
      const status = await readFile(`/proc/${await innerPid(child)}/status`, 'utf8');
      return Number(/^NSpid:.*\s(\d+)$/m.exec(status)?.[1]);
    },
  };
}

async function innerPid({ pid }: ChildProcess): Promise<number> {
  return Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}
