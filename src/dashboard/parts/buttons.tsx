import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { usePage } from '../state/page.ts';
import { CopyIcon } from './icons.tsx';

type ButtonProps = JSX.IntrinsicElements['button'] & {
  /** Its classes. Default: `button`. */
  look?: string | undefined;
};

/** A button that submits nothing, unless it says so. */
export function Button({ look = 'button', ...rest }: ButtonProps) {
  return <button type="button" class={look} {...(rest as object)} />;
}

/** A button with a drawing alone. */
export function IconButton({ name, ...rest }: ButtonProps & { name: string }) {
  return <Button look="icon-button" aria-label={name} title={name} {...rest} />;
}

interface CopyButtonProps {
  /** Read when it is pressed. */
  text: () => string;
  /** What is copied, for the button's name and the message: `curl command`. */
  what: string;
  /** Words on the button; without them it shows the icon alone. */
  label?: string;
  class?: string;
}

export function CopyButton({ text, what, label, class: look }: CopyButtonProps) {
  const { report } = usePage();
  const copy = async () => {
    try {
      await writeClipboard(text());
    } catch {
      throw new Error(`The browser did not let the page copy the ${what}`);
    }
    return `Copied the ${what}`;
  };
  return (
    <button
      type="button"
      class={look ?? (label ? 'button' : 'icon-button')}
      aria-label={label ? undefined : `Copy the ${what}`}
      title={`Copy the ${what}`}
      onClick={() => void report(copy)}
    >
      {!look && <CopyIcon />}
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
  area.style.position = 'fixed';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!done) throw new Error('Not allowed');
}

/** Saves JSON as a file, and gives its name: `requests-2026-01-31T12-00-00.har`. */
export function saveFile(content: unknown, name: string, ending: string): string {
  const file = `${name}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`;
  const link = document.createElement('a');
  const type = { type: 'application/json' };
  link.href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], type));
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
  return file;
}

interface MenuProps {
  /** What is on the button. */
  label: ComponentChildren;
  /** The name of the button, where its label is no words. */
  name?: string;
  class?: string;
  children: (close: () => void) => ComponentChildren;
}

/** A button that opens what is below it, until something else is pressed. */
export function Menu({ label, name, class: look = 'button', children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const onToggle = ({ newState }: ToggleEvent) => {
    if (newState !== 'open') return;
    const { left, right, bottom, top } = button.current!.getBoundingClientRect();
    const { style, offsetWidth, offsetHeight } = box.current!;
    const room = document.documentElement.clientWidth;
    const isBelow = bottom + offsetHeight + 8 < innerHeight || top < innerHeight / 2;
    style.left = `${Math.max(8, Math.min(left, room - offsetWidth - 8, right))}px`;
    style.top = `${isBelow ? bottom + 4 : Math.max(8, top - offsetHeight - 4)}px`;
    style.maxHeight = `${isBelow ? innerHeight - bottom - 12 : top - 12}px`;
    const find = (selector: string) => box.current!.querySelector<HTMLElement>(selector);
    (find('[aria-current]') ?? find('button, input'))?.focus();
  };
  /** Buttons below one another are a list for the arrows. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = [...box.current!.querySelectorAll<HTMLElement>('.item')];
    const at = all.findIndex((one) => one.matches(':focus'));
    if (!step || at < 0) return;
    all[Math.min(all.length - 1, Math.max(0, at + step))]!.focus();
    event.preventDefault();
  };
  const attributes = { popovertarget: id } as object;
  return (
    <>
      <button
        type="button"
        class={look}
        aria-label={name}
        title={name}
        ref={button}
        {...attributes}
      >
        {label}
      </button>
      <div
        id={id}
        popover="auto"
        class="popover"
        ref={box}
        onToggle={(event) => onToggle(event as unknown as ToggleEvent)}
        onKeyDown={onKeyDown}
      >
        {children(() => box.current!.hidePopover())}
      </div>
    </>
  );
}
