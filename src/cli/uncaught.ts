import { FailedError } from './errors.ts';

/** What the log says beside such an error. */
export const uncaughtWords = 'nobody caught this, and the server goes on';

/**
 * Listens for errors that nobody catches: a rejection or a timer of the user's code, as a rule. It
 * belongs to the command alone: another process is its owner's (decisions/uncaught-errors.md). Node
 * reports a rejection as such an error, too.
 */
export function followUncaught() {
  let onError: (error: unknown) => void;
  const duringStart = new Promise<never>((_, reject) => {
    onError = (error) =>
      reject(new FailedError(`Nobody caught an error during the start: ${describe(error)}`));
  });
  duringStart.catch(() => {});
  process.on('uncaughtException', (error: unknown) => onError(error));
  return {
    /** Rejects with the first error that nobody catches, unless there is a report by then. */
    duringStart,
    /** From now on, such errors are reported and end nothing. */
    report(to: (error: unknown) => void) {
      onError = to;
    },
  };
}

/** In one line, with the place where it was thrown. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)} was thrown`;
  const [, place] =
    /\n +at (?:.*\()?((?:file:|\/|[A-Z]:\\).*?:\d+:\d+)/.exec(error.stack ?? '') ?? [];
  return place === undefined ? error.message : `${error.message} (${place})`;
}
