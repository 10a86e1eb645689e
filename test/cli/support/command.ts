import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { prepared } from '../../support/prepared.ts';
import { hasSignals } from '../../support/systems.ts';
import { endsWithTheRun } from '../../support/at-the-end.ts';

export { folderWith } from '../../support/folder.ts';

/** The command as it is packed: the tests run on the build. */
export const commandFile = join(await prepared('dist'), 'cli.js');

export interface CommandOptions {
  /** All variables besides `PATH`: those of the test run are not passed on. */
  env?: Record<string, string>;
  cwd?: string;
  /** Standard input: closed unless it is a pipe. */
  stdin?: 'pipe';
  /** A program that starts it, with its arguments. */
  through?: readonly string[];
  /** Has `stop()` send a message, as it must where there are no signals. */
  channel?: boolean;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export type RunningCommand = ReturnType<typeof watchChild>;

/** Starts the command; it is ended when the test is over, however it went. */
export function spawnCommand(
  args: readonly string[],
  { env = {}, cwd, stdin, through = [], channel = !hasSignals }: CommandOptions = {},
) {
  const [program, ...rest] = [...through, process.execPath, commandFile, ...args];
  const child = spawn(program!, rest, {
    env: { PATH: process.env['PATH'], ...env },
    cwd,
    stdio: [stdin ?? 'ignore', 'pipe', 'pipe', ...(channel ? ['ipc' as const] : [])],
  });
  return watchChild(child, () => (channel ? child.send('shutdown') : child.kill('SIGTERM')));
}

/** Follows what a process writes; it is ended when the test is over, however it went, or with the run. */
export function watchChild(child: ChildProcess, end: () => unknown = () => child.kill('SIGTERM')) {
  endsWithTheRun(child);
  const text = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]!.setEncoding('utf8').on('data', (chunk: string) => {
      text[stream] += chunk;
      for (const watcher of watchers) watcher();
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...text }) as Ended);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    ended,
    /** Asks it to end, as SIGTERM does where the system has signals; gives how it ended. */
    stop() {
      end();
      return ended;
    },
    /** What has been written so far. */
    output: () => ({ ...text }),
    /** Waits until what was written matches; fails when the process ends before. */
    until(stream: 'stdout' | 'stderr', pattern: RegExp) {
      return new Promise<RegExpExecArray>((found, failed) => {
        const watcher = () => {
          const match = pattern.exec(text[stream]);
          if (!match) return;
          watchers.delete(watcher);
          found(match);
        };
        watchers.add(watcher);
        watcher();
        void ended.then(({ code, stderr }) =>
          failed(new Error(`Ended with ${code} before ${pattern} on ${stream}: ${stderr}`)),
        );
      });
    },
  };
}

/** Runs the command to its end. */
export function runCommand(args: readonly string[], options?: CommandOptions): Promise<Ended> {
  return spawnCommand(args, options).ended;
}

/** Starts the command on a free port, unless told otherwise, and waits until it is ready. */
export async function startCommand(
  args: readonly string[] = [],
  { env = {}, ...options }: CommandOptions = {},
) {
  const running = spawnCommand(args, { env: { PORT: '0', ...env }, ...options });
  const [, url] = await running.until('stdout', /^ready on (.+)\n/m);
  return {
    ...running,
    /** `http://127.0.0.1:41234/v2` */
    url: url!,
    port: Number(new URL(url!).port),
    /** Calls the service with a key: a path below the base path. */
    call: (path: string, { headers, ...init }: RequestInit = {}) =>
      fetch(url + path, {
        ...init,
        headers: { 'X-API-Key': 'test-key-01', ...(headers as Record<string, string>) },
      }),
  };
}
