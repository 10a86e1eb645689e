import { useState } from 'preact/hooks';
import type { ActiveFault } from '../../client/index.ts';
import { nameOf } from '../../controls/describe-fault.ts';
import { EditDialog, type Values } from '../parts/form.tsx';
import { addFault } from '../state/changes.ts';
import { usePage } from '../state/page.ts';
import { inputs, kinds, toChanges, toFault } from './fault-fields.ts';

interface FaultFormProps {
  /** The fault that is changed. Default: a new one. */
  fault?: ActiveFault;
  values: Values;
  onClose: () => void;
}

/** Adds or changes a fault of any kind. */
export function FaultForm({ fault, values, onClose }: FaultFormProps) {
  const { control, operations, tell } = usePage();
  const [kind, setKind] = useState(values['kind']!);
  const hasStatus = ['status', 'truncate', 'garbage', 'dribble'].includes(kind);
  const save = async (typed: Values, before: Values) => {
    const next = toFault(typed);
    const changes = fault && toChanges(toFault(before), next);
    const changed = changes && (await control.faults.update(fault.id, changes));
    // It may have been used up in the meantime.
    tell(...(changed ? ([`Changed: ${nameOf(changed)}`] as const) : await addFault(control, next)));
  };
  const fields = [
    { name: 'operation', label: 'Operation', options: operations },
    {
      name: 'kind',
      label: 'What happens',
      options: kinds,
      onValue: setKind,
    },
    ...inputs,
  ];
  return (
    <EditDialog
      title={fault ? `Edit the fault: ${nameOf(fault)}` : 'New fault'}
      verb={fault ? 'Save' : 'Add'}
      fields={fields.map((field) =>
        Object.assign({}, field, {
          defaultValue: values[field.name],
          isOff: field.name === 'status' && !hasStatus,
        }),
      )}
      onSave={save}
      onEnd={onClose}
    />
  );
}
