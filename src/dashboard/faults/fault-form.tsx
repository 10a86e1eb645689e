import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ActiveFault, Fault } from '../../client.ts';
import { Button } from '../parts/buttons.tsx';
import { nameOf } from '../../contract/describe-fault.ts';
import { Field, Form, valuesOf } from '../parts/form.tsx';
import { operationChoices } from '../parts/words.ts';
import { usePage } from '../state/page.ts';
import {
  fieldOf,
  fields,
  kinds,
  toChanges,
  toFault,
  toValues,
  type Values,
} from './fault-fields.ts';

interface FaultFormProps {
  /** What the fields say at first. */
  values: Values;
  /** The fault that is changed; without it, a new one is added. */
  fault?: ActiveFault | undefined;
  onClose: () => void;
}

/** A fault of any kind, in a dialog. The server checks what was typed; its message is at the field. */
export function FaultForm({ values, fault, onClose }: FaultFormProps) {
  const { control, info, report } = usePage();
  const [kindName, setKind] = useState(values['kind'] ?? 'status');
  const [error, setError] = useState<{ field: string | undefined; message: string }>();
  const dialog = useRef<HTMLDialogElement>(null);
  const before = useRef<Fault>(undefined);
  const kind = kinds.find(({ name }) => name === kindName)!;

  useLayoutEffect(() => {
    dialog.current!.showModal();
    // As the fields give it, which may have changed line ends, and before anybody types.
    before.current = toFault(valuesOf(dialog.current!.querySelector('form')!));
  }, []);
  useEffect(() => dialog.current!.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [error]);

  const save = async (typed: Values) => {
    setError(undefined);
    try {
      const next = toFault(typed);
      const after =
        fault && (await control.faults.update(fault.id, toChanges(fault, before.current!, next)));
      // It may have gone meanwhile.
      if (!after) await control.faults.add(next);
      void report(() => `${after ? 'Changed' : 'Added'}: ${nameOf(after ?? next)}`);
      dialog.current!.close();
    } catch (thrown) {
      const reason = thrown as Error;
      setError({ field: fieldOf(reason), message: reason.message });
    }
  };
  const isOff = (of: string | undefined) =>
    of !== undefined && !(kind.has as readonly string[]).includes(of);
  const isAtField =
    error?.field === 'operation' ||
    fields.some((field) => field.name === error?.field && !isOff(field.of));
  const title = fault ? `Edit the fault: ${nameOf(fault)}` : 'New fault';
  return (
    <dialog ref={dialog} class="dialog wide" aria-label={title} onClose={onClose}>
      <Form class="fault-form" noValidate onSubmit={(typed) => void save(typed)}>
        <h2>{title}</h2>
        <Field
          label="Operation"
          name="operation"
          defaultValue={values['operation'] ?? ''}
          options={operationChoices(info)}
          error={error?.field === 'operation' ? error.message : undefined}
        />
        <Field
          label="What happens"
          name="kind"
          value={kindName}
          options={kinds.map(({ name, label }) => [name, label])}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        {fields.map(({ of, codec: _codec, ...field }) => (
          <Field
            key={field.name}
            {...field}
            isOff={isOff(of)}
            defaultValue={
              values[field.name] ?? (field.name === 'status' && kindName === 'status' ? '503' : '')
            }
            error={error?.field === field.name ? error.message : undefined}
          />
        ))}
        {error && !isAtField && (
          <p class="field-error" role="alert">
            {error.message}
          </p>
        )}
        <div class="row">
          <Button type="submit" look="button primary">
            {fault ? 'Save' : 'Add'}
          </Button>
          <Button onClick={() => dialog.current!.close()}>Cancel</Button>
        </div>
      </Form>
    </dialog>
  );
}

/** The form of a fault that is there. */
export const EditFault = ({ fault, onClose }: { fault: ActiveFault; onClose: () => void }) => {
  // What others change meanwhile does not change what is typed.
  const [values] = useState(() => toValues(fault));
  return <FaultForm values={values} fault={fault} onClose={onClose} />;
};
