import type { ComponentProps } from 'preact';
import { useCallback, useRef } from 'preact/hooks';
import { EditForm } from './form.tsx';

/** A form in a dialog, until it is saved or left: what opened it has the focus again. */
export function EditDialog({ title, onSave, onEnd, ...rest }: ComponentProps<typeof EditForm>) {
  const dialog = useRef<HTMLDialogElement | null>(null);
  const close = () => dialog.current!.close();
  // Before the form chooses what has the focus: the next key may be typed already.
  const open = useCallback((element: HTMLDialogElement | null) => {
    dialog.current = element;
    element?.showModal();
  }, []);
  return (
    <dialog ref={open} class="dialog" aria-label={title} onClose={onEnd}>
      <h2>{title}</h2>
      <EditForm
        {...rest}
        onSave={async (...typed) => {
          await onSave(...typed);
          close();
        }}
        onEnd={close}
      />
    </dialog>
  );
}
