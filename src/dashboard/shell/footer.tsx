import { useEffect } from 'preact/hooks';
import { Button, IconButton } from '../parts/buttons.tsx';
import { CheckIcon, CloseIcon } from '../parts/icons.tsx';
import { usePage } from '../state/page.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** What has become of the last thing that was done, with its undo; it covers nothing. */
export function Footer() {
  const { notice, dismiss, act, source, info } = usePage();
  useKeys();
  const undo = notice?.undo;
  const takeBack = () => {
    dismiss();
    if (undo) void act(undo.bringBack, `Brought back ${undo.words}`, undefined, undo);
  };
  const decisions = Object.entries(info?.dialect ?? {});
  const dialect = decisions.map((entry) => entry.join(': ')).join(', ');

  const shown = notice && (
    <p class={`row notice ${notice.kind}`}>
      {notice.kind === 'done' && <CheckIcon />}
      <span class="grow">
        {notice.text}
        {undo && <span class="soft"> Undo brings back {undo.words + (undo.but ?? '')}.</span>}
      </span>
      {undo && (
        <Button
          data-undo
          aria-keyshortcuts={isMac ? 'Meta+Z' : 'Control+Z'}
          title={isMac ? '⌘ Z' : 'Ctrl Z'}
          onClick={takeBack}
        >
          Undo
        </Button>
      )}
      <IconButton name="Dismiss" icon={CloseIcon} data-dismiss onClick={dismiss} />
    </p>
  );
  return (
    <footer class="row wrap">
      <div class="grow">
        <div role="status">{notice?.kind === 'done' && shown}</div>
        <div role="alert">{notice?.kind === 'failed' && shown}</div>
      </div>
      {source.isServer && info && (
        <nav class="row wrap soft" aria-label="Documents">
          {dialect && <span>Dialect: {dialect}</span>}
          <a href="docs">API reference</a>
          <a href="openapi.json">openapi.json</a>
          <span>{info.version}</span>
        </nav>
      )}
    </footer>
  );
}

/** Esc and undo; in a panel in somebody's page, while that has the focus. */
function useKeys(): void {
  const { root } = usePage();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, key, isComposing, defaultPrevented } = event;
      // It is for a dialog, a menu or something that has handled it.
      const isOthers = !!root.querySelector('dialog[open], :popover-open');
      if (isComposing || defaultPrevented || isOthers) return;
      const find = (selector: string) => root.querySelector<HTMLElement>(selector);
      const at = root.activeElement as HTMLInputElement | null;
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
    const target = root as Document;
    target.addEventListener('keydown', onKey);
    return () => target.removeEventListener('keydown', onKey);
  }, [root]);
}
