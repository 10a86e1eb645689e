import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { usePage } from '../state/page.ts';
import { CopyIcon, DownIcon, MoreIcon } from './icons.tsx';

type ButtonProps = JSX.IntrinsicElements['button'] & { look?: string };

/** A button that submits nothing, unless it says so. */
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
  /** Words on the button; without them it shows the icon alone. */
  label?: string;
  look?: string;
}

export function CopyButton({ text, what, label, look = 'icon-button' }: CopyButtonProps) {
  const { act } = usePage();
  const title = `Copy the ${what}`;
  const copy = () =>
    writeClipboard(text()).catch(() => {
      throw new Error(`The browser did not let the page copy the ${what}`);
    });
  return (
    <Button look={look} title={title} onClick={() => act(copy, `Copied the ${what}`)}>
      {label ?? <CopyIcon />}
    </Button>
  );
}

/** Browsers have the clipboard API in secure contexts only, so not for a mock on another machine. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const before = document.activeElement as HTMLElement | null;
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  before?.focus();
  if (!isDone) throw new Error('Not allowed');
}

/** Saves JSON as a file, and says so: `Saved requests-2026-01-31T12-00-00.har`. */
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

export function SaveSnapshot() {
  const { control, act } = usePage();
  const told = (snapshot: object) => saveFile(snapshot, 'pet-catalog', 'json');
  return <Item onClick={() => act(() => control.snapshot(), told)}>Save a snapshot</Item>;
}

interface MenuProps {
  label: string;
  /** Three dots in place of the label, which is their name. */
  isSmall?: boolean;
  children: ComponentChildren;
}

/** A button that opens what is beside it, until an item of it or something else is pressed. */
export function Menu({ label, isSmall, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const opens = { ref: button, popovertarget: id };
  const close = () => box.current!.hidePopover();
  const find = (selector: string) => box.current!.querySelector<HTMLElement>(selector);
  const onToggle = ({ newState }: { newState?: string }) => {
    if (newState !== 'open') return;
    const { left, top, bottom } = button.current!.getBoundingClientRect();
    const { style, offsetWidth, offsetHeight } = box.current!;
    const isBelow = bottom + offsetHeight + 8 < innerHeight;
    style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
    style.top = `${isBelow ? bottom + 4 : Math.max(8, top - offsetHeight - 4)}px`;
    (find('[aria-current]') ?? find('button, input'))?.focus();
  };
  return (
    <>
      {isSmall ? (
        <IconButton name={label} icon={MoreIcon} {...opens} />
      ) : (
        <Button {...opens}>
          {label} <DownIcon />
        </Button>
      )}
      <div
        id={id}
        popover="auto"
        class="popover"
        ref={box}
        onToggle={onToggle}
        onSubmit={close}
        onClick={({ target }) => (target as Element).closest('button.item') && close()}
      >
        {children}
      </div>
    </>
  );
}
