import { constants } from 'node:os';
import { isatty } from 'node:tty';

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGBREAK';

/** The longest time between Ctrl-C and the copy that npm passes on, in milliseconds. */
const echo = 250;

/**
 * Calls back at the first signal, also before the server has started, and ignores the copies that npm
 * passes on. A second signal ends the process at once, with the status that a shell gives it.
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
    // Under `npm start`, Ctrl-C comes from the terminal and from npm.
    const isCtrlC = signal === 'SIGINT' && first.signal === 'SIGINT' && hasTerminal();
    if (isCtrlC && process.env['npm_lifecycle_event'] && now - first.at < echo) return;
    beforeExit();
    process.exit(statusOf(signal));
  };
  // SIGBREAK is Ctrl-Break on Windows.
  for (const one of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) process.on(one, onSignal);
  // Windows has no SIGTERM. A parent with an IPC channel, such as pm2, sends this message instead.
  process.on('message', (message) => {
    if (message === 'shutdown') onSignal('SIGTERM');
  });
}

/** Returns the exit status that a shell gives a command after a signal: 130 for SIGINT. */
export function statusOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** Returns whether there is a terminal, which sends Ctrl-C to all processes of the command line. */
export function hasTerminal(): boolean {
  return isatty(0) || isatty(1) || isatty(2);
}
