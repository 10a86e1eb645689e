import { useEffect, useMemo, useState } from 'preact/hooks';

/** What was read from the server. While it is read again, the old value stays. */
interface Outcome<T> {
  value?: T;
  error?: Error | undefined;
}

/** Reads when it is first shown, when `inputs` change, and whenever `reload` is called. */
export function useLoaded<T>(read: () => Promise<T>, inputs: readonly unknown[]) {
  const [outcome, setOutcome] = useState<Outcome<T>>({});
  const reader = useMemo(
    () => createReader(read, (next) => setOutcome((before) => ({ ...before, ...next }))),
    // oxlint-disable-next-line react/exhaustive-deps -- `inputs` are what `read` depends on.
    inputs,
  );
  useEffect(() => {
    reader.reload();
    return reader.stop;
  }, [reader]);
  return { ...outcome, reload: reader.reload };
}

/**
 * Reads one at a time: all calls during a reading make one more after it.
 *
 * @param pace Milliseconds between two readings, however often they are asked for.
 */
export function createReader<T>(
  read: () => Promise<T>,
  onOutcome: (outcome: Outcome<T>) => void,
  pace = 250,
) {
  let isAsked = false;
  let isStopped = false;
  let last = Promise.resolve();

  async function run(): Promise<void> {
    isAsked = false;
    if (isStopped) return;
    const outcome = await read().then(
      (value) => ({ value, error: undefined }),
      (error: Error) => ({ error }),
    );
    if (!isStopped) onOutcome(outcome);
    await new Promise((resolve) => setTimeout(resolve, pace));
  }

  return {
    reload() {
      if (!isAsked) last = last.then(run);
      isAsked = true;
    },
    stop: () => void (isStopped = true),
  };
}
