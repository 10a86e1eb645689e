import { useEffect, useRef, useState } from 'preact/hooks';

/** Milliseconds between two readings, however often they are asked for. */
const pace = 250;

/**
 * Reads when it is first shown, when `inputs` change, and whenever `reload` is called: one at a time, so
 * that all calls during a reading make one more after it. While it is read again, the old value stays.
 */
export function useLoaded<T>(read: () => Promise<T>, inputs: readonly unknown[]) {
  const [outcome, setOutcome] = useState<{ value?: T; error?: Error | undefined }>({});
  const reload = useRef(() => {});
  useEffect(() => {
    let isAsked = false;
    let isStopped = false;
    let last = Promise.resolve();
    async function run(): Promise<void> {
      isAsked = false;
      if (isStopped) return;
      const next = await read().then(
        (value) => ({ value, error: undefined }),
        (error: Error) => ({ error }),
      );
      if (!isStopped) setOutcome((before) => ({ ...before, ...next }));
      await new Promise((resolve) => setTimeout(resolve, pace));
    }
    reload.current = () => {
      if (!isAsked) last = last.then(run);
      isAsked = true;
    };
    reload.current();
    return () => void (isStopped = true);
    // oxlint-disable-next-line react/exhaustive-deps -- `inputs` are what `read` depends on.
  }, inputs);
  return { ...outcome, reload: () => reload.current() };
}
