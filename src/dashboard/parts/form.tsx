import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

interface FormProps extends Omit<JSX.IntrinsicElements['form'], 'onSubmit'> {
  /** Gets what is in the fields, by their names. */
  onSubmit: (values: Record<string, string>, form: HTMLFormElement) => void;
}

/** What is in the fields of a form, by their names. Lines end with a line feed. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values = [...new FormData(form)] as [string, string][];
  return Object.fromEntries(values.map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]));
}

/** A form that the page handles itself. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...(rest as object)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(valuesOf(event.currentTarget), event.currentTarget);
      }}
    />
  );
}

export type Options = readonly (readonly [value: string, text: string])[];

export interface FieldProps extends Omit<JSX.IntrinsicElements['input'], 'label' | 'id'> {
  label: string;
  /** The label is for screen readers alone. */
  isBare?: boolean;
  /** Shown at the field, and read out with it. */
  error?: string | undefined;
  /** What there is to choose from; without it, the field is for text. */
  options?: Options | undefined;
  /** For a text of several lines: how many are shown. */
  rows?: number | undefined;
  /** It does not apply: it is not there, and keeps what was typed. */
  isOff?: boolean;
}

/** An input, a text of several lines or a select, with its label, and with its error where it belongs. */
export function Field({ label, isBare, isOff, error, options, ...rest }: FieldProps) {
  const id = useId();
  const attributes = {
    ...rest,
    id,
    class: 'input',
    disabled: isOff,
    ...(error && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` }),
  } as object;
  return (
    <div class="field" hidden={isOff}>
      <label for={id} class={isBare ? 'visually-hidden' : 'soft'}>
        {label}
      </label>
      {options ? (
        <select {...attributes}>
          {options.map(([value, text]) => (
            <option
              key={value}
              value={value}
              selected={value === (rest.value ?? rest.defaultValue)}
            >
              {text}
            </option>
          ))}
        </select>
      ) : rest.rows ? (
        <textarea spellcheck={false} {...attributes} />
      ) : (
        <input autocomplete="off" spellcheck={false} {...attributes} />
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
