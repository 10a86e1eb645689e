import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { watchChild, type RunningCommand } from '../../cli/support/command.ts';
import { outside, type RunOptions } from './run.ts';

/**
 * Starts a Node script that serves, for the length of a test, and waits for the line with its address.
 *
 * @returns What the first group of `ready` matched, and `stop()`, which may be called twice.
 */
export async function serve(
  script: string,
  args: readonly string[],
  { cwd, env = {} }: RunOptions,
  ready: RegExp,
): Promise<{ url: string; stop: RunningCommand['stop'] }> {
  const child = spawn(process.execPath, [script, ...args], { cwd, env: outside(env) });
  child.stdin.end();
  const { until, stop } = watchChild(child);
  onTestFinished(async () => void (await stop()));
  const [, url] = await until('stdout', ready);
  return { url: url!, stop };
}

/** The same for its address alone. */
export const served = async (...args: Parameters<typeof serve>) => (await serve(...args)).url;
