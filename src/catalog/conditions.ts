import type { RequestFilter } from '../contract/requests.ts';
import { bodyLimit } from '../contract/sent-bodies.ts';
import type { RequestRecord } from './journal.ts';
import {
  bodyDifferences,
  contains,
  matchesHeaders,
  parseQuery,
  rememberLast,
  type Fields,
  type SentHeaders,
} from './match.ts';
import { redactHeader } from './redact.ts';
import type { ReadSentBody, SentBody } from './sent-body.ts';
import { onOneLine, quote, shorten, shortenPair } from './shorten.ts';

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
  /** @param raw Names and values in turn. */
  readonly readHeaders: (raw: readonly string[]) => SentHeaders;
  /** Redacts keys where they appear in a text. */
  readonly redact: (text: string) => string;
}

/**
 * How far apart two requests are that differ in one field. The operation says most of what a request
 * is for, its status least; of a query, of headers and of a body, each part that differs counts.
 */
const weights = { operation: 40, path: 20, method: 15, status: 8, text: 4, fault: 4, pathEnd: 2 };
/** A part that has another value is closer than one that is missing. */
const weightsOfPart = { differing: 2, missing: 3 };
/** As many parts count. */
const mostCounted = 10;
/** A body that cannot be compared: it may be the one, or is surely not. */
const weightsOfBody = { truncated: 12, none: 31, text: 31 };
/** As many parameters, headers or fields of a body are shown. */
const mostShown = 5;

function weigh(differences: readonly { sent: unknown }[]): number {
  return differences.reduce(
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

/** Keys in a path are redacted in the journal; so it is with what is wanted. */
export function hasPath(path: string, { redact }: ConditionTools): Condition {
  const wanted = redact(path);
  const condition = plain('path', wanted, (record) => record.path);
  return {
    ...condition,
    // The base path was left out, most likely.
    distance: (record) =>
      record.path !== wanted && record.path.endsWith(wanted)
        ? weights.pathEnd
        : condition.distance(record),
  };
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
  const show = (value: T | null) =>
    value === '' ? '""' : shorten(value === null ? 'none of the three' : String(value), 200);
  return {
    words: `${name} ${show(wanted)}`,
    matches: (record) => valueOf(record) === wanted,
    distance: (record) => (valueOf(record) === wanted ? 0 : weights[name]),
    explain: (record) => [`${name} is ${show(valueOf(record))}, not ${show(wanted)}`],
  };
}

export function hasQuery(
  wanted: NonNullable<RequestFilter['query']>,
  { redact }: ConditionTools,
): Condition {
  if (wanted === '') return hasNoQuery;
  const pairs = Array.from(new URLSearchParams(wanted), ([name, value]) => ({
    name,
    value: redact(value),
  }));
  const names = new Set(pairs.map(({ name }) => name));
  const valuesIn = rememberLast((query: string) => {
    const all = parseQuery(query);
    return new Map(Array.from(names, (name) => [name, all.getAll(name).map(redact)]));
  });
  const differences = ({ query }: RequestRecord, most = pairs.length) => {
    const all = valuesIn(query);
    const found: { name: string; value: string; sent: string | string[] | undefined }[] = [];
    for (const { name, value } of pairs) {
      const sent = all.get(name)!;
      if (!sent.includes(value))
        found.push({ name, value, sent: sent.length > 1 ? sent : sent[0] });
      if (found.length === most) break;
    }
    return found;
  };
  const shown = (name: string) => `query ${shorten(redact(name))}`;
  return {
    words:
      some(
        pairs.map(({ name, value }) => `${shown(name)} ${quote(value)}`),
        'parameters',
      ).join(', ') || 'any query',
    matches: (record) => differences(record, 1).length === 0,
    distance: (record) => weigh(differences(record, mostCounted)),
    explain: (record) =>
      some(
        differences(record).map(({ name, sent, value }) => differs(shown(name), sent, value)),
        'parameters',
      ),
  };
}

const hasNoQuery: Condition = {
  words: 'no query',
  matches: ({ query }) => query === '',
  distance: ({ query }) => (query === '' ? 0 : weightsOfPart.differing),
  explain: ({ query }) => [`query is ${quote(query)}, not empty`],
};

const noHeaders: readonly string[] = [];

export function hasHeaders(
  wanted: Readonly<Record<string, string>>,
  { readHeaders, redact }: ConditionTools,
): Condition {
  const names = Object.keys(wanted);
  const sentOf = ({ requestHeaders = noHeaders }: RequestRecord) => readHeaders(requestHeaders);
  const differences = (record: RequestRecord, most = names.length) => {
    const all = sentOf(record);
    const found: { name: string; sent: string | undefined }[] = [];
    for (const name of names) {
      const sent = all.get(name.toLowerCase());
      if (sent !== wanted[name]!.trim()) found.push({ name, sent });
      if (found.length === most) break;
    }
    return found;
  };
  const valueOf = (name: string, value: string) => redactHeader(name.toLowerCase(), value, redact);
  const shown = (name: string) => `header ${shorten(redact(name))}`;
  return {
    words: some(
      names.map((name) => `${shown(name)} ${quote(valueOf(name, wanted[name]!))}`),
      'headers',
    ).join(', '),
    matches: (record) => matchesHeaders(sentOf(record), wanted),
    distance: (record) => weigh(differences(record, mostCounted)),
    explain: (record) =>
      some(
        differences(record).map(({ name, sent }) => {
          const is = sent === undefined ? undefined : valueOf(name, sent);
          const not = valueOf(name, wanted[name]!);
          return is === not
            ? `${shown(name)} is not the one that is wanted, though both are shown as ${quote(not)}`
            : differs(shown(name), is, not);
        }),
        'headers',
      ),
  };
}

export function hasBody(given: unknown, { readBody, redact }: ConditionTools): Condition {
  const text = JSON.stringify(given);
  // What JSON makes of it, as over HTTP: a `Date` is text. Later changes make no difference.
  const wanted = JSON.parse(text) as unknown;
  const keysOf = createKeysOf();
  return {
    words: `body ${shorten(redact(text), 200)}`,
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
      if (sent.is !== 'json') return [whyNoJson(record, sent, redact)];
      const all = bodyDifferences(sent.value, wanted, keysOf);
      const words = all
        .slice(0, mostShown)
        .map((one) => differs(shorten(redact(one.path), 200), one.sent, one.wanted, redact));
      return [...words, ...rest(all.length, 'of its body')];
    },
  };
}

/** The first of many words, and how many more there are. */
function some(words: readonly string[], what: string): string[] {
  return [...words.slice(0, mostShown), ...rest(words.length, what)];
}

function rest(count: number, what: string): string[] {
  return count > mostShown ? [`and ${(count - mostShown).toLocaleString('en')} more ${what}`] : [];
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

function whyNoJson(
  record: RequestRecord,
  { is }: SentBody,
  redact: ConditionTools['redact'],
): string {
  const { method, requestBody = '', requestBytes, received } = record;
  if (is === 'truncated') {
    const [all, kept] = [requestBytes, bodyLimit].map((count) => count.toLocaleString('en'));
    return `its body is ${all} bytes, of which the journal keeps ${kept}, so it cannot be compared`;
  }
  if (is === 'text') {
    return requestBody === ''
      ? 'its body is empty'
      : `its body is no JSON: ${onOneLine(redact(requestBody))}`;
  }
  if (!received) return 'its body is not known yet';
  return method === 'GET' || method === 'HEAD' ? 'it has no body' : 'its body was not read';
}

/** Where keys are redacted in the journal, so they are in what is wanted. */
export function hasText(text: string, { redact }: ConditionTools): Condition {
  const shown = redact(text);
  const [whole, redacted] = [text, shown].map((one) => one.toLowerCase());
  const has = (part: string | undefined, wanted: string) => part?.toLowerCase().includes(wanted);
  const matches = ({ path, query, requestBody, responseBody }: RequestRecord) =>
    [path, query].some((part) => has(part, redacted!)) ||
    [requestBody, responseBody].some((part) => has(part, whole!));
  return {
    words: `text ${quote(shown)}`,
    matches,
    distance: (record) => (matches(record) ? 0 : weights.text),
    explain({ requestBytes, responseBytes }) {
      const isWhole = Math.max(requestBytes, responseBytes) <= bodyLimit;
      const bodies = isWhole ? 'its bodies' : 'what the journal keeps of its bodies';
      return [`${quote(shown)} is not in its path, its query or ${bodies}`];
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

function differs(
  what: string,
  sent: unknown,
  wanted: unknown,
  redact: ConditionTools['redact'] = (text) => text,
): string {
  const [is, not] = shortenPair(sent, wanted, redact);
  return `${what} is ${sent === undefined ? 'missing' : is}, not ${not}`;
}
