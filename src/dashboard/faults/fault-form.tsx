import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Fault } from '../../client.ts';
import { Field, Form } from '../parts/form.tsx';
import { operationChoices } from '../parts/words.ts';
import {
  answers,
  FieldError,
  fieldOf,
  toFault,
  type DelayKind,
  type Values,
} from './fault-fields.ts';

const kinds = [
  ['status', 'Answer an error'],
  ['delay', 'Only slow it down'],
  ['reset', 'Reset the connection'],
  ['empty', 'Close with no answer'],
  ['truncate', 'Send half an answer'],
  ['garbage', 'Send bytes that are no answer'],
  ['dribble', 'Send the answer in small pieces'],
  ['hang', 'Never answer'],
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
  const [operation, setOperation] = useState(values['operation'] ?? '');
  const [kind, setKind] = useState(values['kind'] ?? 'status');
  const [chosenDelay, setDelay] = useState((values['delayKind'] ?? '') as DelayKind);
  const [error, setError] = useState<{ field: string | undefined; message: string }>();
  const before = useRef<Fault>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const isOnlyDelay = kind === 'delay';
  const delayKind = isOnlyDelay && chosenDelay === '' ? 'fixed' : chosenDelay;
  const more = ['headers', 'body', 'id', 'query', 'header', 'sent'];

  useEffect(() => setOperation(values['operation'] ?? ''), [values['operation']]);
  useEffect(() => {
    // As the fields give it: they may have changed line ends.
    const form = box.current?.closest('form');
    if (form) before.current = toFault(Object.fromEntries(new FormData(form)) as Values);
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
    return error?.field === field ? error.message : undefined;
  };

  return (
    <Form class="stack" noValidate onSubmit={(typed) => void save(typed)}>
      <div class="stack" ref={box}>
        <Field
          label="Operation"
          name="operation"
          value={operation}
          options={operationChoices}
          error={at('operation')}
          onChange={(event) => setOperation(event.currentTarget.value)}
        />
        <Field
          label="What happens"
          name="kind"
          value={kind}
          options={kinds}
          error={at('network')}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        {answers(kind) && (
          <div class="pair">
            <Field
              label="Status"
              name="status"
              inputMode="numeric"
              defaultValue={values['status'] ?? (kind === 'status' ? '500' : '')}
              placeholder="the real one"
              error={at('status')}
            />
            <Field
              label="Message"
              name="error"
              defaultValue={values['error']}
              placeholder="its phrase"
              error={at('error')}
            />
          </div>
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
              error={index === 0 ? at('delay') : undefined}
            />
          ))}
        </div>
        <div class="pair">
          <Field
            label="% of calls"
            name="percent"
            inputMode="decimal"
            defaultValue={values['percent']}
            placeholder="100"
            error={at('rate')}
          />
          <Field
            label="Times"
            name="times"
            inputMode="numeric"
            defaultValue={values['times']}
            placeholder="no end"
            error={at('times')}
          />
        </div>
        <details open={more.some((name) => values[name] !== undefined)}>
          <summary>More</summary>
          <div class="stack">
            <Field
              label="Only for the pet with the id"
              name="id"
              defaultValue={values['id']}
              placeholder="any"
              error={at('match.id')}
            />
            <Field
              label="Only for bodies with the fields"
              name="sent"
              rows={1}
              defaultValue={values['sent']}
              placeholder='{"name": "Rex"}'
              error={at('match.body')}
            />
            <Field
              label="Only for the query"
              name="query"
              defaultValue={values['query']}
              placeholder="limit=2"
              error={at('match.query')}
            />
            <Field
              label="Only for the request headers"
              name="header"
              rows={1}
              defaultValue={values['header']}
              placeholder="X-Client: old"
              error={at('match.header')}
            />
            {answers(kind) && (
              <>
                <Field
                  label="Headers of the answer"
                  name="headers"
                  rows={2}
                  defaultValue={values['headers']}
                  placeholder="Retry-After: 2"
                  error={at('headers')}
                />
                <Field
                  label="Body of the answer"
                  name="body"
                  rows={3}
                  defaultValue={values['body']}
                  placeholder="JSON; any text with a Content-Type"
                  error={at('body')}
                />
              </>
            )}
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
