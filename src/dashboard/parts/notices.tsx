import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Notify } from '../state/context.ts';
import { CheckIcon, CloseIcon, StopIcon } from './icons.tsx';

interface Notice {
  id: number;
  kind: 'done' | 'failed';
  text: string;
}

/** Milliseconds that good news stay; bad news stay until they are dismissed. */
const stay = 5000;

export function useNotices(): { notice: Notice | undefined; notify: Notify; dismiss(): void } {
  const [notice, setNotice] = useState<Notice>();
  const last = useRef(0);

  useEffect(() => {
    if (notice?.kind !== 'done') return;
    const timer = setTimeout(() => setNotice(undefined), stay);
    return () => clearTimeout(timer);
  }, [notice]);

  const notify = useCallback<Notify>((next) => setNotice({ id: ++last.current, ...next }), []);
  return { notice, notify, dismiss: useCallback(() => setNotice(undefined), []) };
}

/** Where what came of an action is shown and read out. The regions are always there. */
export function Notices({ notice, dismiss }: { notice: Notice | undefined; dismiss(): void }) {
  return (
    <div class="notices">
      <div role="status">
        {notice?.kind === 'done' && <NoticeBox key={notice.id} notice={notice} dismiss={dismiss} />}
      </div>
      <div role="alert">
        {notice?.kind === 'failed' && (
          <NoticeBox key={notice.id} notice={notice} dismiss={dismiss} />
        )}
      </div>
    </div>
  );
}

function NoticeBox({ notice, dismiss }: { notice: Notice; dismiss(): void }) {
  const onDismiss = () => {
    // The pressed button is about to go.
    document.getElementById('main')?.focus();
    dismiss();
  };
  return (
    <div class={`notice ${notice.kind}`}>
      {notice.kind === 'done' ? <CheckIcon /> : <StopIcon />}
      <p>{notice.text}</p>
      <button type="button" class="icon-button" aria-label="Dismiss" onClick={onDismiss}>
        <CloseIcon />
      </button>
    </div>
  );
}
