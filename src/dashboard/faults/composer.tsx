import { useRef, useState } from 'preact/hooks';
import type { Fault } from '../../client.ts';
import { Button } from '../parts/buttons.tsx';
import { describeFault, nameOf } from '../../contract/describe-fault.ts';
import { Field, Form, valuesOf } from '../parts/form.tsx';
import { operationChoices } from '../parts/words.ts';
import { usePage } from '../state/page.ts';
import { kinds, toFault, type Values } from './fault-fields.ts';
import { FaultForm } from './fault-form.tsx';
import { isSame, presets } from './presets.ts';

/** For which calls, and the fields that say so. */
const spans: readonly (readonly [text: string, fields: Values])[] = [
  ['the next call', { times: '1' }],
  ['the next 3 calls', { times: '3' }],
  ['one call in five', { rate: '20' }],
  ['every call', {}],
];

/** A fault from a sentence, or by one press. */
export function Composer() {
  const { control, info, faults, report, isAll } = usePage();
  const [kindName, setKind] = useState('status');
  const [more, setMore] = useState<Values>();
  const box = useRef<HTMLDivElement>(null);

  /** The sentence as the fields of a fault. */
  const read = (): Values => {
    const { span = '0', value, ...rest } = valuesOf(box.current!.querySelector('form')!);
    const field = { status: 'status', delay: 'delay' }[kindName];
    return {
      ...rest,
      ...(field && value !== undefined && { [field]: value }),
      ...spans[Number(span)]![1],
    };
  };
  const add = async (fault: Fault) => {
    await control.faults.add(fault);
    return `Added: ${nameOf(fault)}`;
  };
  const isBusy = useRef(false);
  const togglePreset = async (fault: Fault) => {
    // A double click is one press.
    if (isBusy.current) return;
    isBusy.current = true;
    await report(async () => {
      const same = (await control.faults.list()).filter((one) => isSame(one, fault));
      const [twin] = same;
      if (!twin) return add(fault);
      if (twin.enabled === false) {
        await control.faults.update(twin.id, { enabled: true });
        return `Switched on: ${nameOf(fault)}`;
      }
      for (const { id } of same) await control.faults.remove(id);
      return `Removed: ${nameOf(fault)}`;
    });
    isBusy.current = false;
  };

  if (isAll) {
    return <p class="composer soft">Choose a key above to change what its calls get.</p>;
  }
  return (
    <div class="composer" role="group" aria-label="Make calls fail" ref={box}>
      <Form class="sentence" onSubmit={() => void report(() => add(toFault(read())))}>
        <span aria-hidden="true">Make</span>
        <Field isBare label="Which calls" name="operation" options={operationChoices(info)} />
        <Field
          isBare
          label="What happens"
          name="kind"
          value={kindName}
          options={kinds.slice(0, 5).map(({ name, label }) => [name, label])}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        {(kindName === 'status' || kindName === 'delay') && (
          <Field
            key={kindName}
            isBare
            label={kindName === 'status' ? 'Status' : 'How long'}
            name="value"
            size={5}
            required
            defaultValue={kindName === 'status' ? '503' : '2 s'}
          />
        )}
        <span aria-hidden="true">for</span>
        <Field
          isBare
          label="For how many calls"
          name="span"
          options={spans.map(([text], index) => [String(index), text])}
        />
        <Button type="submit" look="button primary">
          Add
        </Button>
      </Form>
      <div class="chips" role="group" aria-label="Presets">
        <Button look="chip" onClick={() => setMore(read())}>
          More…
        </Button>
        {presets.map(({ name, fault }) => (
          <Button
            key={name}
            title={describeFault(fault)}
            look="chip"
            aria-pressed={
              faults?.some((one) => one.enabled !== false && isSame(one, fault)) ?? false
            }
            onClick={() => void togglePreset(fault)}
          >
            {name}
          </Button>
        ))}
      </div>
      {more && <FaultForm values={more} onClose={() => setMore(undefined)} />}
    </div>
  );
}
