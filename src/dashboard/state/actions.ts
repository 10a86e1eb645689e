import { useState } from 'preact/hooks';
import type { PageControl } from './source.ts';
import type { Keep, Undo } from './undo.ts';

/** What changes something, and a notice of the last change, until the next or until it is dismissed. */
export function useActions(control: PageControl, isAll: boolean) {
  const [notice, setNotice] = useState<{
    kind: 'done' | 'failed';
    text: string;
    undo: Undo | undefined;
  }>();
  /** Tells what `action` has done, or why it failed, each with what it leaves to be undone. */
  const report = async (
    action: () => string | Promise<string>,
    undo: { done?: Undo | undefined; failed?: Undo } = {},
  ): Promise<void> => {
    try {
      setNotice({ kind: 'done', text: await action(), undo: undo.done });
    } catch (error) {
      setNotice({ kind: 'failed', text: (error as Error).message, undo: undo.failed });
    }
  };
  /** Changes the catalog and tells so, with an undo where `keep` says what to keep. */
  const act = async <T>(
    change: () => Promise<T>,
    told: string | ((outcome: T) => string | Promise<string>),
    keep?: Keep,
  ): Promise<void> => {
    // Without a key, a reset is of all catalogs, and a snapshot of one. And a change is worth more
    // than its undo, which may be too large for the browser.
    const done = isAll ? undefined : await keep?.(control).catch(() => undefined);
    const action = async () => {
      const outcome = await change();
      return typeof told === 'string' ? told : told(outcome);
    };
    await report(action, { done });
  };
  return { notice, report, act, dismiss: () => setNotice(undefined) };
}
