import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActiveFault, Fault, OperationName } from '../../client.ts';
import { Field } from '../parts/form.tsx';
import { ClockIcon, CloseIcon, DiceIcon, StopIcon, UnplugIcon } from '../parts/icons.tsx';
import { Panel } from '../parts/panel.tsx';
import { operationChoices } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded, usePolling } from '../state/loaded.ts';
import { useChangeCatalog } from '../state/undo.ts';
import { CustomFault } from './custom-fault.tsx';
import { describeFault } from './describe.ts';

/** The failures that people want most, each one press away. */
const presets: readonly { name: string; Drawn: typeof ClockIcon; fault: Fault }[] = [
  { name: '503 once', Drawn: StopIcon, fault: { status: 503, times: 1 } },
  { name: 'Slow, 2 s', Drawn: ClockIcon, fault: { delay: 2000 } },
  { name: 'Drop connection', Drawn: UnplugIcon, fault: { network: 'reset' } },
  { name: '20 % chaos', Drawn: DiceIcon, fault: { status: 503, rate: 0.2 } },
];

/** Adds faults, and lists those that are active. */
export function FaultsPanel() {
  const { control, listen, report, setFaultCount } = usePage();
  const changeCatalog = useChangeCatalog();
  const [scope, setScope] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  const { value: faults, error, reload } = useLoaded(() => control.faults.list(), [control]);
  useEvents(listen, (event) => {
    // A fault that has hit may have used itself up.
    const hit = event.type === 'request' && event.entry.fault !== undefined;
    if (event.type === 'open' || event.type === 'reset' || hit) reload();
  });
  // Tests and other pages add faults too, and there is no event for that.
  usePolling(reload);
  useEffect(() => setFaultCount(faults?.length ?? 0), [faults, setFaultCount]);

  const run = async (done: string, action: () => Promise<unknown>) => {
    await report(async () => {
      await action();
      return done;
    });
    reload();
  };
  const add = (fault: Fault) => {
    const scoped = scope === '' ? fault : { operation: scope as OperationName, ...fault };
    return run(`Added: ${scope || 'all operations'}, ${describeFault(fault)}`, () =>
      control.faults.add(scoped),
    );
  };
  const remove = (fault: ActiveFault, index: number) => {
    // The focus goes to the neighbour: the pressed button is about to go.
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const preset = choices.current?.querySelector('button');
    (buttons[index + 1] ?? buttons[index - 1] ?? preset)?.focus();
    void run(`Removed: ${describeFault(fault)}`, () => control.faults.remove(fault.id));
  };
  const clear = () => {
    choices.current?.querySelector('button')?.focus();
    void changeCatalog(async () => {
      await control.faults.clear();
      return 'Cleared all faults';
    }).then(reload);
  };

  const active = faults && faults.length > 0;
  return (
    <Panel
      id="faults"
      title="Faults"
      count={active ? faults.length : undefined}
      tone="warn"
      actions={
        active && (
          <button type="button" class="button small" onClick={clear}>
            Clear all
          </button>
        )
      }
    >
      <Field
        label="Make fail"
        value={scope}
        options={operationChoices}
        onChange={(event) => setScope(event.currentTarget.value)}
      />
      <div class="pair presets" role="group" aria-label="Add a fault" ref={choices}>
        {presets.map(({ name, Drawn, fault }) => (
          <button key={name} type="button" class="button" onClick={() => void add(fault)}>
            <Drawn />
            {name}
          </button>
        ))}
      </div>
      <CustomFault onAdd={add} />
      {error && !faults && <p class="field-error">{error.message}</p>}
      {faults?.length === 0 && <p class="soft">No fault is active.</p>}
      {active && (
        <ul class="stack fault-list" aria-label="Active faults" ref={list}>
          {faults.map((fault, index) => (
            <li key={fault.id} class="row warn">
              <strong>{fault.operation ?? 'all'}</strong>
              <span class="grow">{describeFault(fault)}</span>
              <button
                type="button"
                class="icon-button"
                aria-label={`Remove the fault: ${fault.operation ?? 'all operations'}, ${describeFault(fault)}`}
                title="Remove"
                onClick={() => remove(fault, index)}
              >
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
