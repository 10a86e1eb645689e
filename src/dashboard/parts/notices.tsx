import { useRef } from 'preact/hooks';
import { usePage } from '../state/context.ts';
import { useWindowEvent } from '../state/window-event.ts';
import { CheckIcon, CloseIcon } from './icons.tsx';

/** Where outcomes are shown and read out, and undone. The regions are always there. */
export function Notices() {
  const { notice, dismiss, report, keepNotice } = usePage();
  /** What had the focus before the notice got it. */
  const origin = useRef<Element | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const isWithin = (target: EventTarget | null) => box.current!.contains(target as Node | null);

  const close = () => {
    // A button that has the focus is about to go.
    if (isWithin(document.activeElement)) {
      const main = document.getElementById('main');
      (origin.current as HTMLElement | null)?.focus();
      if (isWithin(document.activeElement)) main?.focus();
    }
    dismiss();
  };
  const undo = notice?.undo;
  const takeBack = () => {
    close();
    if (undo) void report(undo.run, undo);
  };

  const onKey = (event: KeyboardEvent) => {
    if (!notice || event.defaultPrevented || event.isComposing) return;
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
    // In a field, the browser itself undoes what was typed.
    const isTyping = (event.target as Element).matches(
      'input:not([type="checkbox"]), select, textarea',
    );
    if (event.key === 'Escape') close();
    else if (undo && isUndo && !isTyping) takeBack();
    else return;
    event.preventDefault();
  };
  useWindowEvent('keydown', onKey);

  const shown = notice && (
    <div class={`row card notice ${notice.kind}`}>
      {notice.kind === 'done' && <CheckIcon />}
      <div class="grow">
        <p>{notice.text}</p>
        {undo && <p class="soft">{undo.hint}</p>}
      </div>
      {undo && (
        <button
          type="button"
          class="button small"
          aria-keyshortcuts="Control+Z"
          title="Ctrl+Z"
          onClick={takeBack}
        >
          Undo
        </button>
      )}
      <button type="button" class="icon-button" aria-label="Dismiss" onClick={close}>
        <CloseIcon />
      </button>
    </div>
  );
  return (
    <div
      class="notices"
      ref={box}
      // Before the keys of the page, which leave alone what was handled.
      onKeyDown={onKey}
      onPointerEnter={() => keepNotice(true)}
      onPointerLeave={() => keepNotice(isWithin(document.activeElement))}
      onFocusIn={({ relatedTarget }) => {
        if (!isWithin(relatedTarget)) origin.current = relatedTarget as Element | null;
        keepNotice(true);
      }}
      onFocusOut={({ relatedTarget }) => {
        keepNotice(isWithin(relatedTarget) || box.current!.matches(':hover'));
      }}
    >
      <div role="status">{notice?.kind === 'done' && shown}</div>
      <div role="alert">{notice?.kind === 'failed' && shown}</div>
    </div>
  );
}
