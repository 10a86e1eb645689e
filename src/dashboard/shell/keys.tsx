import { useRef, useState } from 'preact/hooks';
import { Checkbox } from '../parts/form.tsx';
import { usePage } from '../state/context.ts';
import { useJump } from '../state/jump.ts';
import { readStored, store } from '../state/storage.ts';
import { useWindowEvent } from '../state/window-event.ts';

const keys = [
  ['/', 'Search the requests'],
  ['j', 'Next request'],
  ['k', 'Previous request'],
  ['Enter', 'Open or close it'],
  ['Esc', 'Close the open request'],
  ['p', 'Pause or resume the list'],
  ['Ctrl Z', 'Undo, while that is offered'],
  ['?', 'This list'],
] as const;

/** Kept for all tabs: who speaks to the computer wants them off everywhere. */
const storageKey = 'pet-catalog-mock-keys';

/** The keys of the page, with a button for their list. */
export function Keys() {
  const { view, changeView, notify } = usePage();
  const jump = useJump();
  const dialog = useRef<HTMLDialogElement>(null);
  const [on, setOn] = useState(() => readStored('localStorage', storageKey) !== 'off');

  const show = () => dialog.current?.showModal();
  const inRequests = (run: () => void) => {
    // At once where that can be: the next key may be typed already.
    if (document.getElementById('requests')?.offsetParent) return run();
    jump(run, { tab: 'requests' }, { replace: true });
  };
  const actions: Record<string, () => void> = {
    '/': () => inRequests(() => find<HTMLInputElement>('input[type="search"]')?.select()),
    j: () => inRequests(() => move(1)),
    k: () => inRequests(() => move(-1)),
    p: () => {
      const button = find('button[name="pause"]');
      if (!button) return;
      const isPaused = button.getAttribute('aria-pressed') === 'true';
      button.click();
      notify({ kind: 'done', text: isPaused ? 'The list goes on' : 'The list stands still' });
    },
    '?': show,
  };
  useWindowEvent('keydown', (event) => {
    if (isElsewhere(event)) return;
    if (event.key === 'Escape' && view.entry !== '') {
      // What has the focus may be about to go.
      const open = find('.entry.open');
      if (open?.contains(document.activeElement)) open.querySelector('button')?.focus();
      event.preventDefault();
      changeView({ entry: '' });
    } else if (on && Object.hasOwn(actions, event.key)) {
      event.preventDefault();
      actions[event.key]!();
    }
  });

  const change = (next: boolean) => {
    setOn(next);
    store('localStorage', storageKey, next ? 'on' : 'off');
  };
  return (
    <>
      <button type="button" class="button small" aria-haspopup="dialog" onClick={show}>
        Keys
      </button>
      <dialog
        class="card keys"
        ref={dialog}
        aria-label="Keys"
        onKeyDown={(event) => event.stopPropagation()}
      >
        <div class="stack">
          <h2>Keys</h2>
          <dl class={on ? '' : 'soft'}>
            {keys.map(([key, what]) => (
              <div key={key} class="row">
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <Checkbox label="Use these keys" checked={on} onChange={change} />
          <p class="soft">When they are off, Enter and Esc still work.</p>
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </dialog>
    </>
  );
}

/** Whether a key is meant for something else: a field, a dialog, a shortcut of the browser. */
function isElsewhere(event: KeyboardEvent): boolean {
  const { target, ctrlKey, altKey, metaKey, isComposing, defaultPrevented } = event;
  const isTyping =
    target instanceof Element &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]');
  const isTaken = ctrlKey || altKey || metaKey || isComposing || defaultPrevented;
  return isTaken || !!isTyping || document.querySelector('dialog[open]') !== null;
}

function find<T extends HTMLElement = HTMLElement>(selector: string): T | null {
  return document.querySelector<T>(`#requests ${selector}`);
}

/** Moves the focus to the next row, or to the previous one: first to the open row, or the newest. */
function move(by: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>('#requests :is(.entry-line, .more)')];
  const { activeElement } = document;
  const within = (row: Element | null | undefined) =>
    stops.findIndex((stop) => stop === row || row?.contains(stop));
  const current = within(activeElement?.closest('.entry, .more'));
  const next = current >= 0 ? current + by : Math.max(0, within(find('.entry.open')));
  stops[next]?.focus();
}
