import { StartError } from '../server/load-module.ts';

/** Wrong usage: a bad flag, variable or config key. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot do what it was asked: a file, a port, a host. Exit status 1. */
export class FailedError extends Error {
  override readonly name = 'FailedError';
}

/** Prints an error and ends the process. An unexpected error is printed with its stack. */
export function fail(error: unknown): never {
  const isUsage = error instanceof UsageError;
  const isKnown = isUsage || error instanceof FailedError || error instanceof StartError;
  const text = isKnown ? error.message : String((error as Error | undefined)?.stack ?? error);
  const hint = isUsage ? '\nSee pet-catalog-mock --help' : '';
  process.stderr.write(`pet-catalog-mock: ${text}${hint}\n`);
  process.exit(isUsage ? 2 : 1);
}

/**
 * Logs uncaught errors and rejections and goes on. They usually come from the user's handlers
 * (decisions/security.md). It is called at the end of the start.
 */
export function logUncaught(log: (error: unknown, context: string) => void): void {
  process.on('uncaughtException', (error: unknown) =>
    log(error, 'nobody caught this, and the server goes on'),
  );
}
