import { useState } from 'preact/hooks';
import type { Fault, NetworkFault } from '../../client.ts';
import { Choice, Field } from '../parts/field.tsx';

const kinds = [
  ['status', 'Answer an error'],
  ['delay', 'Only slow it down'],
  ['reset', 'Reset the connection'],
  ['empty', 'Close with no answer'],
  ['truncate', 'Send half an answer'],
  ['hang', 'Never answer'],
] as const;
type Kind = (typeof kinds)[number][0];

const blank = { status: '500', error: '', delay: '', percent: '', times: '' };

/** A fault of any kind. What is typed is checked by the server, whose words are shown. */
export function CustomFault({ onAdd }: { onAdd: (fault: Fault) => Promise<void> }) {
  const [kind, setKind] = useState<Kind>('status');
  const [values, setValues] = useState(blank);
  const field = (name: keyof typeof blank) => ({
    value: values[name],
    autocomplete: 'off',
    onInput: (event: { currentTarget: HTMLInputElement }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });

  return (
    <details class="custom">
      <summary>Custom fault</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void onAdd(toFault(kind, values));
        }}
      >
        <Choice
          label="What happens"
          value={kind}
          options={kinds}
          onChange={(value) => setKind(value as Kind)}
        />
        {kind === 'status' && (
          <div class="pair">
            <Field label="Status" type="number" min={400} max={599} required {...field('status')} />
            <Field label="Message" placeholder="its phrase" {...field('error')} />
          </div>
        )}
        <Field
          label="Delay in ms"
          type="number"
          min={0}
          required={kind === 'delay'}
          placeholder="none"
          {...field('delay')}
        />
        <div class="pair">
          <Field
            label="% of calls"
            type="number"
            min={0}
            max={100}
            step="any"
            placeholder="100"
            {...field('percent')}
          />
          <Field label="Times" type="number" min={1} placeholder="no end" {...field('times')} />
        </div>
        <button type="submit" class="button">
          Add the fault
        </button>
      </form>
    </details>
  );
}

/** Fields that are left blank are left out. */
export function toFault(kind: Kind, values: typeof blank): Fault {
  const { status, error, delay, percent, times } = values;
  return {
    ...(kind === 'status' && { status: Number(status), ...(error !== '' && { error }) }),
    ...(kind !== 'status' && kind !== 'delay' && { network: kind satisfies NetworkFault }),
    ...(delay !== '' && { delay: Number(delay) }),
    ...(percent !== '' && { rate: Number(percent) / 100 }),
    ...(times !== '' && { times: Number(times) }),
    // Whether that is enough for a fault, the server says.
  } as Fault;
}
