import type { RequestFilter } from '../contract/requests.ts';
import type { RequestRecord } from './journal.ts';
import { bodyDifferences, contains, headerIn, matchesHeaders, matchesQuery } from './match.ts';
import { redactHeader } from './redact.ts';
import type { ReadSentBody, SentBody } from './sent-body.ts';
import { shorten, shortenPair } from './shorten.ts';
import { bodyLimit } from './truncate.ts';

/** What one field of a filter asks of a request. */
export interface Condition {
  /** In words: `status 404`. */
  readonly words: string;
  matches(record: RequestRecord): boolean;
  /** How far a request is from it; 0 when it matches. */
  distance(record: RequestRecord): number;
  /** Why a request does not match: `status is 404, not 201`. Only asked of one that does not. */
  explain(record: RequestRecord): string[];
}

export interface ConditionTools {
  readonly readBody: ReadSentBody;
  /** Redacts keys where they appear in a text. */
  readonly redact: (text: string) => string;
}

/**
 * How far apart two requests are that differ in one field. A request for another operation is never
 * closer than one that was only answered otherwise; of a body, each field that differs counts.
 */
const weights = {
  operation: 40,
  path: 20,
  method: 15,
  status: 8,
  query: 4,
  header: 4,
  text: 4,
  fault: 4,
  bodyField: 1,
  /** A body that cannot be compared. */
  body: 12,
};
/** As many fields count of a query, of headers or of a body. */
const mostCounted = 10;
/** As many differing fields of a body are shown. */
const mostShown = 5;

export function isOperation(wanted: NonNullable<RequestFilter['operation']> | null): Condition {
  return plain('operation', wanted, (record) => record.operation);
}

export function hasMethod(method: string): Condition {
  return plain('method', method.toUpperCase(), (record) => record.method.toUpperCase());
}

export function hasPath(path: string): Condition {
  return plain('path', path, (record) => record.path);
}

export function hasStatus(status: number): Condition {
  return {
    ...plain('status', status, (record) => record.status),
    explain({ status: sent, ended }) {
      const is = sent ?? (ended === 0 ? 'not answered yet' : 'none (no answer was sent)');
      return [`status is ${is}, not ${status}`];
    },
  };
}

function plain<T extends string | number | null>(
  name: 'operation' | 'method' | 'path' | 'status',
  wanted: T,
  valueOf: (record: RequestRecord) => T | null,
): Condition {
  const show = (value: T | null) => shorten(String(value), 200);
  return {
    words: `${name} ${show(wanted)}`,
    matches: (record) => valueOf(record) === wanted,
    distance: (record) => (valueOf(record) === wanted ? 0 : weights[name]),
    explain: (record) => [`${name} is ${show(valueOf(record))}, not ${show(wanted)}`],
  };
}

export function hasQuery(wanted: NonNullable<RequestFilter['query']>): Condition {
  const pairs =
    typeof wanted === 'string' ? [...new URLSearchParams(wanted)] : Object.entries(wanted);
  const missing = ({ query }: RequestRecord) => {
    const sent = new URLSearchParams(query);
    return pairs
      .map(([name, value]) => ({ name, value, values: sent.getAll(name) }))
      .filter(({ value, values }) => !values.includes(value));
  };
  return {
    words:
      wanted === ''
        ? 'no query'
        : pairs.map(([name, value]) => `query ${shorten(name)} ${quote(value)}`).join(', '),
    matches: ({ query }) => matchesQuery(query, wanted),
    distance(record) {
      if (matchesQuery(record.query, wanted)) return 0;
      return weights.query * Math.min(mostCounted, missing(record).length || 1);
    },
    explain(record) {
      if (wanted === '') return [`query is ${quote(record.query)}, not empty`];
      return missing(record).map(({ name, value, values }) =>
        differs(`query ${shorten(name)}`, values.length > 1 ? values : values[0], value),
      );
    },
  };
}

export function hasHeaders(
  wanted: Readonly<Record<string, string>>,
  { redact }: ConditionTools,
): Condition {
  const names = Object.keys(wanted);
  const sentOf = ({ requestHeaders = [] }: RequestRecord) => requestHeaders;
  const missing = (record: RequestRecord) =>
    names.filter((name) => !matchesHeaders(sentOf(record), { [name]: wanted[name]! }));
  const shown = (name: string, value: string) => redactHeader(name.toLowerCase(), value, redact);
  return {
    words: names.map((name) => `header ${name} ${quote(shown(name, wanted[name]!))}`).join(', '),
    matches: (record) => matchesHeaders(sentOf(record), wanted),
    distance: (record) => weights.header * Math.min(mostCounted, missing(record).length),
    explain: (record) =>
      missing(record).map((name) => {
        const sent = headerIn(sentOf(record), name);
        const [is, not] = [sent && shown(name, sent), shown(name, wanted[name]!)];
        return is === not
          ? `header ${name} is another than wanted, though both are shown as ${quote(not)}`
          : differs(`header ${name}`, is, not);
      }),
  };
}

export function hasBody(wanted: unknown, { readBody }: ConditionTools): Condition {
  return {
    words: `body ${shorten(JSON.stringify(wanted), 200)}`,
    matches(record) {
      const sent = readBody(record);
      return sent.is === 'json' && contains(sent.value, wanted);
    },
    distance(record) {
      const sent = readBody(record);
      if (sent.is !== 'json') return weights.body;
      const differing = bodyDifferences(sent.value, wanted).length;
      return weights.bodyField * Math.min(mostCounted, differing);
    },
    explain(record) {
      const sent = readBody(record);
      if (sent.is !== 'json') return [whyNoJson(record, sent)];
      const all = bodyDifferences(sent.value, wanted);
      const words = all.slice(0, mostShown).map((one) => differs(one.path, one.sent, one.wanted));
      const rest = all.length - words.length;
      return rest === 0 ? words : [...words, `and ${rest} more of its body`];
    },
  };
}

function whyNoJson({ requestBody = '', requestBytes, received }: RequestRecord, { is }: SentBody) {
  if (is === 'truncated') return `its body is ${sizeOf(requestBytes)}`;
  if (is === 'text') return `its body is no JSON: ${quote(requestBody)}`;
  return received ? 'it has no body that was read' : 'its body has not been read yet';
}

function sizeOf(bytes: number): string {
  const [all, kept] = [bytes, bodyLimit].map((count) => count.toLocaleString('en'));
  return `${all} bytes, of which the journal keeps ${kept}: it cannot be compared`;
}

export function hasText(text: string): Condition {
  const wanted = text.toLowerCase();
  const matches = ({ path, query, requestBody, responseBody }: RequestRecord) =>
    [path, query, requestBody, responseBody].some((part) => part?.toLowerCase().includes(wanted));
  return {
    words: `text ${quote(text)}`,
    matches,
    distance: (record) => (matches(record) ? 0 : weights.text),
    explain: () => [`${quote(text)} is not in its path, its query or a body`],
  };
}

export function isHit(wanted: boolean): Condition {
  const matches = ({ fault }: RequestRecord) => (fault !== undefined) === wanted;
  return {
    words: wanted ? 'hit by a fault' : 'hit by no fault',
    matches,
    distance: (record) => (matches(record) ? 0 : weights.fault),
    explain({ fault }) {
      if (fault === undefined) return ['no fault hit it'];
      return [fault === 'prefer' ? 'it asked for its fault with Prefer' : `${fault} hit it`];
    },
  };
}

function differs(what: string, sent: unknown, wanted: unknown): string {
  const [is, not] = shortenPair(sent, wanted);
  return `${what} is ${sent === undefined ? 'missing' : is}, not ${not}`;
}

function quote(text: string): string {
  return shorten(JSON.stringify(text));
}
