import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import type { BuiltImage } from './dockerfile.ts';
import { endsWithTheRun } from '../../support/child.ts';

export interface Container {
  port: number;
  /** Runs the health check in it; its exit status. */
  check(): Promise<number | null>;
  /** Sends it a signal; gives its exit status. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
  /** The number that it has for itself. */
  ownPid(): Promise<number>;
  output(): string;
  ended: Promise<number | null>;
}

/**
 * Starts an image in a namespace of processes in which it is the first, as the user that it names
 * where this process may change to that one.
 */
export async function startContainer(
  image: BuiltImage,
  env: Record<string, string>,
): Promise<Container> {
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  const settings = { PATH: process.env['PATH']!, ...image.env, PORT: String(port), ...env };
  const namespace = isRoot
    ? ['--setuid', String(image.uid), '--setgid', String(image.gid)]
    : ['--user', '--map-root-user'];
  const child = endsWithTheRun(
    spawn('unshare', ['--pid', '--fork', ...namespace, ...image.entrypoint], {
      cwd: image.cwd,
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    // With another user, the kernel does not end the inner process with the outer one.
    if (child.exitCode === null) process.kill(await innerPid(child), 'SIGKILL');
    await ended;
  });
  return {
    port,
    ended,
    output: () => text,
    check() {
      const shell = endsWithTheRun(
        spawn('sh', ['-c', image.healthcheck], { cwd: image.cwd, env: settings }),
      );
      return new Promise((resolve) => shell.once('close', resolve));
    },
    async stop(signal) {
      process.kill(await innerPid(child), signal);
      return ended;
    },
    async ownPid() {
      const status = await readFile(`/proc/${await innerPid(child)}/status`, 'utf8');
      return Number(/^NSpid:.*\s(\d+)$/m.exec(status)?.[1]);
    },
  };
}

async function innerPid({ pid }: ChildProcess): Promise<number> {
  return Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}
