import { useState } from 'preact/hooks';
import type { ActiveFault } from '../../client/index.ts';
import { nameOf } from '../../controls/describe-fault.ts';
import { EditDialog, type Values } from '../parts/form.tsx';
import { usePage } from '../state/page.ts';
import { fields, kinds, toChanges, toFault } from './fault-fields.ts';

interface FaultFormProps {
  /** The fault that is changed; without it, a new one is added. */
  fault?: ActiveFault;
  values: Values;
  onClose: () => void;
}

/** A fault of any kind. The server checks what was typed. */
export function FaultForm({ fault, values, onClose }: FaultFormProps) {
  const { control, operations, tell } = usePage();
  const [kind, setKind] = useState(values['kind']!);
  const save = async (typed: Values, before: Values) => {
    const next = toFault(typed);
    const changes = toChanges(toFault(before), next);
    const after = fault && (await control.faults.update(fault.id, changes));
    // It may have gone meanwhile.
    if (!after) await control.faults.add(next);
    tell(`${after ? 'Changed' : 'Added'}: ${nameOf(after ?? next)}`);
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
        ...fields.map(({ codec: _codec, of, ...field }) =>
          Object.assign(field, {
            defaultValue: values[field.name] ?? '',
            isOff: of !== undefined && !of.includes(kind),
          }),
        ),
      ]}
      onSave={save}
      onEnd={onClose}
    />
  );
}
