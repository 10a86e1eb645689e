import { usePage } from '../state/context.ts';
import { CheckIcon, CloseIcon, StopIcon } from './icons.tsx';

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
