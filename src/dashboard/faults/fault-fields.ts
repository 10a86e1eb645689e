import type { ActiveFault, Fault, FaultChanges } from '../../client.ts';
import { fromLines, toLines, type FieldProps, type Values } from '../parts/form.tsx';

/** What can happen, and whether there is an answer to say more about, or a `phase` to choose. */
export const kinds = [
  { name: 'status', label: 'answer with', has: ['answer', 'phase'] },
  { name: 'delay', label: 'wait', has: [] },
  { name: 'hold', label: 'wait until let go', has: [] },
  { name: 'reset', label: 'lose the connection', has: ['phase'] },
  { name: 'hang', label: 'never answer', has: [] },
  { name: 'empty', label: 'close with no answer', has: ['phase'] },
  { name: 'truncate', label: 'send half an answer', has: ['answer'] },
  { name: 'garbage', label: 'send bytes that are no answer', has: ['answer', 'phase'] },
  { name: 'dribble', label: 'send the answer in small pieces', has: ['answer'] },
] as const;

type Codec = readonly [write: (value: never) => string, read: (text: string) => unknown];

const text: Codec = [String, (typed) => typed];
const number: Codec = [String, toNumber];
const percent: Codec = [
  (rate: number) => String(Number((rate * 100).toFixed(10))),
  (typed) => (Number.isFinite(Number(typed)) ? Number(typed) / 100 : typed),
];
const headers: Codec = [
  (given: Record<string, string>) => toLines(Object.entries(given)),
  (typed) => Object.fromEntries(fromLines(typed)),
];
const json: Codec = [JSON.stringify, (typed) => JSON.parse(typed) as unknown];
const query: Codec = [(given: string) => new URLSearchParams(given).toString(), (typed) => typed];
const delay: Codec = [writeDelay, readDelay];

const phases = [
  ['', 'Instead of the operation'],
  ['after', 'Once it has happened'],
] as const;

/** @param more Whether it is shown only where what happens has an `answer` or a `phase`, and what it is. */
const field = (
  name: string,
  label: string,
  placeholder: string,
  codec: Codec,
  more: Pick<FieldProps, 'options' | 'rows'> & { of?: 'answer' | 'phase' } = {},
) => ({ name, label, placeholder, codec, ...more });

/** The fields besides the operation and what happens, as the server names them. */
export const fields = [
  field('status', 'Status', 'the real one', number, { of: 'answer' }),
  field('error', 'Message', 'its phrase', text, { of: 'answer' }),
  field('delay', 'Delay in ms', '2000, 2 s or 300-800', delay),
  field('phase', 'When', '', text, { of: 'phase', options: phases }),
  field('rate', '% of calls', '100', percent),
  field('times', 'Times', 'no end', number),
  field('match.id', 'Only for the pet with the id', 'any', text),
  field('match.query', 'Only for the query', 'limit=2', query),
  field('match.body', 'Only for bodies with', '{"name": "Rex"}', json, { rows: 2 }),
  field('match.header', 'Only for the headers', 'X-Client: old', headers, { rows: 2 }),
  field('headers', 'Response headers', 'Retry-After: 2', headers, { of: 'answer', rows: 2 }),
  field('body', 'Response body', 'JSON; text with a Content-Type', json, { of: 'answer', rows: 2 }),
];

/** The fields that a fault fills. */
export function toValues(fault: Partial<ActiveFault>): Values {
  const { operation = '', network, hold, status, delay: wait } = fault;
  const kind =
    network ?? (hold ? 'hold' : status === undefined && wait !== undefined ? 'delay' : 'status');
  const given = { ...fault, ...prefixed(fault.match) } as Record<string, never>;
  const values = fields
    .filter(({ name }) => given[name] !== undefined)
    .map(({ name, codec: [write] }) => [
      name,
      name === 'body' && isText(fault.headers) ? String(given[name]) : write(given[name]!),
    ]);
  return { operation, kind, ...(Object.fromEntries(values) as Values) };
}

/**
 * The fault that was typed. What is blank is left out, and whether the rest makes a fault, the server
 * says: a text that is no number is sent as it is.
 *
 * @throws Error with the `field` that is no JSON, or no list of headers.
 */
export function toFault(values: Values): Fault {
  const { operation, kind = 'status' } = values;
  const fault: Record<string, unknown> = { operation: operation || undefined };
  const match: Record<string, unknown> = {};
  const typed = fields.filter(({ name }) => values[name]?.trim());
  for (const { name, codec } of typed) {
    const isPlain = name === 'body' && isText(fault['headers'] as Values);
    const value = isPlain ? values[name] : read(name, values[name]!, codec);
    if (name.startsWith('match.')) match[name.slice('match.'.length)] = value;
    else fault[name] = value;
  }
  if (Object.keys(match).length > 0) fault['match'] = match;
  if (kind === 'hold') fault['hold'] = true;
  // The server says what a delay must be.
  else if (kind === 'delay') fault['delay'] ??= '';
  else if (kind !== 'status') fault['network'] = kind;
  return JSON.parse(JSON.stringify(fault)) as Fault;
}

function read(name: string, typed: string, [, readIt]: Codec): unknown {
  try {
    return readIt(typed);
  } catch (error) {
    const { message } = error as Error;
    const or = name === 'body' ? ', or come with a Content-Type in the headers' : '';
    const isJson = error instanceof SyntaxError;
    throw Object.assign(new Error(isJson ? `It must be JSON${or}: ${message}` : message), {
      field: name,
    });
  }
}

/**
 * What was changed in the form, so that all else stays as it was, hits included; `null` takes a field
 * away.
 *
 * @param before What the form said at first.
 * @param after What it says.
 */
export function toChanges(fault: ActiveFault, before: Fault, after: Fault): FaultChanges {
  const changes = differences(before, after);
  if (changes['match'] === undefined) return changes;
  // No field shows the match of calls without a query, `''`.
  const parts = { ...fault.match, ...differences(before.match ?? {}, after.match ?? {}) };
  const match = Object.entries(parts).filter(([, value]) => value !== null);
  return { ...changes, match: match.length > 0 ? Object.fromEntries(match) : null };
}

function differences(before: object, after: object): Record<string, unknown> {
  const [old, now] = [before, after] as Record<string, unknown>[];
  const names = Object.keys({ ...old, ...now });
  const changed = names.filter((name) => JSON.stringify(old![name]) !== JSON.stringify(now![name]));
  return Object.fromEntries(changed.map((name) => [name, now![name] ?? null]));
}

const prefixed = (match: object = {}) =>
  Object.fromEntries(
    Object.entries(match).map(([name, value]) => [`match.${name}`, value as unknown]),
  );

/** `2000`, `300-800`, `p50 300, p99 3000`. */
function writeDelay(given: NonNullable<Fault['delay']>): string {
  if (typeof given === 'number') return String(given);
  return 'p50' in given ? `p50 ${given.p50}, p99 ${given.p99}` : `${given.min}-${given.max}`;
}

/** What `writeDelay` writes, or `2 s`. */
function readDelay(typed: string): unknown {
  const numbers = [...typed.matchAll(/(?<!p\d?)\d+(?:\.\d+)?/g)].map(Number);
  const [first = 0, second] = numbers;
  if (/^\s*[\d.]+\s*s\s*$/.test(typed)) return first * 1000;
  if (/^\s*\d+\s*[-–]\s*\d+(?:\s*ms)?\s*$/.test(typed)) return { min: first, max: second };
  if (/^\s*p50\s*\d+\D+p99\s*\d+\s*$/.test(typed)) return { p50: first, p99: second };
  return toNumber(typed.replace(/\s*ms\s*$/, ''));
}

function toNumber(typed: string): number | string {
  return Number.isFinite(Number(typed)) ? Number(typed) : typed;
}

/** Beside a `Content-Type`, a text is sent as it is. */
function isText(given: Readonly<Record<string, string>> = {}): boolean {
  return Object.keys(given).some((name) => name.toLowerCase() === 'content-type');
}
