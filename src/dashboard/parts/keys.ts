import { useEffect } from 'preact/hooks';
import { usePage } from '../state/page.ts';

/** The parts of the page that F6 goes through. */
const regions = '.top, .composer, .strip, .requests, .pane, .pets, footer';
const focusable = ':is(a, button, input, select, [tabindex="0"]):not([tabindex="-1"], :disabled)';

/** Escape, undo, search and F6; in a panel in a user's page, while the panel has the focus. */
export function useKeys(): void {
  const { root, undoLast } = usePage();
  useEffect(() => {
    const find = (selector: string) => root.querySelector<HTMLElement>(selector);
    /** Moves the focus to the next region, or to the one before. */
    const goOn = (step: number) => {
      const all = [...root.querySelectorAll<HTMLElement>(regions)].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      );
      const at = all.findLastIndex((one) => one.contains(root.activeElement));
      const next = all.at((at + step + all.length) % all.length)!;
      const within = next.querySelector('.rows') ?? next;
      within.querySelector<HTMLElement>(focusable)?.focus();
    };
    /** Returns what a key does; `undefined` if the browser decides. */
    const actionOf = ({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent) => {
      const at = root.activeElement as HTMLInputElement | null;
      const isCommand = (ctrlKey || metaKey) && !shiftKey;
      if (key === 'F6') return () => goOn(shiftKey ? -1 : 1);
      if (key === 'k' && isCommand) return () => find('.requests [type="search"]')?.focus();
      // In a field, the browser undoes what was typed, and Escape clears a search.
      const isTyping = at?.matches('input:not([type="checkbox"]), textarea, select');
      if (key === 'z' && isCommand && !isTyping) return undoLast;
      const close = find('[data-dismiss]') ?? find('.pane [aria-label="Close"]');
      return key === 'Escape' && at?.type !== 'search' && close ? () => close.click() : undefined;
    };
    const onKey = (event: Event) => {
      const { isComposing, defaultPrevented } = event as KeyboardEvent;
      // A dialog or a menu has keys of its own.
      if (isComposing || defaultPrevented || find('dialog[open], :popover-open')) return;
      const action = actionOf(event as KeyboardEvent);
      if (!action) return;
      event.preventDefault();
      void action();
    };
    root.addEventListener('keydown', onKey);
    return () => root.removeEventListener('keydown', onKey);
  }, [root]);
}

/** Returns the index that a key leads to in a list of rows; `undefined` for other keys. */
export function indexAfter(key: string, index: number, length: number, page = 10) {
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: length,
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.min(length - 1, Math.max(0, to));
}
