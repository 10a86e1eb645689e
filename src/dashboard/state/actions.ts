import { useState } from 'preact/hooks';
import type { Undo } from './undo.ts';

/** What changes something, and a notice of the last change, until the next or until it is dismissed. */
export function useActions() {
  const [notice, setNotice] = useState<{
    kind: 'done' | 'failed';
    text: string;
    undo?: Undo | undefined;
  }>();
  /**
   * Does something and tells so, or why it failed.
   *
   * @param kept The way back, which is waited for before the change; `undefined` when that takes nothing away.
   * @param rest The way back that is still there when it fails.
   */
  const act = async <T>(
    change: () => Promise<T>,
    told: string | ((outcome: T) => string | Promise<string>),
    kept?: Promise<Undo | undefined>,
    rest?: Undo,
  ): Promise<void> => {
    // A change is worth more than its undo, which may be too large for the browser.
    const undo = kept && (await kept.catch(() => undefined));
    try {
      const outcome = await change();
      const text = typeof told === 'string' ? told : await told(outcome);
      setNotice({ kind: 'done', text, undo });
    } catch (error) {
      setNotice({ kind: 'failed', text: (error as Error).message, undo: rest });
    }
  };
  const tell = (text: string) => setNotice({ kind: 'done', text });
  return { notice, act, tell, dismiss: () => setNotice(undefined) };
}
