import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Fault } from '../../client.ts';
import { Field, Form, valuesOf } from '../parts/form.tsx';
import { operationChoices } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import {
  answers,
  FieldError,
  fieldOf,
  hasPhase,
  toFault,
  type DelayKind,
  type Values,
} from './fault-fields.ts';

const kinds = [
  ['status', 'Answer an error'],
  ['delay', 'Only slow it down'],
  ['hold', 'Hold it until it is let go'],
  ['reset', 'Reset the connection'],
  ['empty', 'Close with no answer'],
  ['truncate', 'Send half an answer'],
  ['garbage', 'Send bytes that are no answer'],
  ['dribble', 'Send the answer in small pieces'],
  ['hang', 'Never answer'],
] as const;

const phases = [
  ['', 'Instead of the operation'],
  ['after', 'Once it has happened'],
] as const;

const delayKinds = [
  ['', 'None'],
  ['fixed', 'Always the same'],
  ['range', 'From – to'],
  ['percentiles', 'Median and 99th percentile'],
] as const satisfies readonly (readonly [DelayKind, string])[];

/** The inputs of each kind of delay, in milliseconds. */
const delayFields: Record<DelayKind, readonly (readonly [name: string, label: string])[]> = {
  '': [],
  fixed: [['delay', 'Delay in ms']],
  range: [
    ['min', 'From, in ms'],
    ['max', 'To, in ms'],
  ],
  percentiles: [
    ['p50', 'Median, in ms'],
    ['p99', '99th percentile, in ms'],
  ],
};

interface LessUsed {
  name: string;
  label: string;
  placeholder: string;
  /** For a text of several lines. */
  rows?: number;
  /** It is of the response, and not every kind of fault has one. */
  isOfResponse?: boolean;
}

const lessUsed: readonly LessUsed[] = [
  { name: 'match.id', label: 'Only for the pet with the id', placeholder: 'any' },
  {
    name: 'match.body',
    label: 'Only for bodies with the fields',
    placeholder: '{"name": "Rex"}',
    rows: 1,
  },
  { name: 'match.query', label: 'Only for the query', placeholder: 'limit=2' },
  {
    name: 'match.header',
    label: 'Only for the request headers',
    placeholder: 'X-Client: old',
    rows: 1,
  },
  {
    name: 'headers',
    label: 'Response headers',
    placeholder: 'Retry-After: 2',
    rows: 2,
    isOfResponse: true,
  },
  {
    name: 'body',
    label: 'Response body',
    placeholder: 'JSON; any text with a Content-Type',
    rows: 3,
    isOfResponse: true,
  },
];

interface FaultFormProps {
  /** What the fields say at first. */
  values: Values;
  /** The errors that it throws are shown at their fields. `before` is what the fields said at first. */
  onSave: (fault: Fault, before: Fault) => Promise<void>;
  /** Whether its first field gets the focus when it is shown. */
  takesFocus?: boolean;
  /** The buttons. */
  children: ComponentChildren;
}

/** A fault of any kind. The server checks what was typed, and its message is shown at the field. */
export function FaultForm({ values, onSave, takesFocus, children }: FaultFormProps) {
  const { info } = usePage();
  const [operation, setOperation] = useState(values['operation'] ?? '');
  const [kind, setKind] = useState(values['kind'] ?? 'status');
  const [phase, setPhase] = useState(values['phase'] ?? '');
  const [chosenDelay, setDelay] = useState((values['delayKind'] ?? '') as DelayKind);
  const [error, setError] = useState<{ field: string | undefined; message: string }>();
  const before = useRef<Fault>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const isOnlyDelay = kind === 'delay';
  const delayKind = isOnlyDelay && chosenDelay === '' ? 'fixed' : chosenDelay;

  useEffect(() => setOperation(values['operation'] ?? ''), [values['operation']]);
  useLayoutEffect(() => {
    // As the fields give it, which may have changed line ends, and before anybody types.
    const form = box.current?.closest('form');
    if (form) before.current = toFault(valuesOf(form));
    if (takesFocus) box.current?.querySelector('select')?.focus();
  }, [takesFocus]);
  useEffect(() => {
    const field = box.current?.querySelector<HTMLElement>('[aria-invalid]');
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
  }, [error]);

  const save = async (typed: Values) => {
    setError(undefined);
    try {
      await onSave(toFault(typed), before.current!);
    } catch (thrown) {
      const { message } = thrown as Error;
      const field = thrown instanceof FieldError ? thrown.field : fieldOf(message);
      setError({ field, message });
    }
  };
  const shown = new Set<string>();
  const at = (field: string) => {
    shown.add(field);
    return { error: error?.field === field ? error.message : undefined };
  };
  const filled = (name: string) => ({ name, defaultValue: values[name], ...at(name) });

  return (
    <Form class="stack" noValidate onSubmit={(typed) => void save(typed)}>
      <div class="stack" ref={box}>
        <Field
          label="Operation"
          name="operation"
          value={operation}
          options={operationChoices(info)}
          {...at('operation')}
          onChange={(event) => setOperation(event.currentTarget.value)}
        />
        <Field
          label="What happens"
          name="kind"
          value={kind}
          options={kinds}
          {...at('network')}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        {answers(kind) && (
          <div class="pair">
            <Field
              label="Status"
              inputMode="numeric"
              placeholder="the real one"
              {...filled('status')}
              defaultValue={values['status'] ?? (kind === 'status' ? '500' : '')}
            />
            <Field label="Message" placeholder="its phrase" {...filled('error')} />
          </div>
        )}
        {hasPhase(kind) && (
          <Field
            label="When"
            name="phase"
            value={phase}
            options={phases}
            {...at('phase')}
            onChange={(event) => setPhase(event.currentTarget.value)}
          />
        )}
        <div class="pair">
          <Field
            label={kind === 'dribble' ? 'Over how long' : 'Delay'}
            value={delayKind}
            options={isOnlyDelay ? delayKinds.slice(1) : delayKinds}
            onChange={(event) => setDelay(event.currentTarget.value as DelayKind)}
          />
          {delayFields[delayKind].map(([name, label], index) => (
            <Field
              key={name}
              label={label}
              name={name}
              inputMode="numeric"
              defaultValue={values[name]}
              {...(index === 0 && at('delay'))}
            />
          ))}
        </div>
        <div class="pair">
          <Field label="% of calls" inputMode="decimal" placeholder="100" {...filled('rate')} />
          <Field label="Times" inputMode="numeric" placeholder="no end" {...filled('times')} />
        </div>
        <details open={lessUsed.some(({ name }) => values[name] !== undefined)}>
          <summary>More</summary>
          <div class="stack">
            {lessUsed
              .filter(({ isOfResponse }) => !isOfResponse || answers(kind))
              .map(({ isOfResponse: _isOfResponse, ...field }) => (
                <Field key={field.name} {...field} {...filled(field.name)} />
              ))}
          </div>
        </details>
      </div>
      {error && !(error.field && shown.has(error.field)) && (
        <p class="field-error" role="alert">
          {error.message}
        </p>
      )}
      <div class="row">{children}</div>
    </Form>
  );
}
