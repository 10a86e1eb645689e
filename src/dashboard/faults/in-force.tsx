import { useId, useState } from 'preact/hooks';
import type { ActiveFault } from '../../client/index.ts';
import { describeFault, nameOf } from '../../controls/describe-fault.ts';
import { Button, CopyButton, Item, Menu } from '../parts/buttons.tsx';
import { toLiteral } from '../requests/copies.ts';
import { countOf } from '../parts/words.tsx';
import { usePage } from '../state/page.ts';
import { keepFaults } from '../state/undo.ts';
import { fieldsOf, toValues } from './fault-fields.ts';
import { FaultForm } from './fault-form.tsx';

/** What makes the mock answer otherwise than by itself. Nothing in force, no bar. */
export function InForce() {
  const { control, info, faults = [], isLost, act } = usePage();
  const [edited, setEdited] = useState<ActiveFault>();
  const { scenario = null, isChanged = false, delay = 0 } = info ?? {};
  const clear = () => act(() => control.faults.clear(), 'Cleared all faults', keepFaults(control));
  const isShown = scenario !== null || delay !== 0 || faults.length > 0;
  return (
    <>
      {isLost && (
        <p class="in-force bar row warn" role="alert">
          The server does not answer. This page comes back by itself as soon as it does.
        </p>
      )}
      {isShown && !isLost && (
        <section class="in-force bar row" aria-label="In force">
          <ul class="row wrap grow">
            {scenario !== null && (
              <li class="row">
                Scenario <strong>{scenario}</strong>
                {isChanged && <span class="soft"> changed</span>}
              </li>
            )}
            {delay !== 0 && <li class="row">Every call is {describeFault({ delay })}</li>}
            {faults.map((fault) => (
              <FaultItem key={fault.id} fault={fault} onEdit={() => setEdited(fault)} />
            ))}
          </ul>
          {faults.length > 0 && (
            <Button title="Clear all faults" onClick={clear}>
              Clear
            </Button>
          )}
        </section>
      )}
      {edited && (
        <FaultForm fault={edited} values={toValues(edited)} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

/** A fault as a sentence, with its switch and how often it has hit. */
function FaultItem({ fault, onEdit }: { fault: ActiveFault; onEdit: () => void }) {
  const { control, act } = usePage();
  const switchId = useId();
  const { id, hits, remaining } = fault;
  const name = nameOf(fault);
  const isOn = fault.enabled !== false;
  const toggle = (enabled: boolean) =>
    act(
      () => control.faults.update(id, { enabled }),
      `Switched ${enabled ? 'on' : 'off'}: ${name}`,
    );
  const remove = () =>
    act(() => control.faults.remove(id), `Removed: ${name}`, keepFaults(control, id));
  return (
    <li data-fault={id} class={isOn ? 'row' : 'row off'}>
      <input
        type="checkbox"
        role="switch"
        id={switchId}
        checked={isOn}
        aria-describedby={`${switchId}-hits`}
        onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
      />
      <label for={switchId}>
        <strong>{fault.operation ?? 'all operations'}</strong> {describeFault(fault)}
      </label>
      <span class="soft" id={`${switchId}-hits`}>
        {hits > 0 && countOf(hits, 'hit')}
        {remaining !== undefined && hits > 0 && `, ${remaining} left`}
      </span>
      <Menu isSmall label={`More on ${name}`}>
        <Item onClick={onEdit}>Edit</Item>
        <Item onClick={remove}>Remove</Item>
        <CopyButton
          look="item"
          label="Copy as a line of a test"
          what="line of a test"
          text={() => `catalog.faults.add(${toLiteral(fieldsOf(fault))});`}
        />
      </Menu>
    </li>
  );
}
