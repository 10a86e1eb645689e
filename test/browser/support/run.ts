import { spawn, type ChildProcess } from 'node:child_process';
import crossSpawn from 'cross-spawn';
import { endsWithTheRun } from '../../support/child.ts';

/** What tells a child process that it is part of this test run, which it is not. */
const ofThisRun =
  /^(?:NODE_ENV|NODE_OPTIONS|VITEST|VITE_|TEST|PROD|DEV|MODE|SSR|BASE_URL|FORCE_COLOR|npm_)/;

function outside(env: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ofThisRun.test(name));
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', ...env };
}

export interface RunOptions {
  cwd: string;
  env?: Record<string, string>;
}

/**
 * Runs a command to its end.
 *
 * @returns What it wrote on both streams.
 * @throws Error with that, when its exit status is not 0.
 */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: RunOptions,
): Promise<string> {
  // On Windows, npm and what is in node_modules/.bin are scripts of its shell.
  const child = endsWithTheRun(
    crossSpawn(command, [...args], {
      cwd,
      env: outside(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
    'SIGTERM',
  );
  const output = collect(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) resolve(output());
      else reject(new Error(`${command} ${args.join(' ')} ended with ${status}:\n${output()}`));
    });
  });
}

/**
 * Starts a Node script that serves, and waits for the line with its address.
 *
 * @returns What the first group of `ready` matched; `stop()` asks it to end and gives its exit status,
 * `null` when the signal ended it. It may be called twice.
 */
export async function serve(
  script: string,
  args: readonly string[],
  { cwd, env = {} }: RunOptions,
  ready: RegExp,
): Promise<{ url: string; stop(): Promise<number | null> }> {
  const child = endsWithTheRun(
    spawn(process.execPath, [script, ...args], {
      cwd,
      env: outside(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const output = collect(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = ready.exec(output())?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then((status) =>
      reject(new Error(`${script} ended with ${status} before it was ready:\n${output()}`)),
    );
  });
  return {
    url,
    stop() {
      child.kill();
      return ended;
    },
  };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }
  return () => text;
}
