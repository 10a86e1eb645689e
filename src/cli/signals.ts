import { constants } from 'node:os';
import { isatty } from 'node:tty';

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGBREAK';

/** How soon after Ctrl-C the copy that npm passes on arrives, in milliseconds. */
const echo = 250;

/**
 * Calls back at the first signal, also before the server has started, and leaves out the copies of it
 * that npm passes on. Another one ends the process at once, with the status that a shell gives it.
 */
export function followSignals(
  onFirst: (signal: Signal) => void,
  beforeExit: () => void = () => {},
): void {
  let first: { signal: Signal; at: number } | undefined;
  const onSignal = (signal: Signal) => {
    const now = performance.now();
    if (!first) {
      first = { signal, at: now };
      return onFirst(signal);
    }
    // Ctrl-C reaches this process from the terminal, and under `npm start` once more from npm.
    const isCtrlC = signal === 'SIGINT' && first.signal === 'SIGINT' && hasTerminal();
    if (isCtrlC && process.env['npm_lifecycle_event'] && now - first.at < echo) return;
    beforeExit();
    process.exit(statusOf(signal));
  };
  // The last is Ctrl-Break, on Windows alone.
  for (const one of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) process.on(one, onSignal);
  // Windows has no SIGTERM: to kill a process there ends it on the spot. A parent with a channel to it
  // sends this in its place, as pm2 does.
  process.on('message', (message) => {
    if (message === 'shutdown') onSignal('SIGTERM');
  });
}

/** The exit status that a shell gives a command that a signal has ended: 130 for SIGINT. */
export function statusOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** On a terminal, Ctrl-C goes to all processes of the command line, not to this one alone. */
export function hasTerminal(): boolean {
  return isatty(0) || isatty(1) || isatty(2);
}
