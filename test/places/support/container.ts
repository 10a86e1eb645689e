import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { watchChild } from '../../cli/support/command.ts';
import { freePort } from '../../support/free-port.ts';
import type { BuiltImage } from './dockerfile.ts';

/**
 * Starts an image in a namespace of processes in which it is the first, as the user that it names
 * where this process may change to that one.
 */
export async function startContainer(image: BuiltImage, env: Record<string, string>) {
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
