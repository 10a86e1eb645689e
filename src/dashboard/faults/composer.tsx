import { useRef, useState } from 'preact/hooks';
import type { ActiveFault, Fault } from '../../client/index.ts';
import { describeFault } from '../../controls/describe-fault.ts';
import { Button, Chip, Menu } from '../parts/buttons.tsx';
import { Field, Form, valuesOf, type Values } from '../parts/form.tsx';
import { addFault, removeFault } from '../state/changes.ts';
import { usePage } from '../state/page.ts';
import { fieldsOf, kinds, toFault } from './fault-fields.ts';
import { FaultForm } from './fault-form.tsx';

/** For which calls, as the fields of a fault. */
const spans = [
  ['times=1', 'the next call'],
  ['times=3', 'the next 3 calls'],
  ['rate=20', '20 % of calls'],
  ['', 'every call'],
] as const;

/** The usual failures. */
const presets: readonly { name: string; fault: Fault }[] = [
  { name: 'Slow 2 s', fault: { delay: 2000 } },
  { name: 'Fail next', fault: { status: 503, times: 1 } },
  { name: 'Fail 20 %', fault: { status: 503, rate: 0.2 } },
  { name: 'Fail all', fault: { status: 503 } },
  { name: 'Offline', fault: { network: 'reset' } },
];

/** Whether a fault is on and does the same as a preset. Its fields are in the order of the preset's. */
const isLike = (one: ActiveFault, fault: Fault) =>
  one.enabled !== false && JSON.stringify(fieldsOf(one)) === JSON.stringify(fault);

/** Adds faults: with a sentence, or with one press. On a narrow page it is a menu. */
export function Composer({ isNarrow }: { isNarrow: boolean }) {
  const { isAll, keys, number, choose } = usePage();
  const [values, setValues] = useState<Values>();
  const content =
    isAll && keys.length === 0 ? (
      <p class="soft">Pick a key to add faults for it.</p>
    ) : (
      <>
        {isAll && (
          <Field
            isBare
            label="Key"
            value={String(number)}
            options={keys.map((one) => [String(one.number), one.apiKey])}
            onValue={(value) => choose(Number(value))}
          />
        )}
        <Sentence onMore={setValues} />
        <Presets />
      </>
    );
  return (
    <div class="composer bar row" role="group" aria-label="Make calls fail">
      {isNarrow ? <Menu label="Faults">{content}</Menu> : content}
      {values && <FaultForm values={values} onClose={() => setValues(undefined)} />}
    </div>
  );
}

function Sentence({ onMore }: { onMore: (values: Values) => void }) {
  const { control, operations, act } = usePage();
  const [kind, setKind] = useState('status');
  const form = useRef<HTMLFormElement>(null);
  const read = (): Values => {
    const { span = '', ...rest } = valuesOf(form.current!);
    return { ...rest, ...Object.fromEntries(new URLSearchParams(span)) };
  };
  const add = () =>
    act(async () => {
      const outcome = await addFault(control, toFault(read()));
      // The next sentence starts without the operation of this one.
      form.current!.reset();
      setKind('status');
      return outcome;
    });
  return (
    <Form class="sentence row" ref={form} onSubmit={add}>
      <span aria-hidden="true">Make</span>
      <Field isBare label="Which calls" name="operation" options={operations} />
      <Field
        isBare
        label="What happens"
        name="kind"
        options={kinds.slice(0, 5)}
        onValue={setKind}
      />
      {kind === 'status' && <Field isBare label="Status" name="status" defaultValue="503" />}
      {kind === 'delay' && <Field isBare label="How long" name="delay" defaultValue="2 s" />}
      <span aria-hidden="true">for</span>
      <Field isBare label="For how many calls" name="span" options={spans} />
      <Button type="submit" look="button primary">
        Add
      </Button>
      <Button title="All fields of a fault" onClick={() => onMore(read())}>
        More…
      </Button>
    </Form>
  );
}

function Presets() {
  const { control, faults = [], act } = usePage();
  return (
    <div class="chips row" role="group" aria-label="Presets">
      {presets.map(({ name, fault }) => {
        const added = faults.find((one) => isLike(one, fault));
        const toggle = () => (added ? removeFault(control, added) : addFault(control, fault));
        return (
          <Chip
            key={name}
            text={name}
            title={describeFault(fault)}
            isOn={added !== undefined}
            // A double click counts as one.
            onClick={({ detail }) => detail < 2 && act(toggle)}
          />
        );
      })}
    </div>
  );
}
