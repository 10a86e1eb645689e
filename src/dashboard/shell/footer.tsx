import { Button, IconButton } from '../parts/buttons.tsx';
import { CheckIcon, CloseIcon } from '../parts/icons.tsx';
import { useKeys } from '../parts/keys.ts';
import { usePage } from '../state/page.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

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
          onClick={undoLast}
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
