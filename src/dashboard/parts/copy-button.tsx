import { usePage } from '../state/context.ts';
import { CopyIcon } from './icons.tsx';

interface CopyButtonProps {
  /** Read when it is pressed. */
  text: () => string;
  /** What is copied, for the button's name and the message: `curl command`. */
  what: string;
  /** Words on the button; without them it shows the icon alone. */
  label?: string;
  /** Words before the label that are read out alone: they stand elsewhere on the page. */
  prefix?: string;
}

export function CopyButton({ text, what, label, prefix }: CopyButtonProps) {
  const { report } = usePage();
  const copy = async () => {
    try {
      await writeClipboard(text());
    } catch {
      throw new Error(`The browser did not let the page copy the ${what}`);
    }
    return `Copied the ${what}`;
  };

  const name = label ? prefix && `${prefix} ${label}` : `Copy the ${what}`;
  return (
    <button
      type="button"
      class={label ? 'button small' : 'icon-button'}
      aria-label={name}
      title={label ? undefined : name}
      onClick={() => void report(copy)}
    >
      <CopyIcon />
      {label}
    </button>
  );
}

/** Browsers have the clipboard API in secure contexts only, so not for a mock on another machine. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!done) throw new Error('Not allowed');
}
