import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../state/page.ts';
import { Button } from './buttons.tsx';

/** The texts in the fields of a form, by their names. */
export type Values = Readonly<Record<string, string>>;

interface FormProps extends Omit<JSX.IntrinsicElements['form'], 'onSubmit'> {
  onSubmit: (values: Values) => unknown;
}

/** Reads a form, with the value of the button that submits it. */
export const valuesOf = (form: HTMLFormElement, submitter: HTMLElement | null = null) =>
  Object.fromEntries(new FormData(form, submitter) as Iterable<[string, string]>) as Values;

export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...(rest as object)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(valuesOf(event.currentTarget, event.submitter));
      }}
    />
  );
}

interface EditDialogProps {
  title: string;
  fields: readonly (FieldProps & { name: string })[];
  verb: string;
  /**
   * @param before The initial values.
   * @throws Error that is shown at the field that its message names in quotes.
   */
  onSave: (values: Values, before: Values) => unknown;
  onEnd: () => void;
  children?: ComponentChildren;
}

/** A form in a dialog that Enter saves and Escape leaves. It shows errors. */
export function EditDialog({ title, fields, verb, onSave, onEnd, children }: EditDialogProps) {
  const { isLost } = usePage();
  const [error, setError] = useState<{ text: string; field?: string | undefined }>();
  const dialog = useRef<HTMLDialogElement>(null);
  const before = useRef<Values>({});
  const isBusy = useRef(false);
  const wrong = error?.field;
  const close = () => dialog.current!.close();
  useLayoutEffect(() => {
    dialog.current!.showModal();
    before.current = valuesOf(dialog.current!.querySelector('form')!);
  }, []);
  useLayoutEffect(() => {
    const where = wrong === undefined ? 'input' : `[name="${wrong}"]`;
    const input = dialog.current!.querySelector<HTMLInputElement>(`${where}:not(:disabled)`);
    input?.focus();
    if (!error) input?.select();
  }, [error, wrong]);
  const save = async (values: Values) => {
    if (isBusy.current) return;
    const missing = fields.find(({ name, required }) => required && values[name] === '');
    if (missing) return setError({ text: `${missing.label} is required.`, field: missing.name });
    isBusy.current = true;
    try {
      await onSave(values, before.current);
      close();
    } catch (reason) {
      const text = (reason as Error).message;
      const [, named] = /"(\w+)/.exec(text) ?? [];
      setError({ text, field: fields.find(({ name, isOff }) => name === named && !isOff)?.name });
    }
    isBusy.current = false;
  };
  return (
    <dialog ref={dialog} class="dialog" aria-label={title} onClose={onEnd}>
      <h2>{title}</h2>
      <Form class="columns" noValidate onSubmit={save}>
        {fields.map((field) => (
          <Field
            key={field.name}
            {...field}
            error={field.name === wrong ? error?.text : undefined}
          />
        ))}
        {error && !wrong && (
          <p class="bad wide" role="alert">
            {error.text}
          </p>
        )}
        <div class="row">
          <Button type="submit" look="button primary" inert={isLost}>
            {verb}
          </Button>
          <Button onClick={close}>Cancel</Button>
          {children}
        </div>
      </Form>
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
  /** Called with what is chosen, or with the text as it is typed. */
  onValue?: (value: string) => void;
  /** The id of a `datalist`. */
  list?: string;
  /** It does not apply: it is hidden, and keeps its text. */
  isOff?: boolean;
}

/** An input, a text of several lines or a select, with its label and its error. */
export function Field({ label, isBare, isOff, error, options, onValue, ...rest }: FieldProps) {
  const id = useId();
  const Input = options ? 'select' : rest.rows ? 'textarea' : 'input';
  const attributes = {
    autocomplete: 'off',
    spellcheck: false,
    class: 'input',
    ...rest,
    id,
    disabled: isOff,
    [options ? 'onChange' : 'onInput']: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onValue?.(currentTarget.value),
    ...(error && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` }),
  } as object;
  return (
    <div class={rest.rows ? 'field wide' : 'field'} hidden={isOff}>
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

/** A search that runs while one types. Its text is in the address, so it has a limit. */
export const Search = (props: FieldProps) => (
  <Field isBare type="search" maxLength={1000} {...props} />
);

/**
 * Reads headers as a form has them: `Name: value`, one a line.
 *
 * @throws TypeError for a line that is not a header.
 */
export function fromLines(text: string): [name: string, value: string][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(line) ?? [];
    if (name === '') throw new TypeError(`A line must be "Name: value", not "${line}"`);
    return [name.trim(), value.trim()];
  });
}
