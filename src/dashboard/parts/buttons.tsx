import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { usePage } from '../state/page.ts';
import { CopyIcon, DownIcon, MoreIcon } from './icons.tsx';

type ButtonProps = JSX.IntrinsicElements['button'] & { look?: string };

/** A button that submits nothing, unless its type says so. */
export function Button({ look = 'button', ...rest }: ButtonProps) {
  return <button type="button" class={look} {...(rest as object)} />;
}

export function IconButton(props: ButtonProps & { name: string; icon: typeof CopyIcon }) {
  const { name, icon: Icon, ...rest } = props;
  return (
    <Button look="icon-button" aria-label={name} title={name} {...rest}>
      <Icon />
    </Button>
  );
}

export const Item = (props: ButtonProps) => <Button look="item" {...props} />;

interface CopyButtonProps {
  text: () => string;
  /** What is copied, for the button's name and the message: `curl command`. */
  what: string;
  /** The text on the button. Default: an icon. */
  label?: string;
  look?: string;
}

export function CopyButton({ text, what, label, look = 'icon-button' }: CopyButtonProps) {
  const { act } = usePage();
  const copy = () => act(() => copyText(text()), `Copied the ${what}`);
  return (
    <Button look={look} title={`Copy the ${what}`} onClick={copy}>
      {label ?? <CopyIcon />}
    </Button>
  );
}

export async function copyText(text: string): Promise<void> {
  const refuse = () => {
    throw new Error('The browser lets a page copy only over HTTPS and from localhost');
  };
  await navigator.clipboard?.writeText(text).catch(refuse);
  if (!navigator.clipboard) refuse();
}

/** Saves JSON as a file. Returns the message: `Saved requests-2026-01-31T12-00-00.har`. */
export function saveFile(content: unknown, name: string, ending: string): string {
  const file = `${name}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`;
  const link = document.createElement('a');
  const type = { type: 'application/json' };
  link.href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], type));
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
  return `Saved ${file}`;
}

interface MenuProps {
  label: ComponentChildren;
  /** The name of a button with three dots instead of the label. */
  dots?: string;
  look?: string;
  children: ComponentChildren;
}

/** A button that opens a popover, until an item of it or something else is pressed. */
export function Menu({ label, dots, look, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const opens = { ref: button, popovertarget: id };
  const close = () => box.current!.hidePopover();
  const find = (selector: string) => box.current!.querySelector<HTMLElement>(selector);
  const onToggle = ({ newState, target }: ToggleEvent) => {
    // A popover within this one tells its own toggles.
    if (newState !== 'open' || target !== box.current) return;
    const { left, top, bottom } = button.current!.getBoundingClientRect();
    const { style, offsetWidth, offsetHeight } = box.current!;
    const isBelow = bottom + offsetHeight + 8 < innerHeight;
    style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
    style.top = `${isBelow ? bottom + 4 : Math.max(8, top - offsetHeight - 4)}px`;
    (find('[aria-current]') ?? find('button, input, select'))?.focus();
  };
  return (
    <>
      {dots ? (
        <IconButton name={dots} icon={MoreIcon} {...opens} />
      ) : (
        <Button look={look ?? 'button'} {...opens}>
          {label} <DownIcon />
        </Button>
      )}
      <div
        id={id}
        popover="auto"
        class="popover"
        ref={box}
        onToggle={onToggle as (event: Event) => void}
        onSubmit={close}
        onClick={({ target }) => (target as Element).closest('button.item') && close()}
      >
        {children}
      </div>
    </>
  );
}
