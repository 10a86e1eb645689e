import { runArguments } from './arguments.ts';
import { StartError } from '../server/load-module.ts';
import { FailedError, UsageError } from './errors.ts';

export async function run(args: readonly string[]): Promise<void> {
  // Who has stopped reading misses what is written; the server goes on.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  try {
    await runArguments(args, (text) => process.stdout.write(text));
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const isUsage = error instanceof UsageError;
  const isKnown = isUsage || error instanceof FailedError || error instanceof StartError;
  const text = isKnown ? error.message : String((error as Error | undefined)?.stack ?? error);
  const hint = isUsage ? '\nSee pet-catalog-mock --help' : '';
  process.stderr.write(`pet-catalog-mock: ${text}${hint}\n`);
  process.exit(isUsage ? 2 : 1);
}
