import { useRef } from 'preact/hooks';
import { Button, IconButton } from '../parts/buttons.tsx';
import { CheckIcon, CloseIcon } from '../parts/icons.tsx';
import { focused, usePage } from '../state/page.ts';
import { isMac, Keys, useKeys } from './keys.tsx';

/** What has become of the last thing that was done, with its undo; it covers nothing. */
export function Footer() {
  const { notice, dismiss, report, keepNotice, source, info, root } = usePage();
  const box = useRef<HTMLDivElement>(null);
  useKeys();
  const isWithin = (target: EventTarget | null) => box.current!.contains(target as Node | null);
  const undo = notice?.undo;
  const takeBack = () => {
    dismiss();
    if (undo) void report(undo.run, undo);
  };
  const dialect = Object.entries(info?.dialect ?? {}).map(([name, value]) => `${name}: ${value}`);

  const shown = notice && (
    <p class={`row notice ${notice.kind}`}>
      {notice.kind === 'done' && <CheckIcon />}
      <span class="grow">
        {notice.text}
        {undo && <span class="soft"> {undo.hint}</span>}
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
      <IconButton
        name="Dismiss"
        data-dismiss
        onClick={() => {
          if (isWithin(focused(root()))) root().focus();
          dismiss();
        }}
      >
        <CloseIcon />
      </IconButton>
    </p>
  );
  return (
    <footer>
      <div
        class="grow"
        ref={box}
        onPointerEnter={() => keepNotice(true)}
        onPointerLeave={() => keepNotice(isWithin(focused(root())))}
        onFocusIn={() => keepNotice(true)}
        onFocusOut={({ relatedTarget }) =>
          keepNotice(isWithin(relatedTarget) || box.current!.matches(':hover'))
        }
      >
        <div role="status">{notice?.kind === 'done' && shown}</div>
        <div role="alert">{notice?.kind === 'failed' && shown}</div>
      </div>
      {source.origin !== undefined && info && (
        <nav class="row soft" aria-label="Documents">
          {dialect.length > 0 && (
            <span title={dialect.join(', ')}>Dialect: {dialect.join(', ')}</span>
          )}
          <a href="docs">API reference</a>
          <a href="openapi.json">openapi.json</a>
          <Keys />
          <span>{info.version}</span>
        </nav>
      )}
    </footer>
  );
}
