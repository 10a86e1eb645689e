import { useCallback, useEffect, useState } from 'preact/hooks';

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

/** Milliseconds that a success is shown, and one that can be undone; a failure stays. */
const stay = { plain: 5000, undo: 15_000 };

export function useNotices() {
  const [notice, setNotice] = useState<Notice>();
  /** Somebody points at the notice or is in it, so it must not go. */
  const [isKept, keepNotice] = useState(false);

  useEffect(() => {
    if (notice?.kind !== 'done' || isKept) return undefined;
    const timer = setTimeout(() => setNotice(undefined), notice.undo ? stay.undo : stay.plain);
    return () => clearTimeout(timer);
  }, [notice, isKept]);

  /** Tells the outcome of `action`, or why it failed; `undo` stays on offer then. */
  const report = useCallback(
    async (action: () => string | Outcome | Promise<string | Outcome>, undo?: Undo) => {
      try {
        const outcome = await action();
        setNotice({ kind: 'done', ...(typeof outcome === 'string' ? { text: outcome } : outcome) });
      } catch (error) {
        setNotice({ kind: 'failed', text: (error as Error).message, undo });
      }
    },
    [],
  );
  const dismiss = useCallback(() => {
    setNotice(undefined);
    keepNotice(false);
  }, []);
  return { notice, report, dismiss, keepNotice };
}
