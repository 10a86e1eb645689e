import { useRef, useState } from 'preact/hooks';

/** Takes one change back. */
export type Undo = () => Promise<unknown>;

/** How many changes can be taken back. */
const mostUndos = 10;

/** Makes changes, tells the outcome of the last one, and takes changes back, the newest first. */
export function useActions() {
  const [notice, setNotice] = useState<{ isDone: boolean; text: string; canUndo: boolean }>();
  const undos = useRef<{ text: string; undo: Undo }[]>([]).current;

  const fail = (error: unknown, canUndo = false) =>
    setNotice({ isDone: false, text: (error as Error).message, canUndo });
  const tell = (text: string, undo?: Undo) => {
    if (undo) undos.push({ text, undo });
    undos.splice(0, undos.length - mostUndos);
    setNotice({ isDone: true, text, canUndo: undo !== undefined });
  };
  /**
   * Makes a change, and tells its outcome or why it failed.
   *
   * @param prepare Reads what the undo needs before the change. Without it, there is no undo.
   */
  const act = async <T>(
    change: () => Promise<T>,
    told: string | ((outcome: T) => string | Promise<string>),
    prepare?: () => Promise<((outcome: T) => Promise<unknown>) | undefined>,
  ): Promise<void> => {
    try {
      // A snapshot may be too large for the browser: the change goes on without its undo.
      const undo = await prepare?.().catch(() => undefined);
      const outcome = await change();
      const text = typeof told === 'string' ? told : await told(outcome);
      tell(text, undo && (() => undo(outcome)));
    } catch (error) {
      fail(error);
    }
  };
  const undoLast = async () => {
    const last = undos.pop();
    if (!last) return;
    try {
      await last.undo();
      setNotice({ isDone: true, text: `Undone: ${last.text}`, canUndo: undos.length > 0 });
    } catch (error) {
      undos.push(last);
      fail(error, true);
    }
  };
  const dismiss = () => setNotice(undefined);
  const forget = () => {
    undos.length = 0;
    dismiss();
  };
  return { notice, act, tell, undoLast, dismiss, forget };
}
