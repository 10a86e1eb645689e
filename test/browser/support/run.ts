import crossSpawn from 'cross-spawn';
import { endsWithTheRun } from '../../support/at-the-end.ts';

/** What tells a child process that it is part of this test run, which it is not. */
const ofThisRun =
  /^(?:NODE_ENV|NODE_OPTIONS|VITEST|VITE_|TEST|PROD|DEV|MODE|SSR|BASE_URL|FORCE_COLOR|npm_)/;

export function outside(env: Record<string, string>): NodeJS.ProcessEnv {
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
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) resolve(output);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${status}:\n${output}`));
    });
  });
}
