import { useEffect, useMemo, useState } from 'preact/hooks';

/** What was read from the server. While it is read again, the old value stays. */
export interface Loaded<T> {
  value?: T;
  error?: Error;
  reload(): void;
}

/** Milliseconds between two readings, however often they are asked for. */
const usualPace = 250;
/** Milliseconds between two looks at what others have changed. */
const lookPause = 2000;

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

/** One reading at a time; what is asked for meanwhile becomes one more after it. */
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
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    busy = true;
    again = false;
    try {
      const value = await read();
      if (!stopped) onOutcome({ value });
    } catch (error) {
      if (!stopped) onOutcome((before) => ({ ...before, error: error as Error }));
    }
    if (stopped) return;
    timer = setTimeout(() => {
      busy = false;
      if (again) void run();
    }, pace);
  }

  return {
    reload() {
      if (stopped) return;
      if (busy) again = true;
      else void run();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Reads again and again while the page is seen, where no event tells of what others change. */
export function useLooks(reload: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') reload();
    };
    const timer = setInterval(look, lookPause);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [reload]);
}
