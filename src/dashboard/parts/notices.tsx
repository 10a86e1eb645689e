import { useCallback, useEffect, useState } from 'preact/hooks';
import { usePage } from '../state/context.ts';
import { CheckIcon, CloseIcon, StopIcon } from './icons.tsx';

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

/** Where outcomes are shown and read out. The regions are always there. */
export function Notices() {
  const { notice, dismiss } = usePage();
  const onDismiss = () => {
    // The pressed button is about to go.
    document.getElementById('main')?.focus();
    dismiss();
  };
  const shown = notice && (
    <div class={`row card notice ${notice.kind}`}>
      {notice.kind === 'done' ? <CheckIcon /> : <StopIcon />}
      <p class="grow">{notice.text}</p>
      <button type="button" class="icon-button" aria-label="Dismiss" onClick={onDismiss}>
        <CloseIcon />
      </button>
    </div>
  );
  return (
    <div class="notices">
      <div role="status">{notice?.kind === 'done' && shown}</div>
      <div role="alert">{notice?.kind === 'failed' && shown}</div>
    </div>
  );
}
