import { useEffect, useId, useState } from 'preact/hooks';
import type { ActiveFault } from '../../client.ts';
import { describeFault, nameOf } from '../../contract/describe-fault.ts';
import { Button, CopyButton, Menu } from '../parts/buttons.tsx';
import { toLiteral } from '../parts/literal.ts';
import { MoreIcon } from '../parts/icons.tsx';
import { countOf } from '../parts/words.ts';
import { usePage } from '../state/page.ts';
import { keepFaults, useChangeCatalog } from '../state/undo.ts';
import { toAddCommand } from '../shell/share.tsx';
import { EditFault } from './fault-form.tsx';
import { fieldsOf } from './presets.ts';

/** What makes the mock answer otherwise than by itself. Nothing in force, no bar. */
export function InForce() {
  const { control, info, faults = [], connection } = usePage();
  const changeCatalog = useChangeCatalog();
  const [edited, setEdited] = useState<ActiveFault>();
  const { scenario = null, isChanged = false, delay = 0 } = info ?? {};
  const clear = () =>
    changeCatalog(async () => {
      await control.faults.clear();
      return 'Cleared all faults';
    }, keepFaults());

  const isLost = connection.state === 'lost';
  const isShown = scenario !== null || delay !== 0 || faults.length > 0;
  return (
    <>
      {isLost && (
        <p class="in-force warn" role="alert">
          The server does not answer. This page comes back by itself as soon as it does.
        </p>
      )}
      {isShown && !isLost && (
        <section class="in-force" aria-label="In force">
          <ul>
            {scenario !== null && (
              <li>
                Scenario <strong>{scenario}</strong>
                {isChanged && <span class="soft"> changed</span>}
              </li>
            )}
            {delay !== 0 && <li>Every call is {describeFault({ delay })}</li>}
            {faults.map((fault) => (
              <FaultItem key={fault.id} fault={fault} onEdit={() => setEdited(fault)} />
            ))}
          </ul>
          {faults.length > 0 && (
            <Button title="Clear all faults" onClick={() => void clear()}>
              Clear
            </Button>
          )}
        </section>
      )}
      {edited && <EditFault fault={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

/** A fault as a sentence, with its switch and how often it has hit. */
function FaultItem({ fault, onEdit }: { fault: ActiveFault; onEdit: () => void }) {
  const { control, report } = usePage();
  const changeCatalog = useChangeCatalog();
  const id = useId();
  const { hits, remaining } = fault;
  const name = nameOf(fault);
  // As it was switched last, before the server has told of it: a second press is of what is seen.
  const [wanted, setWanted] = useState<boolean>();
  useEffect(() => setWanted(undefined), [fault]);
  const enabled = wanted ?? fault.enabled !== false;
  const toggle = () => {
    setWanted(!enabled);
    return report(async () => {
      if (!(await control.faults.update(fault.id, { enabled: !enabled }))) {
        throw new Error('This fault has gone already');
      }
      return `Switched ${enabled ? 'off' : 'on'}: ${name}`;
    });
  };
  const remove = () =>
    changeCatalog(
      async () => {
        await control.faults.remove(fault.id);
        return `Removed: ${name}`;
      },
      keepFaults((one) => one === fault.id),
    );
  return (
    <li data-fault={fault.id} class={enabled ? '' : 'off'}>
      <input
        type="checkbox"
        role="switch"
        id={id}
        checked={enabled}
        aria-describedby={`${id}-hits`}
        onChange={() => void toggle()}
      />
      <label for={id}>
        <strong>{fault.operation ?? 'all operations'}</strong> {describeFault(fault)}
      </label>
      <span class="soft" id={`${id}-hits`}>
        {hits > 0 && countOf(hits, 'hit')}
        {remaining !== undefined && hits > 0 && `, ${remaining} left`}
      </span>
      <Menu label={<MoreIcon />} name={`More on ${name}`} class="icon-button">
        {(close) => (
          <div class="items" onClick={close}>
            <Button look="item" onClick={onEdit}>
              Edit
            </Button>
            <Button look="item" onClick={() => void remove()}>
              Remove
            </Button>
            <FaultCopies fault={fault} />
          </div>
        )}
      </Menu>
    </li>
  );
}

function FaultCopies({ fault }: { fault: ActiveFault }) {
  const page = usePage();
  const fields = fieldsOf(fault);
  const line = () => `catalog.faults.add(${toLiteral(fields)});`;
  return (
    <>
      {page.source.origin !== undefined && (
        <CopyButton
          class="item"
          label="Copy as curl"
          what="curl command"
          text={() => toAddCommand(fields, page)}
        />
      )}
      <CopyButton class="item" label="Copy as a line of a test" what="line of a test" text={line} />
    </>
  );
}
