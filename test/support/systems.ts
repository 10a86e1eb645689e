import { beforeEach } from 'vitest';

/** Whether a process can be asked to end by a signal: on Windows it is ended on the spot. */
export const hasSignals = process.platform !== 'win32';

/** Why a test that needs signals is skipped. */
export const noSignals = 'Windows has no signals: a process that gets one is ended on the spot';

/** Skips the tests of a file where the system has no signals. */
export function needSignals(): void {
  beforeEach(({ skip }) => skip(!hasSignals, noSignals));
}

/** A path as it is written on most systems. */
export function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
