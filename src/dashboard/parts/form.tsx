import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../state/page.ts';
import { Button } from './buttons.tsx';

/** What is in the fields of a form, by their names. A field that is not shown is not there. */
export type Values = Readonly<Record<string, string>>;

interface FormProps extends Omit<JSX.IntrinsicElements['form'], 'onSubmit'> {
  onSubmit: (values: Values) => void;
}

export const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form) as Iterable<[string, string]>) as Values;

export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...(rest as object)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(valuesOf(event.currentTarget));
      }}
    />
  );
}

interface EditFormProps {
  /** Default: none, as its dialog has one. */
  title?: string;
  fields: readonly (FieldProps & { name: string })[];
  verb: string;
  hint?: Error | undefined;
  /**
   * @param before What the fields said at first.
   * @throws Error that is shown at the field that its message has in quotes.
   */
  onSave: (values: Values, before: Values) => unknown;
  onEnd: () => void;
  children?: ComponentChildren;
}

/** Something that is edited: Enter saves it, Escape does not, and errors are where they belong. */
export function EditForm({ fields, hint, onSave, onEnd, ...props }: EditFormProps) {
  const { isLost } = usePage();
  const [error, setError] = useState(hint);
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<Values>({});
  const isBusy = useRef(false);
  const [, named] = /"((?:match\.)?\w+)/.exec(error?.message ?? '') ?? [];
  const wrong = fields.find(({ name, isOff }) => name === named && !isOff)?.name;
  useLayoutEffect(() => void (before.current = valuesOf(form.current!)), []);
  useLayoutEffect(() => {
    const where = wrong === undefined ? 'input' : `[name="${wrong}"]`;
    const input = form.current!.querySelector<HTMLInputElement>(`${where}:not(:disabled)`);
    input?.focus();
    if (!error) input?.select();
  }, [error, wrong]);
  const save = async (values: Values) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setError(undefined);
    try {
      await onSave(values, before.current);
    } catch (reason) {
      setError(reason as Error);
    }
    isBusy.current = false;
  };
  return (
    <Form
      class="columns"
      aria-label={props.title}
      ref={form}
      noValidate
      onSubmit={(values) => void save(values)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        event.preventDefault();
        onEnd();
      }}
    >
      {fields.map((field) => (
        <Field
          key={field.name}
          {...field}
          error={field.name === wrong ? error?.message : undefined}
        />
      ))}
      <div role="alert">{error && !wrong && <p class="bad">{error.message}</p>}</div>
      <div class="row">
        <Button type="submit" look="button primary" inert={isLost}>
          {props.verb}
        </Button>
        <Button onClick={onEnd}>Cancel</Button>
        {props.children}
      </div>
    </Form>
  );
}

/** A form in a dialog, until it is saved or left: what opened it has the focus again. */
export function EditDialog({ title, onSave, onEnd, ...rest }: EditFormProps & { title: string }) {
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

export interface FieldProps extends Omit<JSX.IntrinsicElements['input'], 'label' | 'id'> {
  label: string;
  isBare?: boolean;
  /** Shown at the field, and read out with it. */
  error?: string | undefined;
  options?: readonly (readonly [value: string, text: string])[] | undefined;
  rows?: number | undefined;
  /** It does not apply: it is not there, and keeps what was typed. */
  isOff?: boolean;
}

/** An input, a text of several lines or a select, with its label, and its error where it belongs. */
export function Field({ label, isBare, isOff, error, options, ...rest }: FieldProps) {
  const id = useId();
  const Input = options ? 'select' : rest.rows ? 'textarea' : 'input';
  const attributes = {
    autocomplete: 'off',
    spellcheck: false,
    class: 'input',
    ...rest,
    id,
    disabled: isOff,
    ...(error && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` }),
  } as object;
  return (
    <div class="field" hidden={isOff}>
      <label for={id} class={isBare ? 'visually-hidden' : 'soft'}>
        {label}
      </label>
      <Input {...attributes}>
        {options?.map(([value, text]) => (
          <option key={value} value={value} selected={value === (rest.value ?? rest.defaultValue)}>
            {text}
          </option>
        ))}
      </Input>
      {error && (
        <p class="bad" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A search that runs while one types. The address has it, and a server takes none without end. */
export const Search = (props: FieldProps) => (
  <Field isBare type="search" maxLength={1000} {...props} />
);

/**
 * Headers as a form has them: `Name: value`, one a line.
 *
 * @throws TypeError for a line that is no header.
 */
export function fromLines(text: string): [name: string, value: string][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(line) ?? [];
    if (name === '') throw new TypeError(`A line must be "Name: value", not "${line}"`);
    return [name.trim(), value.trim()];
  });
}
