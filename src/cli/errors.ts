import { StartError } from '../server/load-module.ts';

/** The command was called wrongly: a bad flag, variable or config key. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command was called rightly and cannot do it: a file, a port, a host. Exit status 1. */
export class FailedError extends Error {
  override readonly name = 'FailedError';
}

/** Says what went wrong, and ends the process: of what is none of the above, with the stack. */
export function fail(error: unknown): never {
  const isUsage = error instanceof UsageError;
  const isKnown = isUsage || error instanceof FailedError || error instanceof StartError;
  const text = isKnown ? error.message : String((error as Error | undefined)?.stack ?? error);
  const hint = isUsage ? '\nSee pet-catalog-mock --help' : '';
  process.stderr.write(`pet-catalog-mock: ${text}${hint}\n`);
  process.exit(isUsage ? 2 : 1);
}

/**
 * Listens for uncaught errors and rejections, usually of the user's handlers (decisions/security.md).
 * Until the start ends, they end the process.
 *
 * @returns A function that has them logged instead, from the end of the start on.
 */
export function followUncaught() {
  // Listeners of the user's code run first.
  let onError = (error: unknown): void =>
    process.nextTick(
      fail,
      new FailedError(`Nobody caught an error during the start: ${describe(error)}`),
    );
  process.on('uncaughtException', (error: unknown) => onError(error));
  return (log: (error: unknown, context: string) => void) => {
    onError = (error) => log(error, 'nobody caught this, and the server goes on');
  };
}

/** Describes an error in one line, with the place that threw it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)} was thrown`;
  const [, place] =
    /\n +at (?:.*\()?((?:file:|\/|[A-Z]:\\).*?:\d+:\d+)/.exec(error.stack ?? '') ?? [];
  return place === undefined ? error.message : `${error.message} (${place})`;
}
