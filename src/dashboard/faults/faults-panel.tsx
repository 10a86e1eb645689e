import { useRef, useState } from 'preact/hooks';
import type { ActiveFault, Fault } from '../../client.ts';
import { Field } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { count, operationChoices } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { keepFaults, useChangeCatalog } from '../state/undo.ts';
import { applied, toChanges } from './fault-fields.ts';
import { FaultForm } from './fault-form.tsx';
import { describeFault, nameOf } from '../../contract/describe-fault.ts';
import { FaultRow } from './fault-row.tsx';
import { describeOrder, isCovered, isOn } from './order.ts';
import { presets } from './presets.ts';
import { fieldsOf, isSame } from './same-fault.ts';
import { useFaults } from './use-faults.ts';

/** Adds faults, and lists them with a switch each. */
export function FaultsPanel() {
  const { control, state, info } = usePage();
  const { faults, active, error, change } = useFaults();
  const changeCatalog = useChangeCatalog();
  const [scope, setScope] = useState('');
  const [edited, setEdited] = useState<ActiveFault>();
  const list = useRef<HTMLUListElement>(null);
  const choices = useRef<HTMLDivElement>(null);

  // What is being edited stays where it is, also when it is used up or removed elsewhere.
  const rows =
    edited && faults?.every(({ id }) => id !== edited.id)
      ? [...faults, { ...edited, remaining: 0 }].toSorted(byAge)
      : faults;

  /** Changes faults for a form, which shows the errors. */
  const save = async (action: () => Promise<string>) => {
    const done = await action();
    void change(() => Promise.resolve(done));
  };
  const add = async (fault: Fault) => {
    await control.faults.add(fault);
    return `Added: ${nameOf(fault)}`;
  };
  const togglePreset = (fault: Fault, isPressed: boolean) =>
    change(async () => {
      const same = (await control.faults.list()).filter((one) => isSame(one, fault));
      const [twin] = same;
      if (isPressed) {
        for (const { id } of same) await control.faults.remove(id);
        return `Removed: ${nameOf(fault)}`;
      }
      if (!twin) return add(fault);
      await control.faults.update(twin.id, { enabled: true });
      return `Switched on: ${nameOf(fault)}`;
    });
  const toggle = (fault: ActiveFault) =>
    change(async () => {
      if (fault.remaining === 0) return add(fieldsOf(fault));
      const enabled = !isOn(fault);
      if (!(await control.faults.update(fault.id, { enabled }))) {
        throw new Error('This fault has gone already');
      }
      return `Switched ${enabled ? 'on' : 'off'}: ${nameOf(fault)}`;
    });
  const edit = (fault: ActiveFault, typed: Fault, before: Fault) =>
    save(async () => {
      const changes = toChanges(fault, before, typed);
      const after = await control.faults.update(fault.id, changes);
      if (after) return `Changed: ${nameOf(after)}`;
      return add(applied(fieldsOf(fault), changes) as unknown as Fault);
    });
  const remove = (fault: ActiveFault, index: number) => {
    // The focus goes to the neighbour: the pressed button is about to go.
    const buttons = list.current?.querySelectorAll<HTMLElement>('[title="Remove"]') ?? [];
    const preset = choices.current?.querySelector('button');
    (buttons[index + 1] ?? buttons[index - 1] ?? preset)?.focus();
    if (edited?.id === fault.id) setEdited(undefined);
    void changeCatalog(
      async () => {
        await control.faults.remove(fault.id);
        return `Removed: ${nameOf(fault)}`;
      },
      keepFaults((id) => id === fault.id),
    );
  };
  const clear = () => {
    choices.current?.querySelector('button')?.focus();
    setEdited(undefined);
    void changeCatalog(async () => {
      await control.faults.clear();
      return 'Cleared all faults';
    }, keepFaults());
  };

  const delay = state?.delay ?? 0;
  const summary = faults ? summaryOf(faults, active) : '';
  const hasRows = rows !== undefined && rows.length > 0;
  return (
    <Panel
      id="faults"
      title="Faults"
      count={active > 0 ? count(active) : undefined}
      tone="warn"
      actions={
        hasRows && (
          <button type="button" class="button small" onClick={clear}>
            Clear all
          </button>
        )
      }
    >
      <Field
        label="Make fail"
        value={scope}
        options={operationChoices(info)}
        onChange={(event) => setScope(event.currentTarget.value)}
      />
      <div class="pair presets" role="group" aria-label="Presets" ref={choices}>
        {presets.map(({ name, fault: plain }) => {
          const fault = scope === '' ? plain : { operation: scope, ...plain };
          const isPressed = faults?.some((one) => isOn(one) && isSame(one, fault)) ?? false;
          return (
            <button
              key={name}
              type="button"
              class="button"
              aria-pressed={isPressed}
              onClick={() => void togglePreset(fault, isPressed)}
            >
              {name}
            </button>
          );
        })}
      </div>
      <details class="custom">
        <summary>Custom fault</summary>
        <FaultForm values={{ operation: scope }} onSave={(fault) => save(() => add(fault))}>
          <button type="submit" class="button">
            Add the fault
          </button>
        </FaultForm>
      </details>
      {error && !faults && <p class="field-error">{error.message}</p>}
      {delay !== 0 && <p class="soft">Each call is {describeFault({ delay })}.</p>}
      {summary !== '' && <p class="soft">{summary}</p>}
      {hasRows && (
        <ul class="stack fault-list" aria-label="Faults, the newest first" ref={list}>
          {rows.map((fault, index) => (
            <FaultRow
              key={fault.id}
              fault={fault}
              isCovered={isCovered(fault, rows.slice(0, index))}
              isEdited={edited?.id === fault.id}
              onEdit={(isEdited) => setEdited(isEdited ? fault : undefined)}
              onToggle={() => void toggle(fault)}
              onRemove={() => remove(fault, index)}
              onSave={(typed, before) => edit(fault, typed, before)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What comes first, and what is not in the count beside the title. */
function summaryOf(faults: readonly ActiveFault[], active: number): string {
  const order = active === 0 ? 'No fault is active.' : describeOrder(faults);
  const off = faults.length - active;
  return off > 0 ? `${order} ${count(off)} off.`.trim() : order;
}

/** The newest first, by the number in the id. */
function byAge(a: ActiveFault, b: ActiveFault): number {
  return b.id.localeCompare(a.id, 'en', { numeric: true });
}
