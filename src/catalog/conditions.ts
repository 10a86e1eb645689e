import type { RequestFilter } from '../contract/requests.ts';
import type { RequestRecord } from './journal.ts';
import {
  bodyDifferences,
  contains,
  headerIn,
  matchesHeaders,
  matchesQuery,
  type Fields,
} from './match.ts';
import { redactHeader } from './redact.ts';
import type { ReadSentBody, SentBody } from './sent-body.ts';
import { onOneLine, quote, shorten, shortenPair } from './shorten.ts';
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
 * How far apart two requests are that differ in one field. The operation says most of what a request
 * is for, its status least; of a query, of headers and of a body, each part that differs counts.
 */
const weights = { operation: 40, path: 20, method: 15, status: 8, text: 4, fault: 4 };
/** A part that has another value is closer than one that is missing. */
const weightsOfPart = { differing: 2, missing: 3 };
/** As many parts count. */
const mostCounted = 10;
/** A body that cannot be compared: it may be the one, or is surely not. */
const weightsOfBody = { truncated: 12, none: 31, text: 31 };
/** As many differing fields of a body are shown. */
const mostShown = 5;

function weigh(differences: readonly { sent: unknown }[]): number {
  return differences
    .slice(0, mostCounted)
    .reduce(
      (sum, { sent }) => sum + weightsOfPart[sent === undefined ? 'missing' : 'differing'],
      0,
    );
}

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
  const differences = ({ query }: RequestRecord) => {
    const sent = new URLSearchParams(query);
    return pairs
      .map(([name, value]) => ({ name, value, all: sent.getAll(name) }))
      .filter(({ value, all }) => !all.includes(value))
      .map(({ name, value, all }) => ({ name, value, sent: all.length > 1 ? all : all[0] }));
  };
  return {
    words:
      wanted === ''
        ? 'no query'
        : pairs.map(([name, value]) => `query ${shorten(name)} ${quote(value)}`).join(', '),
    matches: ({ query }) => matchesQuery(query, wanted),
    distance(record) {
      if (matchesQuery(record.query, wanted)) return 0;
      return wanted === '' ? weightsOfPart.differing : weigh(differences(record));
    },
    explain(record) {
      if (wanted === '') return [`query is ${quote(record.query)}, not empty`];
      return differences(record).map(({ name, value, sent }) =>
        differs(`query ${shorten(name)}`, sent, value),
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
  const differences = (record: RequestRecord) =>
    names
      .filter((name) => !matchesHeaders(sentOf(record), { [name]: wanted[name]! }))
      .map((name) => ({ name, sent: headerIn(sentOf(record), name) }));
  const shown = (name: string, value: string) => redactHeader(name.toLowerCase(), value, redact);
  return {
    words: names.map((name) => `header ${name} ${quote(shown(name, wanted[name]!))}`).join(', '),
    matches: (record) => matchesHeaders(sentOf(record), wanted),
    distance: (record) => weigh(differences(record)),
    explain: (record) =>
      differences(record).map(({ name, sent }) => {
        const is = sent === undefined ? undefined : shown(name, sent);
        const not = shown(name, wanted[name]!);
        return is === not
          ? `header ${name} is not the one that is wanted, though both are shown as ${quote(not)}`
          : differs(`header ${name}`, is, not);
      }),
  };
}

export function hasBody(given: unknown, { readBody }: ConditionTools): Condition {
  const text = JSON.stringify(given);
  // What JSON makes of it, as over HTTP: a `Date` is text. Later changes make no difference.
  const wanted = JSON.parse(text) as unknown;
  const keysOf = createKeysOf();
  return {
    words: `body ${shorten(text, 200)}`,
    matches(record) {
      const sent = readBody(record);
      return sent.is === 'json' && contains(sent.value, wanted, keysOf);
    },
    distance(record) {
      const sent = readBody(record);
      return sent.is === 'json'
        ? weigh(bodyDifferences(sent.value, wanted, keysOf, mostCounted))
        : weightsOfBody[sent.is];
    },
    explain(record) {
      const sent = readBody(record);
      if (sent.is !== 'json') return [whyNoJson(record, sent)];
      const all = bodyDifferences(sent.value, wanted, keysOf);
      const words = all
        .slice(0, mostShown)
        .map((one) => differs(shorten(one.path, 200), one.sent, one.wanted));
      const rest = all.length - words.length;
      return rest === 0 ? words : [...words, `and ${rest} more of its body`];
    },
  };
}

/** `Object.keys`, which is asked once of each object: it is held against all requests of a journal. */
function createKeysOf(): (fields: Fields) => string[] {
  const known = new Map<Fields, string[]>();
  return (fields) => {
    const names = known.get(fields) ?? Object.keys(fields);
    known.set(fields, names);
    return names;
  };
}

function whyNoJson(record: RequestRecord, { is }: SentBody): string {
  const { method, requestBody = '', requestBytes, received } = record;
  if (is === 'truncated') {
    const [all, kept] = [requestBytes, bodyLimit].map((count) => count.toLocaleString('en'));
    return `its body is ${all} bytes, of which the journal keeps ${kept}, so it cannot be compared`;
  }
  if (is === 'text') {
    return requestBody === ''
      ? 'its body is empty'
      : `its body is no JSON: ${onOneLine(requestBody)}`;
  }
  if (!received) return 'its body is not known yet';
  return method === 'GET' || method === 'HEAD' ? 'it has no body' : 'its body was not read';
}

export function hasText(text: string): Condition {
  const wanted = text.toLowerCase();
  const matches = ({ path, query, requestBody, responseBody }: RequestRecord) =>
    [path, query, requestBody, responseBody].some((part) => part?.toLowerCase().includes(wanted));
  return {
    words: `text ${quote(text)}`,
    matches,
    distance: (record) => (matches(record) ? 0 : weights.text),
    explain({ requestBytes, responseBytes }) {
      const isWhole = Math.max(requestBytes, responseBytes) <= bodyLimit;
      const bodies = isWhole ? 'its bodies' : 'what the journal keeps of its bodies';
      return [`${quote(text)} is not in its path, its query or ${bodies}`];
    },
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
