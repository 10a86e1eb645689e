import type { ChildProcess } from 'node:child_process';

type End = () => unknown;

/** On the global object, as vitest loads an environment apart from the tests. */
const shared = globalThis as { [key: symbol]: unknown };
const ends = (shared[Symbol.for('pet-catalog-mock: ends')] ??= new Set()) as Set<End>;

/**
 * Has something end at the latest with this process: after the last test of a worker, and where the
 * run is interrupted.
 *
 * @param end At the exit of the process only its synchronous part counts.
 * @returns Forgets it, once it has ended by itself.
 */
export function atTheEnd(end: End): () => void {
  if (ends.size === 0) process.on('exit', endAtOnce);
  ends.add(end);
  return () => {
    if (ends.delete(end) && ends.size === 0) process.off('exit', endAtOnce);
  };
}

/** Ends everything that has not ended by itself. */
export async function endAll(): Promise<void> {
  await Promise.allSettled([...ends].map(async (end) => end()));
}

function endAtOnce(): void {
  for (const end of ends) end();
}

/**
 * Ends a process of the tests with the run, even if the set-up that started it failed.
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
