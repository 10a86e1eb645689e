import { useState } from 'preact/hooks';

export interface Undo {
  /** What it brings back: `Undo brings back 25 pets.` */
  hint: string;
  run: () => Promise<string>;
}

/** What to tell of something that was done, and how it is undone where it can be. */
export interface Outcome {
  text: string;
  undo?: Undo | undefined;
}

export type Report = ReturnType<typeof useNotices>['report'];

/** The last thing that was done, until the next or until it is dismissed. */
export function useNotices() {
  const [notice, setNotice] = useState<Outcome & { kind: 'done' | 'failed' }>();
  /** Tells the outcome of `action`, or why it failed; `undo` stays on offer then. */
  const report = async (
    action: () => string | Outcome | Promise<string | Outcome>,
    undo?: Undo,
  ): Promise<void> => {
    try {
      const outcome = await action();
      setNotice({ kind: 'done', ...(typeof outcome === 'string' ? { text: outcome } : outcome) });
    } catch (error) {
      setNotice({ kind: 'failed', text: (error as Error).message, undo });
    }
  };
  return { notice, report, dismiss: () => setNotice(undefined) };
}
