import { useEffect } from 'preact/hooks';
import { focused, usePage } from '../state/page.ts';

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Esc and undo; in a panel in somebody's page, while that has the focus. */
export function useKeys(): void {
  const { root, source } = usePage();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, key, isComposing, defaultPrevented } = event;
      // It is for a dialog, a menu or something that has handled it.
      const isOthers = !!root().querySelector('dialog[open], :popover-open');
      if (isComposing || defaultPrevented || isOthers) return;
      const find = (selector: string) => root().querySelector<HTMLElement>(selector);
      const at = focused(root()) as HTMLInputElement | null;
      const isTyping = at?.matches('input:not([type="checkbox"]), textarea, select');
      // In a field, the browser itself undoes what was typed, and Esc clears a search.
      const button =
        key === 'Escape' && at?.type !== 'search'
          ? (find('[data-dismiss]') ?? find('.pane [aria-label="Close"]'))
          : key === 'z' && (ctrlKey || metaKey) && !shiftKey && !isTyping
            ? find('[data-undo]')
            : undefined;
      button?.click();
      if (button) event.preventDefault();
    };
    const target = (source.origin === undefined ? root() : window) as HTMLElement;
    target.addEventListener('keydown', onKey);
    return () => target.removeEventListener('keydown', onKey);
  }, [root, source]);
}
