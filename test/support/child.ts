import type { ChildProcess } from 'node:child_process';
import { atTheEnd } from './at-the-end.ts';

/**
 * Has a process that tests have started end with the run, also where nobody got to close it: as the
 * set-up that has started it failed.
 *
 * @param signal Default: SIGKILL. npm passes SIGTERM on to what it has started.
 */
export function endsWithTheRun<Child extends ChildProcess>(
  child: Child,
  signal: NodeJS.Signals = 'SIGKILL',
): Child {
  const forget = atTheEnd(() => child.kill(signal));
  child.once('exit', forget);
  return child;
}
