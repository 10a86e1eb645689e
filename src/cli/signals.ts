import { constants } from 'node:os';
import { isatty } from 'node:tty';

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** How soon after Ctrl-C the copy that npm passes on arrives, in milliseconds. */
const echo = 250;

/**
 * Calls `end` at the first signal, also before the server has started. A second one ends the process
 * at once, with the status that a shell gives it (130 for SIGINT).
 */
export function endOnSignals(end: (signal: Signal) => Promise<void>): void {
  let first: { signal: Signal; at: number } | undefined;
  const onSignal = (signal: Signal) => {
    if (first === undefined) {
      first = { signal, at: performance.now() };
      end(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`pet-catalog-mock: ${String(error)}\n`);
          process.exit(1);
        },
      );
    } else if (!isEcho(first, signal)) {
      process.exit(128 + constants.signals[signal]);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('SIGHUP', onSignal);
}

/** Ctrl-C reaches this process from the terminal, and under `npm start` once more from npm. */
function isEcho(first: { signal: Signal; at: number }, signal: Signal): boolean {
  return (
    signal === 'SIGINT' &&
    first.signal === 'SIGINT' &&
    process.env['npm_lifecycle_event'] !== undefined &&
    (isatty(0) || isatty(1) || isatty(2)) &&
    performance.now() - first.at < echo
  );
}
