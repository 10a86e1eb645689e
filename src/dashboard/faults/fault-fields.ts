import type { ActiveFault, Fault, FaultChanges } from '../../client/index.ts';
import { parseJson } from '../../contract/values.ts';
import type { Values } from '../parts/form.tsx';

export const kinds = [
  ['status', 'answer with'],
  ['delay', 'wait'],
  ['hold', 'hold until I release it'],
  ['reset', 'drop the connection'],
  ['hang', 'never respond'],
  ['empty', 'close without a response'],
  ['truncate', 'send half a response'],
  ['garbage', 'send invalid bytes'],
  ['dribble', 'send the response in small pieces'],
] as const;

/** The inputs of a fault besides its operation and what happens. `more` has all other fields. */
export const inputs = [
  { name: 'status', label: 'Status', placeholder: 'the real one' },
  { name: 'delay', label: 'Delay', placeholder: '2 s or 300-800 ms' },
  { name: 'rate', label: '% of calls', placeholder: '100' },
  { name: 'times', label: 'Number of calls', placeholder: 'every call' },
  {
    name: 'more',
    label: 'More, as JSON: match, error, headers, body, phase',
    placeholder: '{"match": {"id": "rex"}, "error": "Try later"}',
    rows: 5,
  },
];

/** Returns a fault as the texts of a form. */
export function toValues(fault: Partial<ActiveFault>): Values {
  const { operation = '', network, hold, status, delay, rate, times, ...others } = fault;
  const { id: _id, hits: _hits, remaining: _left, enabled: _on, ...more } = others;
  const percent = rate === undefined ? undefined : Number((rate * 100).toFixed(10));
  const text = (value: unknown) => (value === undefined ? '' : JSON.stringify(value));
  return {
    operation,
    kind: network ?? (hold ? 'hold' : status === undefined ? 'delay' : 'status'),
    status: text(status),
    delay: text(delay),
    rate: text(percent),
    times: text(times),
    more: Object.keys(more).length === 0 ? '' : JSON.stringify(more, null, 2),
  };
}

/**
 * Returns the fault that was typed. The server checks it: a text that should be a number is sent as it is.
 *
 * @throws TypeError for JSON that is not an object, and for a success without a body.
 */
export function toFault({ operation, kind, status, delay, rate, times, more }: Values): Fault {
  const rest = parseJson(more?.trim() || '{}');
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) {
    throw new TypeError('"more" must be a JSON object, such as {"error": "Try later"}');
  }
  const fault: Record<string, unknown> = { ...rest };
  const set = (name: string, text = '', read: (text: string) => unknown = readValue) => {
    if (text.trim() !== '') fault[name] = read(text.trim());
  };
  set('operation', operation, String);
  set('status', status);
  set('delay', delay, readDelay);
  set('rate', rate, (text) => (Number.isFinite(Number(text)) ? Number(text) / 100 : text));
  set('times', times);
  if (kind === 'hold') fault['hold'] = true;
  else if (kind !== 'status' && kind !== 'delay') fault['network'] = kind;
  if (Number(fault['status']) < 400 && !('body' in fault)) {
    throw new TypeError('Below 400 a fault needs a response body: add one under More….');
  }
  return fault as unknown as Fault;
}

/** Returns what was added, without the state of the fault. */
export function fieldsOf(fault: ActiveFault): Fault {
  const { id: _id, hits: _hits, remaining: _remaining, enabled: _enabled, ...rest } = fault;
  return rest as Fault;
}

/** Returns what an edit changed, so that all else stays, hits included. `null` takes a field away. */
export function toChanges(before: Fault, after: Fault): FaultChanges {
  const [old, now] = [before, after] as unknown as Record<string, unknown>[];
  const changed = Object.keys({ ...old, ...now }).filter(
    (name) => JSON.stringify(old![name]) !== JSON.stringify(now![name]),
  );
  return Object.fromEntries(changed.map((name) => [name, now![name] ?? null]));
}

const readValue = (text: string): unknown => parseJson(text) ?? text;

/** Reads `2000`, `250 ms`, `2 s`, `300-800`, and percentiles as JSON. */
function readDelay(text: string): unknown {
  const [, min, max] = /^(\d+) ?[-–] ?(\d+)(?: ?ms)?$/.exec(text) ?? [];
  if (max) return { min: Number(min), max: Number(max) };
  const [, time, unit] = /^([\d.]+) ?(m?s)$/.exec(text) ?? [];
  return unit ? Number(time) * (unit === 's' ? 1000 : 1) : readValue(text);
}
