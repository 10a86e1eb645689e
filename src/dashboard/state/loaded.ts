import { useEffect, useMemo, useState } from 'preact/hooks';

/** What was read from the server. While it is read again, the old value stays. */
export interface Loaded<T> {
  value?: T;
  error?: Error;
  reload(): void;
}

/** Milliseconds between two readings, however often they are asked for. */
const usualPace = 250;

/** Reads when it is first shown, when `inputs` change, and whenever `reload` is called. */
export function useLoaded<T>(
  read: () => Promise<T>,
  inputs: readonly unknown[],
  pace = usualPace,
): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: Error }>({});
  // oxlint-disable-next-line react/exhaustive-deps -- `inputs` are what `read` depends on.
  const reader = useMemo(() => createReader(read, setState, pace), inputs);
  useEffect(() => {
    reader.reload();
    return reader.stop;
  }, [reader]);
  return { ...state, reload: reader.reload };
}

/** Reads one at a time: all calls during a reading make one more after it. */
export function createReader<T>(
  read: () => Promise<T>,
  onOutcome: (
    outcome: { value: T } | ((before: { value?: T }) => { value?: T; error: Error }),
  ) => void,
  pace = usualPace,
): { reload(): void; stop(): void } {
  let busy = false;
  let again = false;
  let stopped = false;

  async function run(): Promise<void> {
    busy = true;
    while (again) {
      again = false;
      try {
        const value = await read();
        if (!stopped) onOutcome({ value });
      } catch (error) {
        if (!stopped) onOutcome((before) => ({ ...before, error: error as Error }));
      }
      await new Promise((resolve) => setTimeout(resolve, pace));
    }
    busy = false;
  }

  return {
    reload() {
      again = !stopped;
      if (again && !busy) void run();
    },
    stop() {
      stopped = true;
      again = false;
    },
  };
}
