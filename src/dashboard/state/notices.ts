import { useCallback, useLayoutEffect, useState } from 'preact/hooks';

/** How something that the user did is undone. */
export interface Undo {
  /** What it brings back: `Undo brings back 25 pets.` */
  hint: string;
  /** Gives what to tell afterwards. */
  run: () => Promise<string>;
}

/** What to tell of something that was done, and how it is undone where it can be. */
export interface Outcome {
  text: string;
  undo?: Undo | undefined;
}

/** The outcome of something that the user did. */
interface Notice extends Outcome {
  kind: 'done' | 'failed';
}

export type Notify = (notice: Notice) => void;

/** Milliseconds that a success is shown; a failure stays until it is dismissed. */
const stay = 5000;
/** Milliseconds that a success is shown which can be undone. */
const undoStay = 15_000;

export function useNotices() {
  const [notice, setNotice] = useState<Notice>();
  /** Somebody points at the notice or is in it, so it must not go. */
  const [isKept, keepNotice] = useState(false);

  // At once, and not after the next frame: whoever comes at the last moment keeps it.
  useLayoutEffect(() => {
    if (notice?.kind !== 'done' || isKept) return;
    const timer = setTimeout(() => setNotice(undefined), notice.undo ? undoStay : stay);
    return () => clearTimeout(timer);
  }, [notice, isKept]);

  const notify = useCallback<Notify>((next) => setNotice({ ...next }), []);
  /** Tells the outcome of `action`, or why it failed; `undo` stays on offer then. */
  const report = useCallback(async (action: () => Promise<string | Outcome>, undo?: Undo) => {
    try {
      const outcome = await action();
      setNotice({ kind: 'done', ...(typeof outcome === 'string' ? { text: outcome } : outcome) });
    } catch (error) {
      setNotice({ kind: 'failed', text: (error as Error).message, undo });
    }
  }, []);
  const dismiss = useCallback(() => {
    setNotice(undefined);
    keepNotice(false);
  }, []);
  return { notice, notify, report, dismiss, keepNotice };
}
