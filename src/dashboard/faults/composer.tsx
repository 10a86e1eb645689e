import { useRef, useState } from 'preact/hooks';
import type { ActiveFault, Fault } from '../../client/index.ts';
import { describeFault, nameOf } from '../../controls/describe-fault.ts';
import { Button } from '../parts/buttons.tsx';
import { Field, Form, valuesOf, type Values } from '../parts/form.tsx';
import { usePage } from '../state/page.ts';
import { keepFaults } from '../state/undo.ts';
import { fieldsOf, kinds, toFault } from './fault-fields.ts';
import { FaultForm } from './fault-form.tsx';

/** For which calls, as the fields that say so. */
const spans = [
  ['times=1', 'the next call'],
  ['times=3', 'the next 3 calls'],
  ['rate=20', 'one call in five'],
  ['', 'every call'],
] as const;

/** The failures that people want most, each one press away. */
const presets: readonly { name: string; fault: Fault }[] = [
  { name: 'Slow answers', fault: { delay: 2000 } },
  { name: 'The next call fails', fault: { status: 503, times: 1 } },
  { name: 'One call in five fails', fault: { status: 503, rate: 0.2 } },
  { name: 'All calls fail', fault: { status: 503 } },
  { name: 'Offline', fault: { network: 'reset' } },
];

/** Whether one is on and does the same: its fields are in the order of a preset's. */
const isLike = (one: ActiveFault, fault: Fault) =>
  one.enabled !== false && JSON.stringify(fieldsOf(one)) === JSON.stringify(fault);

/** A fault from a sentence, or by one press. */
export function Composer() {
  const { control, operations, faults = [], act, isAll } = usePage();
  const [kind, setKind] = useState('status');
  const [more, setMore] = useState<Values>();
  const form = useRef<HTMLFormElement>(null);
  const busy = useRef(new Set<Fault>()).current;

  const read = (): Values => {
    const { span = '', ...rest } = valuesOf(form.current!);
    return { ...rest, ...Object.fromEntries(new URLSearchParams(span)) };
  };
  const add = (fault: Fault) => act(() => control.faults.add(fault), `Added: ${nameOf(fault)}`);
  // What the page shows of it comes later than the next press may.
  const toggle = async (fault: Fault) => {
    if (busy.has(fault)) return;
    busy.add(fault);
    const all = await control.faults.list().catch(() => faults);
    const { id } = all.findLast((one) => isLike(one, fault)) ?? {};
    const remove = () => control.faults.remove(id!);
    await (id ? act(remove, `Removed: ${nameOf(fault)}`, keepFaults(control, id)) : add(fault));
    busy.delete(fault);
  };

  if (isAll) {
    return <p class="composer bar soft">Choose a key above to change what its calls get.</p>;
  }
  return (
    <div class="composer bar row wrap" role="group" aria-label="Make calls fail">
      <Form class="sentence row" ref={form} onSubmit={() => add(toFault(read()))}>
        <span aria-hidden="true">Make</span>
        <Field isBare label="Which calls" name="operation" options={operations} />
        <Field
          isBare
          label="What happens"
          name="kind"
          value={kind}
          options={kinds.slice(0, 5)}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        {kind === 'status' && <Field isBare label="Status" name="status" defaultValue="503" />}
        {kind === 'delay' && <Field isBare label="How long" name="delay" defaultValue="2 s" />}
        <span aria-hidden="true">for</span>
        <Field isBare label="For how many calls" name="span" options={spans} />
        <Button type="submit" look="button primary">
          Add
        </Button>
      </Form>
      <div class="chips row wrap" role="group" aria-label="Presets">
        <Button look="chip" onClick={() => setMore(read())}>
          More…
        </Button>
        {presets.map(({ name, fault }) => (
          <Button
            key={name}
            title={describeFault(fault)}
            look="chip"
            aria-pressed={faults.some((one) => isLike(one, fault))}
            // A double click is one.
            onClick={({ detail }) => detail < 2 && void toggle(fault)}
          >
            {name}
          </Button>
        ))}
      </div>
      {more && <FaultForm values={more} onClose={() => setMore(undefined)} />}
    </div>
  );
}
