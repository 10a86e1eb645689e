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
  warn(isUsage ? `${text}\nSee pet-catalog-mock --help` : text);
  process.exit(isUsage ? 2 : 1);
}

/** Prints a warning on standard error. */
export function warn(problem: unknown): void {
  const text = problem instanceof Error ? problem.message : String(problem);
  process.stderr.write(`pet-catalog-mock: ${text}\n`);
}

/**
 * Writes to standard output, and waits until there is room for more.
 *
 * @returns `false` if the reader has closed the pipe, as `head` does.
 * @throws FailedError
 */
export async function print(text: string): Promise<boolean> {
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    process.stdout.write(text, resolve);
  });
  if (!error) return true;
  if (error.code === 'EPIPE') return false;
  throw new FailedError(`Cannot write to standard output: ${error.message}`);
}

/**
 * Logs uncaught errors and rejections and goes on. They usually come from the user's handlers
 * (decisions/security.md). It is called at the end of the start.
 */
export function logUncaught(log: (error: unknown, context: string) => void): void {
  process.on('uncaughtException', (error: unknown) =>
    log(error, 'uncaught; the server keeps running'),
  );
}
