import type { ActiveFault, Fault, FaultChanges, FaultMatch } from '../../client.ts';
import { fromLines, toLines } from '../parts/header-lines.ts';

/**
 * What is in the fields of the form, by the names that the server has for them: `match.body`. The
 * `rate` is in percent. A field that is not shown is not there.
 */
export type Values = Readonly<Record<string, string>>;

/** What was typed cannot be sent. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** Whether it has an answer of its own, besides what it does to the connection. */
export const answers = (kind: string) =>
  ['status', 'truncate', 'garbage', 'dribble'].includes(kind);

/** Whether it is instead of the operation, or of its answer alone. */
export const hasPhase = (kind: string) => ['status', 'reset', 'empty', 'garbage'].includes(kind);

/** The kinds of delay, by the names of their fields. */
export type DelayKind = '' | 'fixed' | 'range' | 'percentiles';

/** The fields that a fault fills. */
export function toValues(fault: Partial<ActiveFault>): Values {
  const {
    operation,
    status,
    error,
    headers,
    body,
    delay,
    hold,
    network,
    phase,
    rate,
    times,
    match,
  } = fault;
  const texts: Record<string, string | number | undefined> = {
    operation,
    kind:
      network ?? (hold ? 'hold' : status === undefined && delay !== undefined ? 'delay' : 'status'),
    phase,
    status,
    error,
    headers: headers && toLines(Object.entries(headers)),
    body: isText(headers) && typeof body === 'string' ? body : toJson(body),
    rate: rate === undefined ? undefined : Number((rate * 100).toFixed(10)),
    times,
    'match.id': match?.id,
    'match.query': match?.query && new URLSearchParams(match.query).toString(),
    'match.header': match?.header && toLines(Object.entries(match.header)),
    'match.body': toJson(match?.body),
  };
  if (typeof delay === 'number') Object.assign(texts, { delayKind: 'fixed', delay });
  else if (delay)
    Object.assign(texts, delay, { delayKind: 'p50' in delay ? 'percentiles' : 'range' });
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/**
 * The fault that was typed. What is blank is left out, and whether the rest makes a fault, the server
 * says: a text that is no number is sent as it is.
 *
 * @throws FieldError for what is not JSON, or is no list of headers.
 */
export function toFault(values: Values): Fault {
  const { operation, kind = '', status, error, phase, times } = values;
  const headers = toHeaders('headers', values.headers);
  const rate = toNumber(values['rate']);
  const match = {
    id: values['match.id'] || undefined,
    query: values['match.query'] || undefined,
    header: toHeaders('match.header', values['match.header']),
    body: fromJson('match.body', values['match.body']),
  };
  const fault = {
    operation: operation || undefined,
    match: Object.values(match).some((value) => value !== undefined) ? match : undefined,
    status: toNumber(status),
    error: error || undefined,
    headers,
    body: isText(headers) ? values.body || undefined : fromJson('body', values.body),
    delay: toDelay(values),
    hold: kind === 'hold' || undefined,
    network: ['status', 'delay', 'hold'].includes(kind) ? undefined : kind,
    phase: phase || undefined,
    rate: typeof rate === 'number' ? rate / 100 : rate,
    times: toNumber(times),
  };
  return JSON.parse(JSON.stringify(fault)) as Fault;
}

/**
 * What was changed in the form, so that all else stays as it was, hits included.
 *
 * @param before What the form said at first.
 * @param after What it says.
 */
export function toChanges(fault: ActiveFault, before: Fault, after: Fault): FaultChanges {
  const changes: Record<string, unknown> = differences(before, after);
  if (changes['match'] !== undefined) {
    const parts = differences<FaultMatch>(before.match ?? {}, after.match ?? {});
    const match = applied({ ...fault.match }, parts);
    changes['match'] = Object.keys(match).length > 0 ? match : null;
  }
  return changes as FaultChanges;
}

/** `null` takes a field away. */
export function applied(fields: object, changes: object): Record<string, unknown> {
  const all = Object.entries({ ...fields, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** The field that an error of the server is about: its name, with `match.` in a `match`. */
export function fieldOf(message: string): string | undefined {
  return /"((?:match\.)?[a-z]+)/.exec(message)?.[1];
}

function differences<T extends object>(before: T, after: T): Record<string, unknown> {
  const names = Object.keys({ ...before, ...after }) as (keyof T & string)[];
  const changed = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/** The server says what a delay must be: blanks are sent, too. */
function toDelay({ delay, min, max, p50, p99 }: Values): unknown {
  const number = (text: string | undefined) => toNumber(text) ?? '';
  if (delay !== undefined) return number(delay);
  if (min !== undefined) return { min: number(min), max: number(max) };
  return p50 === undefined ? undefined : { p50: number(p50), p99: number(p99) };
}

function toNumber(text: string | undefined): number | string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

function toJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function fromJson(field: string, text: string | undefined): unknown {
  if (!text?.trim()) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const or = field === 'body' ? ', or come with a Content-Type in the headers' : '';
    throw new FieldError(field, `It must be JSON${or}: ${(error as Error).message}`);
  }
}

/** Beside a `Content-Type`, a text is sent as it is. */
function isText(headers: Readonly<Record<string, string>> | undefined): boolean {
  return Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'content-type');
}

function toHeaders(field: string, text = ''): Record<string, string> | undefined {
  try {
    return text.trim() === '' ? undefined : Object.fromEntries(fromLines(text));
  } catch (error) {
    throw new FieldError(field, (error as Error).message);
  }
}
