import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/buttons.tsx';
import { focused, usePage } from '../state/page.ts';
import { readStored, store } from '../state/session.ts';

/** Whether the keys of Macs are meant. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const keys = [
  ['/', 'Search the requests'],
  ['j', 'Next request'],
  ['k', 'Previous request'],
  ['Enter', 'Open it'],
  ['Esc', 'Close it'],
  ['f', 'Make calls fail'],
  [isMac ? '⌘ Z' : 'Ctrl Z', 'Undo, while that is offered'],
  ['?', 'This list'],
] as const;

/** Kept for all tabs: who speaks to the computer wants them off everywhere (WCAG 2.1.4). */
const storageKey = 'pet-catalog-mock-keys';

/** Esc and undo, which a panel in somebody's page has as well while it has the focus. */
export function useKeys(): void {
  const { root, source } = usePage();
  useEffect(() => {
    const find = (selector: string) => root().querySelector<HTMLElement>(selector);
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, key } = event;
      if (isElsewhere(event, root())) return;
      const isUndo = (ctrlKey || metaKey) && !shiftKey && key === 'z';
      const isTyping = isField(focused(root()));
      // In a field, the browser itself undoes what was typed, and Esc clears a search.
      if (isTyping && (isUndo || (focused(root()) as HTMLInputElement).type === 'search')) return;
      const button = isUndo
        ? find('[data-undo]')
        : key === 'Escape'
          ? (find('[data-dismiss]') ?? find('.pane [aria-label="Close"]'))
          : undefined;
      if (!button) return;
      button.click();
      event.preventDefault();
    };
    const target = source.origin === undefined ? root() : window;
    target.addEventListener('keydown', onKey as EventListener);
    return () => target.removeEventListener('keydown', onKey as EventListener);
  }, [root, source]);
}

const isField = (element: Element | null) =>
  element?.matches('input:not([type="checkbox"]), textarea, select') ?? false;

/** Whether a key is for a dialog, a menu or something that has handled it. */
function isElsewhere({ isComposing, defaultPrevented }: KeyboardEvent, root: HTMLElement): boolean {
  return isComposing || defaultPrevented || !!root.querySelector('dialog[open], :popover-open');
}

/** The single letters of the page, with a button for their list. */
export function Keys() {
  const { changeView, root } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOn, setOn] = useState(() => readStored('localStorage', storageKey) !== 'off');

  useEffect(() => {
    const inRequests = (run: () => void) => {
      // At once where that can be: the next key may be typed already.
      const list = root().querySelector('.views > .requests');
      if (list?.checkVisibility({ visibilityProperty: true })) return run();
      changeView({ tab: 'requests', request: '' }, { replace: true });
      requestAnimationFrame(run);
    };
    const focus = (selector: string) => () =>
      [...root().querySelectorAll<HTMLElement>(selector)]
        .find((one) => one.checkVisibility())
        ?.focus();
    const move = (by: number) => () =>
      root().dispatchEvent(new CustomEvent('move', { detail: by }));
    const actions: Record<string, () => void> = {
      '/': () => inRequests(focus('.requests [type="search"]')),
      j: () => inRequests(move(1)),
      k: () => inRequests(move(-1)),
      f: focus('.composer :is(select, button)'),
      '?': () => dialog.current!.showModal(),
    };
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, key } = event;
      if (ctrlKey || metaKey || altKey || !isOn || !Object.hasOwn(actions, key)) return;
      if (isElsewhere(event, root()) || isField(focused(root()))) return;
      actions[key]!();
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return (
    <>
      <Button look="link" onClick={() => dialog.current!.showModal()}>
        Keys
      </Button>
      <dialog class="dialog" ref={dialog} aria-label="Keys">
        <h2>Keys</h2>
        <dl class="keys">
          {keys.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label class="row">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ currentTarget: { checked } }) => {
              setOn(checked);
              store('localStorage', storageKey, checked ? 'on' : 'off');
            }}
          />
          Use these keys
        </label>
        <p class="soft">When they are off, Enter, Esc and undo still work.</p>
        <Button onClick={() => dialog.current!.close()}>Close</Button>
      </dialog>
    </>
  );
}
