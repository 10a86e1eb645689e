import { runArguments } from './arguments.ts';
import { fail } from './errors.ts';

export async function run(args: readonly string[]): Promise<void> {
  // Who has stopped reading misses what is written; the server goes on.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  await runArguments(args, (text) => process.stdout.write(text)).catch(fail);
}
