import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Outcome } from '../state/actions.ts';
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

type ChipProps = ButtonProps & { text: string; isOn: boolean };

/** A button that is pressed while what it stands for is on. */
export function Chip({ text, isOn, ...rest }: ChipProps) {
  return (
    <Button look="chip cut" title={text} aria-pressed={isOn} {...rest}>
      {text}
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
  return (
    <Button look={look} title={`Copy the ${what}`} onClick={() => act(() => copy(text(), what))}>
      {label ?? <CopyIcon />}
    </Button>
  );
}

export async function copy(text: string, what: string): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new Error('The browser lets a page copy only over HTTPS and from localhost');
  }
  return [`Copied the ${what}`];
}

/** Saves JSON as a file. Returns its name: `requests-2026-01-31T12-00-00.har`. */
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
  /** Default: three dots. */
  label?: ComponentChildren;
  /** The name of the button, if it differs from its label. */
  name?: string;
  children: ComponentChildren;
}

/** A button that opens a popover, until an item of it or something else is pressed. */
export function Menu({ label, name, children }: MenuProps) {
  const id = useId();
  const focusFirst = ({ newState, target, currentTarget }: ToggleEvent) => {
    // A popover within this one tells its own toggles.
    if (newState !== 'open' || target !== currentTarget) return;
    const find = (selector: string) => (target as Element).querySelector<HTMLElement>(selector);
    (find('[aria-current]') ?? find('button, input, select'))?.focus();
  };
  return (
    <>
      <Button
        look={label ? 'button' : 'icon-button'}
        aria-label={name}
        title={name}
        popovertarget={id}
      >
        {label ?? <MoreIcon />} {label && <DownIcon />}
      </Button>
      <div
        id={id}
        popover="auto"
        class="popover"
        onToggle={focusFirst as (event: Event) => void}
        onSubmit={({ currentTarget }) => currentTarget.hidePopover()}
        onClick={({ target, currentTarget }) =>
          (target as Element).closest('button.item') && currentTarget.hidePopover()
        }
      >
        {children}
      </div>
    </>
  );
}
