import { useLayoutEffect } from 'preact/hooks';
import { Menu } from '../parts/buttons.tsx';
import { focused, usePage } from '../state/page.ts';
import { useStored } from '../state/stored.ts';

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

/**
 * The keys of the page, with their list. A panel in somebody's page has Esc and undo alone, and those
 * while it has the focus.
 */
export function Keys() {
  const { changeView, root, source } = usePage();
  const isPanel = source.origin === undefined;
  // For all tabs: who speaks to the computer wants them off everywhere (WCAG 2.1.4).
  const [{ isOn }, change] = useStored('localStorage', 'pet-catalog-mock-keys', { isOn: true });

  // The next key may come at once.
  useLayoutEffect(() => {
    const find = (selector: string) =>
      [...root().querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility());
    const inRequests = (run: () => void) => () => {
      // At once where that can be: the next key may be typed already.
      const list = root().querySelector('.views > .requests');
      if (list?.checkVisibility({ visibilityProperty: true })) return run();
      changeView({ tab: '', request: '' }, { replace: true });
      requestAnimationFrame(run);
    };
    const move = (by: number) =>
      inRequests(() => root().dispatchEvent(new CustomEvent('move', { detail: by })));
    const letters: Record<string, () => void> = {
      '/': inRequests(() => find('.requests [type="search"]')?.focus()),
      j: move(1),
      k: move(-1),
      f: () => find('.composer :is(select, button)')?.focus(),
      '?': () => find('footer [aria-label="Keys"]')?.click(),
    };
    const actionOf = ({ ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent) => {
      const at = focused(root()) as HTMLInputElement | null;
      const isTyping = at?.matches('input:not([type="checkbox"]), textarea, select');
      const press = (selector: string) => {
        const button = find(selector);
        return button && (() => button.click());
      };
      // In a field, the browser itself undoes what was typed, and Esc clears a search.
      if (key === 'Escape' && at?.type !== 'search') {
        return press('[data-dismiss]') ?? press('.pane [aria-label="Close"]');
      }
      if (isTyping || altKey) return undefined;
      if (ctrlKey || metaKey) return key === 'z' && !shiftKey ? press('[data-undo]') : undefined;
      return isOn && !isPanel && Object.hasOwn(letters, key) ? letters[key] : undefined;
    };
    const onKey = (event: KeyboardEvent) => {
      // It is for a dialog, a menu or something that has handled it.
      if (event.isComposing || event.defaultPrevented) return;
      if (root().querySelector('dialog[open], :popover-open')) return;
      const act = actionOf(event);
      act?.();
      if (act) event.preventDefault();
    };
    const target = (isPanel ? root() : window) as HTMLElement;
    target.addEventListener('keydown', onKey);
    return () => target.removeEventListener('keydown', onKey);
  });

  if (isPanel) return null;
  return (
    <Menu label="Keys" name="Keys" look="link">
      {() => (
        <>
          {keys.map(([key, what]) => (
            <p key={key} class="row">
              <kbd>{key}</kbd>
              {what}
            </p>
          ))}
          <label class="row">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
            />
            Use these keys
          </label>
          <p class="soft">When they are off, Enter, Esc and undo still work.</p>
        </>
      )}
    </Menu>
  );
}
