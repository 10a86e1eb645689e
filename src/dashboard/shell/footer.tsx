import { useEffect } from 'preact/hooks';
import { Button, IconButton } from '../parts/buttons.tsx';
import { CheckIcon, CloseIcon } from '../parts/icons.tsx';
import { usePage } from '../state/page.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
/** The parts of the page that F6 goes through. */
const regions = '.top, .composer, .strip, .requests, .pane, .pets, footer';

/** The outcome of the last change, with its undo. */
export function Footer() {
  const { notice, dismiss, undoLast, source, info } = usePage();
  useKeys();
  const decisions = Object.entries(info?.dialect ?? {});
  const dialect = decisions.map((entry) => entry.join(': ')).join(', ');
  const shown = notice && (
    <p class={`row notice ${notice.isDone ? 'done' : 'failed'}`}>
      {notice.isDone && <CheckIcon />}
      <span class="cut">{notice.text}</span>
      {notice.canUndo && (
        <Button
          look="button small"
          aria-keyshortcuts={isMac ? 'Meta+Z' : 'Control+Z'}
          onClick={() => void undoLast()}
        >
          Undo <span class="soft">{isMac ? '⌘Z' : 'Ctrl Z'}</span>
        </Button>
      )}
      <IconButton name="Dismiss" icon={CloseIcon} data-dismiss onClick={dismiss} />
    </p>
  );
  return (
    <footer class="row">
      <div class="grow">
        <div role="status">{notice?.isDone && shown}</div>
        <div role="alert">{notice && !notice.isDone && shown}</div>
      </div>
      {source.isServer && info && (
        <nav class="row soft" aria-label="Documents">
          {dialect && <span class="cut">Dialect: {dialect}</span>}
          <a href="docs">API reference</a>
          <a href="openapi.json">openapi.json</a>
          <span>{info.version}</span>
        </nav>
      )}
    </footer>
  );
}

/** Escape, undo, search and F6; in a panel in a user's page, while the panel has the focus. */
function useKeys(): void {
  const { root, undoLast } = usePage();
  useEffect(() => {
    const find = (selector: string) => root.querySelector<HTMLElement>(selector);
    /** Moves the focus to the next region, or to the one before. */
    const goOn = (step: number) => {
      const all = [...root.querySelectorAll<HTMLElement>(regions)].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      );
      const at = all.findLastIndex((one) => one.contains(root.activeElement));
      const next = all.at((at + step + all.length) % all.length);
      const focusable =
        ':is(a, button, input, select, [tabindex="0"]):not([tabindex="-1"], :disabled)';
      (
        next?.querySelector<HTMLElement>(`.rows ${focusable}`) ??
        next?.querySelector<HTMLElement>(focusable)
      )?.focus();
    };
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, key, isComposing, defaultPrevented } = event;
      // A dialog or a menu has keys of its own.
      const isOthers = !!root.querySelector('dialog[open], :popover-open');
      if (isComposing || defaultPrevented || isOthers) return;
      const at = root.activeElement as HTMLInputElement | null;
      const isTyping = at?.matches('input:not([type="checkbox"]), textarea, select');
      const isCommand = (ctrlKey || metaKey) && !shiftKey;
      const close = find('[data-dismiss]') ?? find('.pane [aria-label="Close"]');
      const does =
        // In a field, the browser undoes what was typed, and Escape clears a search.
        key === 'Escape' && at?.type !== 'search' && close
          ? () => close.click()
          : key === 'z' && isCommand && !isTyping
            ? undoLast
            : key === 'k' && isCommand
              ? () => find('.requests [type="search"]')?.focus()
              : key === 'F6'
                ? () => goOn(shiftKey ? -1 : 1)
                : undefined;
      if (!does) return;
      event.preventDefault();
      void does();
    };
    const target = root as Document;
    target.addEventListener('keydown', onKey);
    return () => target.removeEventListener('keydown', onKey);
  }, [root]);
}
