import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActiveFault, Fault, OperationName } from '../../client.ts';
import { Choice } from '../parts/field.tsx';
import { CloseIcon } from '../parts/icons.tsx';
import { Panel } from '../parts/panel.tsx';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded, useLooks } from '../state/loaded.ts';
import { CustomFault } from './custom-fault.tsx';
import { describeFault } from './describe.ts';
import { presets } from './presets.tsx';

const scopes = [
  ['', 'All operations'],
  ['listPets', 'listPets'],
  ['getPet', 'getPet'],
  ['createPet', 'createPet'],
] as const;

/** Makes the service fail, and shows what is failing. */
export function FaultsPanel() {
  const { control, listen, notify, setFaultCount } = usePage();
  const [scope, setScope] = useState<OperationName | ''>('');
  const list = useRef<HTMLUListElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  const { value: faults, error, reload } = useLoaded(() => control.faults.list(), [control]);
  useEvents(listen, (event) => {
    // A fault that has hit may have used itself up.
    const hit = event.type === 'request' && event.entry.fault !== undefined;
    if (event.type === 'open' || event.type === 'reset' || hit) reload();
  });
  // Tests and other pages add faults too, and the server tells no event of that.
  useLooks(reload);
  useEffect(() => setFaultCount(faults?.length ?? 0), [faults, setFaultCount]);

  const run = async (done: string, action: () => Promise<unknown>) => {
    try {
      await action();
      notify({ kind: 'done', text: done });
    } catch (failure) {
      notify({ kind: 'failed', text: (failure as Error).message });
    } finally {
      reload();
    }
  };
  const add = (fault: Fault) => {
    const scoped = scope === '' ? fault : { operation: scope, ...fault };
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

  return (
    <Panel
      class="faults"
      title="Faults"
      aside={
        faults &&
        faults.length > 0 && (
          <>
            <span class="count active">{faults.length}</span>
            <div class="head-actions">
              <button
                type="button"
                class="button small"
                onClick={() => {
                  choices.current?.querySelector('button')?.focus();
                  void run('Cleared all faults', () => control.faults.clear());
                }}
              >
                Clear all
              </button>
            </div>
          </>
        )
      }
    >
      <Choice
        label="Make fail"
        value={scope}
        options={scopes}
        onChange={(value) => setScope(value as OperationName | '')}
      />
      <div class="presets" role="group" aria-label="Add a fault" ref={choices}>
        {presets.map(({ name, Drawn, fault }) => (
          <button key={name} type="button" class="button preset" onClick={() => void add(fault)}>
            <Drawn />
            {name}
          </button>
        ))}
      </div>
      <CustomFault onAdd={add} />
      {error && !faults && <p class="field-error">{error.message}</p>}
      {faults && faults.length === 0 && <p class="nothing calm">No fault is active.</p>}
      {faults && faults.length > 0 && (
        <ul class="fault-list" aria-label="Active faults" ref={list}>
          {faults.map((fault, index) => (
            <li key={fault.id}>
              <span class="fault-scope">{fault.operation ?? 'all'}</span>
              <span class="fault-words">{describeFault(fault)}</span>
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
