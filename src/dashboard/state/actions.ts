import { useRef, useState } from 'preact/hooks';

/** Undoes one change. */
export type Undo = () => Promise<unknown>;

/** The message of a change, and its undo if it has one. */
export type Outcome = readonly [text: string, undo?: Undo | undefined];

/** How many changes can be undone. */
const mostUndos = 10;

/** Makes changes, shows the outcome of the last one, and undoes changes, the newest first. */
export function useActions() {
  const [notice, setNotice] = useState<{ isDone: boolean; text: string; canUndo: boolean }>();
  const undos = useRef<{ text: string; undo: Undo }[]>([]).current;

  const fail = (error: unknown, canUndo: boolean) =>
    setNotice({ isDone: false, text: (error as Error).message, canUndo });
  const tell = (...[text, undo]: Outcome) => {
    if (undo) undos.push({ text, undo });
    undos.splice(0, undos.length - mostUndos);
    setNotice({ isDone: true, text, canUndo: undo !== undefined });
  };
  /** Makes a change, and shows its outcome or why it failed. */
  const act = (change: () => Promise<Outcome>): Promise<void> =>
    change().then(
      (outcome) => tell(...outcome),
      (error) => fail(error, false),
    );
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
  return { notice, act, tell, undoLast, dismiss: () => setNotice(undefined) };
}
