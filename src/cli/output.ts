import { FailedError } from './errors.ts';

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
