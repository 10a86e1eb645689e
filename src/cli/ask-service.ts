import { writeFile } from 'node:fs/promises';
import { OptionError } from '../contract/errors.ts';
import type { ServiceAccess } from '../verify/service-client.ts';
import { UnreachableError } from '../verify/report.ts';
import { FailedError, UsageError } from './errors.ts';
import { print, warn } from './output.ts';
import { reasonOf } from './read-file.ts';
import { followSignals, statusOf } from './signals.ts';

export interface ServiceArguments extends Pick<ServiceAccess, 'url' | 'apiKey' | 'headers'> {
  /** A file that is written instead of standard output. */
  readonly output?: string;
}

/** The exit status if the service cannot be reached. */
const unreachable = 3;

/**
 * Runs a function that asks a service, and ends the process with the status that it returns. After a signal
 * the function still reports, and the status is the signal's.
 *
 * @param urlFlag The flag that the base URL came from.
 */
export async function askService(
  urlFlag: string,
  run: (signal: AbortSignal) => Promise<number>,
): Promise<void> {
  const ended = new AbortController();
  let status: number | undefined;
  followSignals((signal) => {
    status = statusOf(signal);
    ended.abort();
  });
  const own = await run(ended.signal).catch((error: unknown) => {
    if (status !== undefined) return status;
    if (error instanceof OptionError) {
      throw new UsageError(error.explain((name) => (name === 'url' ? urlFlag : name)));
    }
    const isUnreachable = error instanceof UnreachableError;
    if (!isUnreachable && !(error instanceof FailedError)) throw error;
    warn(error.message);
    return isUnreachable ? unreachable : 2;
  });
  process.exitCode = status ?? own;
  // A listener on an IPC channel would keep the process.
  if (process.channel) process.exit();
}

/** @throws FailedError */
export async function writeOutput(file: string | undefined, text: string): Promise<void> {
  if (file === undefined) return void (await print(text));
  return writeFile(file, text).catch((error: unknown) => {
    throw new FailedError(`Cannot write ${file}: ${reasonOf(error)}`);
  });
}
