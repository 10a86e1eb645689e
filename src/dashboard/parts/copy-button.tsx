import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../state/context.ts';
import { CheckIcon, CopyIcon } from './icons.tsx';

interface CopyButtonProps {
  /** Read when it is pressed. */
  text: () => string;
  /** What is copied, for the button's name and the message: `curl command`. */
  what: string;
  /** Words on the button; without them it shows the icon alone. */
  label?: string;
}

export function CopyButton({ text, what, label }: CopyButtonProps) {
  const { notify } = usePage();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await writeClipboard(text());
      setCopied(true);
      notify({ kind: 'done', text: `Copied the ${what}` });
    } catch {
      notify({ kind: 'failed', text: `The browser did not let the page copy the ${what}` });
    }
  };

  return (
    <button
      type="button"
      class={label ? 'button small' : 'icon-button'}
      {...(!label && { 'aria-label': `Copy the ${what}`, title: `Copy the ${what}` })}
      onClick={() => void copy()}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
      {label}
    </button>
  );
}

/** The clipboard API exists in secure contexts alone; a mock on another machine is none. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
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
