/** The command was called wrongly: a bad flag, variable or config key. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command was called rightly and cannot do it: a file, a port, a host. Exit status 1. */
export class FailedError extends Error {
  override readonly name = 'FailedError';
}
