import { Button, IconButton } from '../parts/buttons.tsx';
import { CheckIcon, CloseIcon } from '../parts/icons.tsx';
import { usePage } from '../state/page.ts';
import { isMac, useKeys } from './keys.ts';

/** What has become of the last thing that was done, with its undo; it covers nothing. */
export function Footer() {
  const { notice, dismiss, report, source, info } = usePage();
  useKeys();
  const undo = notice?.undo;
  const takeBack = () => {
    dismiss();
    if (undo) void report(undo.run, undo);
  };
  const decisions = Object.entries(info?.dialect ?? {});
  const dialect = decisions.map((entry) => entry.join(': ')).join(', ');

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
      <IconButton name="Dismiss" icon={CloseIcon} data-dismiss onClick={dismiss} />
    </p>
  );
  return (
    <footer class="row wrap">
      <div class="grow">
        <div role="status">{notice?.kind === 'done' && shown}</div>
        <div role="alert">{notice?.kind === 'failed' && shown}</div>
      </div>
      {source.origin !== undefined && info && (
        <nav class="row soft" aria-label="Documents">
          {dialect && <span title={dialect}>Dialect: {dialect}</span>}
          <a href="docs">API reference</a>
          <a href="openapi.json">openapi.json</a>
          <span>{info.version}</span>
        </nav>
      )}
    </footer>
  );
}
