import { useCallback, useEffect, useState } from 'preact/hooks';

/** The outcome of something that the user did. */
interface Notice {
  kind: 'done' | 'failed';
  text: string;
}

export type Notify = (notice: Notice) => void;

/** Milliseconds that a success is shown; a failure stays until it is dismissed. */
const stay = 5000;

export function useNotices() {
  const [notice, setNotice] = useState<Notice>();

  useEffect(() => {
    if (notice?.kind !== 'done') return;
    const timer = setTimeout(() => setNotice(undefined), stay);
    return () => clearTimeout(timer);
  }, [notice]);

  const notify = useCallback<Notify>((next) => setNotice({ ...next }), []);
  /** Tells the text that `action` gives, or why it failed. */
  const report = useCallback(async (action: () => Promise<string>) => {
    try {
      setNotice({ kind: 'done', text: await action() });
    } catch (error) {
      setNotice({ kind: 'failed', text: (error as Error).message });
    }
  }, []);
  return { notice, notify, report, dismiss: useCallback(() => setNotice(undefined), []) };
}
