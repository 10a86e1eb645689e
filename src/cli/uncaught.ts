import { fail, FailedError } from './errors.ts';

/**
 * Listens for errors that nobody catches: a rejection or a timer of the user's code, as a rule. It
 * belongs to the command alone: another process is its owner's (decisions/uncaught-errors.md). Node
 * reports a rejection as such an error, too.
 *
 * @returns A function for the end of the start: such errors are logged from then on, and end nothing.
 */
export function followUncaught() {
  // Once listeners of the user's have heard of it, too.
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

/** In one line, with the place where it was thrown. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)} was thrown`;
  const [, place] =
    /\n +at (?:.*\()?((?:file:|\/|[A-Z]:\\).*?:\d+:\d+)/.exec(error.stack ?? '') ?? [];
  return place === undefined ? error.message : `${error.message} (${place})`;
}
