import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ActiveFault } from '../../client.ts';
import { nameOf } from '../../contract/describe-fault.ts';
import { EditForm, type FieldProps, type Values } from '../parts/form.tsx';
import { operationChoices } from '../parts/words.tsx';
import { usePage } from '../state/page.ts';
import { fields, kinds, toChanges, toFault, toValues } from './fault-fields.ts';

interface FaultFormProps {
  /** The fault that is changed; without it, a new one is added. */
  fault?: ActiveFault;
  values?: Values;
  onClose: () => void;
}

/** A fault of any kind, in a dialog. The server checks what was typed. */
export function FaultForm({ fault, values, onClose }: FaultFormProps) {
  const { control, info, report } = usePage();
  // What others change meanwhile does not change what is typed.
  const [start] = useState(() => values ?? toValues(fault!));
  const [kindName, setKind] = useState(start['kind'] ?? 'status');
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current!.showModal(), []);
  const close = () => dialog.current!.close();

  const save = async (typed: Values, before: Values) => {
    const next = toFault(typed);
    const changes = fault && toChanges(fault, toFault(before), next);
    const after = changes && (await control.faults.update(fault.id, changes));
    // It may have gone meanwhile.
    if (!after) await control.faults.add(next);
    void report(() => `${after ? 'Changed' : 'Added'}: ${nameOf(after ?? next)}`);
    close();
  };
  const operation = {
    name: 'operation',
    label: 'Operation',
    options: operationChoices(info),
    defaultValue: start['operation'] ?? '',
  };
  const kind: FieldProps & { name: string } = {
    name: 'kind',
    label: 'What happens',
    options: kinds.map(({ name, label }) => [name, label]),
    value: kindName,
    onChange: ({ currentTarget }) => setKind(currentTarget.value),
  };
  const has: readonly string[] = kinds.find(({ name }) => name === kindName)!.has;
  const others = fields.map(({ name, label, placeholder, of, options, rows }) => {
    const initial = name === 'status' && kindName === 'status' ? '503' : '';
    const isOff = of !== undefined && !has.includes(of);
    const defaultValue = start[name] ?? initial;
    return { name, label, placeholder, options, rows, isOff, defaultValue };
  });
  const title = fault ? `Edit the fault: ${nameOf(fault)}` : 'New fault';
  return (
    <dialog ref={dialog} class="dialog" aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      <EditForm
        verb={fault ? 'Save' : 'Add'}
        fields={[operation, kind, ...others]}
        onSave={save}
        onEnd={close}
      />
    </dialog>
  );
}
