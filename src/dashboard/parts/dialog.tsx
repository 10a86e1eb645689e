import type { ComponentProps } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { EditForm } from './form.tsx';

/** A form in a dialog, until it is saved or left: what opened it has the focus again. */
export function EditDialog({ title, onSave, onEnd, ...rest }: ComponentProps<typeof EditForm>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current!.close();
  useLayoutEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog" aria-label={title} onClose={onEnd}>
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
