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
        const form = event.currentTarget;
        onSubmit(valuesOf(form), form);
      }}
    />
  );
}

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label class="row">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

interface FieldProps extends Omit<JSX.IntrinsicElements['input'], 'label' | 'id'> {
  label: string;
  /** Shown at the field, and read out with it. */
  error?: string | undefined;
  /** What there is to choose from; without it, the field is for text. */
  options?: readonly (readonly [value: string, text: string])[];
  /** The id of a `datalist`. */
  list?: string;
  /** For a text of several lines: how many are shown. */
  rows?: number;
}

/** An input, a text of several lines or a select, with its label, and with its error where it belongs. */
export function Field({ label, error, options, ...rest }: FieldProps) {
  const id = useId();
  const attributes = {
    ...rest,
    id,
    class: 'input',
    ...(error && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` }),
  } as object;
  return (
    <div class="field">
      <label for={id} class="soft">
        {label}
      </label>
      {options ? (
        <select {...attributes}>
          {options.map(([value, text]) => (
            <option key={value} value={value} selected={value === rest.value}>
              {text}
            </option>
          ))}
        </select>
      ) : rest.rows ? (
        <textarea spellcheck={false} {...attributes} />
      ) : (
        <input autocomplete="off" {...attributes} />
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
