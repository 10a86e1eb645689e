import { writeFile } from 'node:fs/promises';
import { OptionError } from '../contract/errors.ts';
import type { ServiceAccess } from '../verify/service-client.ts';
import { UnreachableError } from '../verify/report.ts';
import { FailedError, print, UsageError, warn } from './errors.ts';
import { reasonOf } from './read-file.ts';
import { followSignals, statusOf } from './signals.ts';

export interface ServiceArguments extends Pick<ServiceAccess, 'url' | 'apiKey' | 'headers'> {
  /** A file that is written instead of standard output. */
  readonly output?: string;
}

/** A command that asks a service. Resolves with its exit status. */
type Ask<T> = (given: T, signal: AbortSignal) => Promise<number>;

/**
 * Runs a command that asks a service, and ends the process with its status. After a signal the command
 * still reports, and the status is the signal's.
 *
 * @param urlFlag The flag that the base URL came from.
 */
export async function askService<T>(urlFlag: string, ask: Ask<T>, given: T): Promise<void> {
  const ended = new AbortController();
  let status: number | undefined;
  followSignals((signal) => {
    status = statusOf(signal);
    ended.abort();
  });
  const own = await askForStatus(urlFlag, ask, given, ended.signal).catch((error: unknown) => {
    if (status === undefined) throw error;
    return status;
  });
  process.exitCode = status ?? own;
  // A listener on an IPC channel would keep the process.
  if (process.channel) process.exit();
}

/** Runs a command that asks a service. Says what went wrong, and resolves with the status. @throws UsageError */
export async function askForStatus<T>(
  urlFlag: string,
  ask: Ask<T>,
  given: T,
  signal: AbortSignal,
): Promise<number> {
  try {
    return await ask(given, signal);
  } catch (error) {
    if (error instanceof OptionError) {
      throw new UsageError(error.explain((name) => flagOf(name, urlFlag)));
    }
    const isUnreachable = error instanceof UnreachableError;
    if (!isUnreachable && !(error instanceof FailedError)) throw error;
    if (!signal.aborted) warn(error.message);
    return isUnreachable ? 3 : 2;
  }
}

/** Returns the flag of an option, or of a part of it: `--only` for `only[0]`. */
function flagOf(option: string, urlFlag: string): string {
  const [name = ''] = option.split(/[.[]/);
  if (name === 'url') return urlFlag;
  return name === 'headers' ? '--header' : `--${name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`;
}

/** @throws FailedError */
export async function writeOutput(file: string | undefined, text: string): Promise<void> {
  if (file === undefined) return void (await print(text));
  return writeFile(file, text).catch((error: unknown) => {
    throw new FailedError(`Cannot write ${file}: ${reasonOf(error)}`);
  });
}
