import { useState } from 'preact/hooks';
import type { Fault } from '../../client.ts';
import { Field, Form } from '../parts/form.tsx';

const kinds = [
  ['status', 'Answer an error'],
  ['delay', 'Only slow it down'],
  ['reset', 'Reset the connection'],
  ['empty', 'Close with no answer'],
  ['truncate', 'Send half an answer'],
  ['hang', 'Never answer'],
] as const;

/** A fault of any kind. The server checks what was typed, and its message is shown. */
export function CustomFault({ onAdd }: { onAdd: (fault: Fault) => Promise<void> }) {
  const [kind, setKind] = useState('status');
  return (
    <details class="custom">
      <summary>Custom fault</summary>
      <Form class="stack" onSubmit={(values) => void onAdd(toFault(kind, values))}>
        <Field
          label="What happens"
          value={kind}
          options={kinds}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        <fieldset class="pair" hidden={kind !== 'status'} disabled={kind !== 'status'}>
          <Field
            label="Status"
            name="status"
            type="number"
            min={400}
            max={599}
            required
            defaultValue="500"
          />
          <Field label="Message" name="error" placeholder="its phrase" />
        </fieldset>
        <Field
          label="Delay in ms"
          name="delay"
          type="number"
          min={0}
          required={kind === 'delay'}
          placeholder="none"
        />
        <div class="pair">
          <Field
            label="% of calls"
            name="percent"
            type="number"
            min={0}
            max={100}
            step="any"
            placeholder="100"
          />
          <Field label="Times" name="times" type="number" min={1} placeholder="no end" />
        </div>
        <button type="submit" class="button">
          Add the fault
        </button>
      </Form>
    </details>
  );
}

/** Fields that are left blank are left out. Whether the rest makes a fault, the server says. */
function toFault(kind: string, values: Record<string, string>): Fault {
  const { status, error, delay, percent, times } = values;
  return {
    ...(status && { status: Number(status) }),
    ...(error && { error }),
    ...(kind !== 'status' && kind !== 'delay' && { network: kind }),
    ...(delay && { delay: Number(delay) }),
    ...(percent && { rate: Number(percent) / 100 }),
    ...(times && { times: Number(times) }),
  } as Fault;
}
