import type { ActiveFault, Fault, FaultChanges } from '../../client/index.ts';
import { fromLines, type FieldProps, type Values } from '../parts/form.tsx';
import { parseJson } from '../../contract/parse-json.ts';

export const kinds = [
  ['status', 'answer with'],
  ['delay', 'wait'],
  ['hold', 'wait until let go'],
  ['reset', 'lose the connection'],
  ['hang', 'never answer'],
  ['empty', 'close with no answer'],
  ['truncate', 'send half an answer'],
  ['garbage', 'send bytes that are no answer'],
  ['dribble', 'send the answer in small pieces'],
] as const;

/** Those with an answer to say more about, and with a `phase` to choose. */
const answers = ['status', 'truncate', 'garbage', 'dribble'];
const phased = ['status', 'reset', 'empty', 'garbage'];

const phases = [
  ['', 'Instead of the operation'],
  ['after', 'Once it has happened'],
] as const;

type Codec = readonly [write: (value: never) => string, read: (typed: string) => unknown];

const text: Codec = [String, (typed) => typed];
// A text that is no JSON is there as it is: where a number belongs, the server refuses it, and a body
// beside a `Content-Type` is sent so.
const json: Codec = [
  (given: unknown) =>
    typeof given === 'string' && parseJson(given) === undefined ? given : JSON.stringify(given),
  readLoosely,
];
/** Of a body, the server takes a text as well, which would match none. */
const wanted: Codec = [
  JSON.stringify,
  (typed) => {
    const value = parseJson(typed);
    if (value === undefined) throw new TypeError('"match.body" must be JSON');
    return value;
  },
];
const percent: Codec = [
  (rate: number) => String(Number((rate * 100).toFixed(10))),
  (typed) => (Number.isFinite(Number(typed)) ? Number(typed) / 100 : typed),
];
const headers: Codec = [
  (given: Record<string, string>) =>
    Object.entries(given)
      .map((header) => header.join(': '))
      .join('\n'),
  (typed) => Object.fromEntries(fromLines(typed)),
];
// With its mark, so that one can say "no query".
const query: Codec = [
  (given: string) => `?${new URLSearchParams(given)}`,
  (typed) => typed.replace(/^\?/, ''),
];
const delay: Codec = [
  (given: NonNullable<Fault['delay']>) =>
    typeof given === 'object' && 'min' in given
      ? `${given.min}-${given.max}`
      : JSON.stringify(given),
  readDelay,
];

/** @param more Where `of` is given, it is shown for these kinds alone. */
const describe = (
  name: string,
  label: string,
  placeholder: string,
  codec: Codec,
  more: Pick<FieldProps, 'options' | 'rows'> & { of?: readonly string[] } = {},
) => ({ name, label, placeholder, codec, ...more });

/** The fields besides the operation and what happens, as the server names them. */
export const fields = [
  describe('status', 'Status', 'the real one', json, { of: answers }),
  describe('error', 'Message', 'its phrase', text, { of: answers }),
  describe('delay', 'Delay in ms', '2000, 2 s or 300-800', delay),
  describe('phase', 'When', '', text, { of: phased, options: phases }),
  describe('rate', '% of calls', '100', percent),
  describe('times', 'Times', 'no end', json),
  describe('match.id', 'Only for the pet with the id', 'any', text),
  describe('match.query', 'Only for the query', '?limit=2', query),
  describe('match.body', 'Only for bodies with', '{"name": "Rex"}', wanted, { rows: 2 }),
  describe('match.header', 'Only for the headers', 'X-Client: old', headers, { rows: 2 }),
  describe('headers', 'Response headers', 'Retry-After: 2', headers, { of: answers, rows: 2 }),
  describe('body', 'Response body', 'JSON; text with a Content-Type', json, {
    of: answers,
    rows: 2,
  }),
];

export function toValues(fault: Partial<ActiveFault>): Values {
  const { operation = '', network, hold, status, delay: wait, match = {} } = fault;
  const kind =
    network ?? (hold ? 'hold' : status === undefined && wait !== undefined ? 'delay' : 'status');
  const parts = Object.entries(match).map(([name, value]) => [`match.${name}`, value as unknown]);
  const given = { ...fault, ...Object.fromEntries(parts) } as Record<string, never>;
  const values = fields
    .filter(({ name }) => given[name] !== undefined)
    .map(({ name, codec: [write] }) => [name, write(given[name]!)]);
  return { operation, kind, ...(Object.fromEntries(values) as Values) };
}

/**
 * The fault that was typed. What is blank is left out, and whether the rest makes a fault, the server
 * says: a text that is no number is sent as it is.
 *
 * @throws TypeError for a line that is no header, and a wanted body that is no JSON.
 */
export function toFault(values: Values): Fault {
  const { operation, kind } = values;
  const fault: Record<string, unknown> = operation ? { operation } : {};
  const match: Record<string, unknown> = {};
  for (const { name, codec } of fields.filter((one) => values[one.name]?.trim())) {
    const value = codec[1](values[name]!);
    if (name.startsWith('match.')) match[name.slice('match.'.length)] = value;
    else fault[name] = value;
  }
  if (Object.keys(match).length > 0) fault['match'] = match;
  if (kind === 'hold') fault['hold'] = true;
  else if (kind !== 'status' && kind !== 'delay') fault['network'] = kind;
  return fault as unknown as Fault;
}

/** What a fault does, on or off and however often it has hit: what was added. */
export function fieldsOf(fault: ActiveFault): Fault {
  const { id: _id, hits: _hits, remaining: _remaining, enabled: _enabled, ...rest } = fault;
  return rest as Fault;
}

/** What was changed in the form, so that all else stays, hits included; `null` takes a field away. */
export function toChanges(before: Fault, after: Fault): FaultChanges {
  const [old, now] = [before, after] as unknown as Record<string, unknown>[];
  const changed = Object.keys({ ...old, ...now }).filter(
    (name) => JSON.stringify(old![name]) !== JSON.stringify(now![name]),
  );
  return Object.fromEntries(changed.map((name) => [name, now![name] ?? null]));
}

function readLoosely(typed: string): unknown {
  const value = parseJson(typed);
  return value === undefined ? typed : value;
}

/** `2000`, `250 ms`, `2 s`, `300-800`; percentiles as JSON. */
function readDelay(typed: string): unknown {
  const [, min, max] = /^(\d+) ?[-–] ?(\d+)$/.exec(typed) ?? [];
  if (max) return { min: Number(min), max: Number(max) };
  const [, time, unit] = /^([\d.]+) ?(m?s)$/.exec(typed) ?? [];
  return unit ? Number(time) * (unit === 's' ? 1000 : 1) : readLoosely(typed);
}
