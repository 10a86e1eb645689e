import { useId, useRef, useState } from 'preact/hooks';
import type { ActiveFault, Fault } from '../../client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { CloseIcon, PencilIcon } from '../parts/icons.tsx';
import { usePage } from '../state/context.ts';
import { toFaultCode, toFaultCurl } from './copies.ts';
import { describeFault, nameOf, often } from '../../contract/describe-fault.ts';
import { FaultForm } from './fault-form.tsx';
import { toValues } from './fault-fields.ts';
import { isOn } from './order.ts';
import { fieldsOf } from './same-fault.ts';

interface FaultRowProps {
  fault: ActiveFault;
  /** Whether newer faults take all its calls. */
  isCovered: boolean;
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
  onToggle: () => void;
  onRemove: () => void;
  /** @param before What the form said at first. */
  onSave: (fault: Fault, before: Fault) => Promise<void>;
}

/** A fault with its switch; below it, when it is edited, its form. */
export function FaultRow(props: FaultRowProps) {
  const { fault, isCovered, isEdited, onEdit, onToggle, onRemove, onSave } = props;
  const { info, apiKey, session } = usePage();
  const id = useId();
  const edit = useRef<HTMLButtonElement>(null);
  const name = nameOf(fault);
  const on = isOn(fault);
  const close = () => {
    edit.current?.focus();
    onEdit(false);
  };
  const caller = () => ({
    origin: location.origin,
    info,
    apiKey,
    hasToken: session.token !== '',
  });

  return (
    <li class={on && !isCovered ? 'fault' : 'fault idle'}>
      <div class="row">
        <input
          type="checkbox"
          role="switch"
          class="switch"
          id={id}
          aria-describedby={`${id}-state`}
          checked={on}
          onChange={onToggle}
        />
        <label for={id} class="grow">
          <strong>{fault.operation ?? 'all'}</strong> {describeFault(fault)}
        </label>
        <button
          type="button"
          class="icon-button"
          aria-label={`Edit the fault: ${name}`}
          aria-expanded={isEdited}
          title="Edit"
          ref={edit}
          onClick={() => onEdit(!isEdited)}
        >
          <PencilIcon />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={`Remove the fault: ${name}`}
          title="Remove"
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      </div>
      <div class="fault-foot">
        <span class="soft" id={`${id}-state`}>
          {stateOf(fault, isCovered)}
        </span>
        <span class="row push">
          <CopyButton
            text={() => toFaultCurl(fieldsOf(fault), caller())}
            what="curl command"
            label="curl"
          />
          <CopyButton
            text={() => toFaultCode(fieldsOf(fault))}
            what="line of test code"
            label="Test code"
          />
        </span>
      </div>
      {isEdited && <EditForm fault={fault} onClose={close} onSave={onSave} />}
    </li>
  );
}

function EditForm({
  fault,
  onClose,
  onSave,
}: { fault: ActiveFault; onClose: () => void } & Pick<FaultRowProps, 'onSave'>) {
  // What others change meanwhile does not change what is typed.
  const [values] = useState(() => toValues(fault));
  return (
    <div
      class="fault-edit"
      role="group"
      aria-label={`Edit the fault: ${nameOf(fault)}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <FaultForm
        values={values}
        takesFocus
        onSave={async (typed, before) => {
          await onSave(typed, before);
          onClose();
        }}
      >
        <button type="submit" class="button primary">
          Save
        </button>
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
      </FaultForm>
    </div>
  );
}

/** `off, hit 3 times, 2 left` */
function stateOf(fault: ActiveFault, isCovered: boolean): string {
  const { enabled, hits, remaining } = fault;
  if (remaining === 0) return 'no longer there';
  const words = [hits === 0 ? 'not hit yet' : `hit ${often(hits)}`];
  if (enabled === false) words.unshift('off');
  if (remaining !== undefined) words.push(`${remaining} left`);
  if (isCovered && enabled !== false) words.push('a newer one takes its calls');
  return words.join(', ');
}
