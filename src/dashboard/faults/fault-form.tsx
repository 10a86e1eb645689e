import { useState } from 'preact/hooks';
import type { ActiveFault } from '../../client/index.ts';
import { nameOf } from '../../controls/describe-fault.ts';
import { EditDialog, type Values } from '../parts/form.tsx';
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
    const after = changes && (await control.faults.update(fault.id, changes));
    // It may have been used up in the meantime.
    const id = after?.id ?? (await control.faults.add(next));
    const name = nameOf(after ?? next);
    if (after) tell(`Changed: ${name}`);
    else tell(`Added: ${name}`, () => control.faults.remove(id));
  };
  return (
    <EditDialog
      title={fault ? `Edit the fault: ${nameOf(fault)}` : 'New fault'}
      verb={fault ? 'Save' : 'Add'}
      fields={[
        {
          name: 'operation',
          label: 'Operation',
          options: operations,
          defaultValue: values['operation'],
        },
        {
          name: 'kind',
          label: 'What happens',
          options: kinds,
          value: kind,
          onChange: ({ currentTarget }) => setKind(currentTarget.value),
        },
        ...inputs.map((input) =>
          Object.assign({}, input, {
            defaultValue: values[input.name] ?? '',
            isOff: input.name === 'status' && !hasStatus,
          }),
        ),
      ]}
      onSave={save}
      onEnd={onClose}
    />
  );
}
