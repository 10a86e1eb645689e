import type { RequestFilter } from '../contract/requests.ts';
import { bodyLimit } from '../contract/sent-bodies.ts';
import { shorten } from '../contract/words.ts';
import type { RequestRecord } from './journal.ts';
import { bodyDifferences, parseHeaders, parseQuery, rememberLast } from './match.ts';
import { asIs, redactHeader, type Redact } from './redact.ts';
import { onOneLine, quote, shortenPair } from './shorten.ts';

/** A filter, ready to be held against many requests. */
export type Matcher = ReturnType<ReturnType<typeof createMatchers>>;

type Tools = ReturnType<typeof createTools>;

type Of<T> = (record: RequestRecord) => T;

/** What a filter asks of a request, or a part of it. */
interface Condition {
  /** `status 404`; empty when it asks for nothing. */
  readonly words: string;
  /** In how many parts a request differs; it may stop at `most`. */
  count(record: RequestRecord, most: number): number;
  /** Only asked of a request that differs. */
  readonly explain: Of<string[]>;
}

/** As many fields of a body count as a filter may have headers: it is held against a whole journal. */
const mostCounted = 20;
const mostShown = 5;

/** Gives what makes matchers of filters that have been checked. */
export function createMatchers(redact: Redact) {
  const tools = createTools(redact);
  return (filter: RequestFilter) => {
    const conditions = [...conditionsOf(filter, tools)].filter(({ words }) => words !== '');
    const wanted = all(conditions, 'any request');
    return {
      filter,
      /** In words: `operation getPet, status 404`; `any request` when all match. */
      words: wanted.words,
      matches: (record: RequestRecord) => wanted.count(record, 1) === 0,
      /** How much of a request is not as wanted; 0 when it matches and has come whole. */
      differences: (record: RequestRecord) =>
        wanted.count(record, Infinity) + (record.received ? 0 : 1),
      /** Why a request is not what is wanted: `status is 404, not 201`. */
      explain(record: RequestRecord): string[] {
        const words = wanted.explain(record);
        return record.received ? words : [...words, 'its body has not come whole'];
      },
    };
  };
}

const createTools = (redact: Redact) => ({
  redact,
  readHeaders: rememberLast(parseHeaders),
  /** `undefined` for what is no JSON, or of which only a part is kept. */
  readBody: rememberLast((text: string) => {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch {
      return undefined;
    }
  }),
});

/** The cheap ones come first, as most requests differ there. */
function* conditionsOf(filter: RequestFilter, tools: Tools): Generator<Condition> {
  const { operation, method, path, status, query, fault, header, body, text } = filter;
  if (operation !== undefined) yield has('operation', operation, (sent) => sent.operation);
  if (method !== undefined) {
    yield has('method', method.toUpperCase(), (sent) => sent.method.toUpperCase());
  }
  // Keys are redacted in the journal; so it is with what is wanted.
  if (path !== undefined) yield has('path', tools.redact(path), (sent) => sent.path);
  if (status !== undefined) yield has('status', status, (sent) => sent.status, whyNoStatus);
  if (fault !== undefined) yield isHit(fault);
  if (query !== undefined) yield query === '' ? hasNoQuery : hasQuery(query, tools);
  if (header !== undefined) yield hasHeaders(header, tools);
  if (text !== undefined) yield hasText(text, tools);
  if (body !== undefined) yield hasBody(body, tools);
}

const all = (conditions: Condition[], wordsForNone = ''): Condition => ({
  words: conditions.map(({ words }) => words).join(', ') || wordsForNone,
  count: (record, most) =>
    conditions.reduce((sum, part) => (sum < most ? sum + part.count(record, most) : sum), 0),
  explain: (record) =>
    conditions.filter((part) => part.count(record, 1) > 0).flatMap((part) => part.explain(record)),
});

const single = (words: string, matches: Of<boolean>, explain: Of<string>): Condition => ({
  words,
  count: (record) => (matches(record) ? 0 : 1),
  explain: (record) => [explain(record)],
});

function has<T extends string | number | null>(
  name: string,
  wanted: T,
  valueOf: Of<T | null>,
  whyNone?: Of<string>,
): Condition {
  const show = (value: T | null, none = 'none') =>
    value === '' ? '""' : shorten(String(value ?? none), 200);
  return single(
    `${name} ${show(wanted)}`,
    (record) => valueOf(record) === wanted,
    (record) => `${name} is ${show(valueOf(record), whyNone?.(record))}, not ${show(wanted)}`,
  );
}

const whyNoStatus: Of<string> = ({ ended }) =>
  ended === 0 ? 'not answered yet' : 'none (no answer was sent)';

const isHit = (wanted: boolean) =>
  single(
    wanted ? 'hit by a fault' : 'hit by no fault',
    ({ fault }) => (fault !== undefined) === wanted,
    ({ fault = 'no fault' }) =>
      fault === 'prefer' ? 'it asked for its fault with Prefer' : `${fault} hit it`,
  );

const hasNoQuery = single(
  'no query',
  ({ query }) => query === '',
  ({ query }) => `query is ${quote(query)}, not empty`,
);

function hasQuery(wanted: NonNullable<RequestFilter['query']>, { redact }: Tools): Condition {
  const parse = rememberLast((query: string) => {
    const sent = Array.from(parseQuery(query), ([name, value]) => [name, redact(value)]);
    return new URLSearchParams(sent);
  });
  const pairs = Array.from(new URLSearchParams(wanted), ([name, value]) => {
    const shown = `query ${shorten(redact(name), 60)}`;
    return hasPair(shown, redact(value), ({ query }) => parse(query).getAll(name));
  });
  return all(pairs, typeof wanted === 'string' ? 'any query' : '');
}

function hasHeaders(wanted: NonNullable<RequestFilter['header']>, tools: Tools): Condition {
  const { readHeaders, redact } = tools;
  const pairs = Object.entries(wanted).map(([name, value]) => {
    const key = name.toLowerCase();
    const sentOf = ({ requestHeaders = [] }: RequestRecord) =>
      [readHeaders(requestHeaders).get(key)].filter((sent) => sent !== undefined);
    const show = (text: string) => redactHeader(key, text, redact);
    return hasPair(`header ${shorten(redact(name), 60)}`, value.trim(), sentOf, show);
  });
  return all(pairs);
}

function hasPair(name: string, wanted: string, sentOf: Of<string[]>, show = asIs): Condition {
  const not = show(wanted);
  return single(
    `${name} ${quote(not)}`,
    (record) => sentOf(record).includes(wanted),
    (record) => {
      const sent = sentOf(record).map(show);
      return sent.includes(not)
        ? `${name} is not the one that is wanted, though both are shown as ${quote(not)}`
        : differs(name, sent.length > 1 ? sent : sent[0], not, asIs);
    },
  );
}

function hasText(text: string, { redact }: Tools): Condition {
  const shown = redact(text);
  const [whole, redacted] = [text.toLowerCase(), shown.toLowerCase()];
  return single(
    `text ${quote(shown)}`,
    ({ path, query, requestBody = '', responseBody = '' }) =>
      [path, query].some((part) => part.toLowerCase().includes(redacted)) ||
      [requestBody, responseBody].some((part) => part.toLowerCase().includes(whole)),
    ({ requestBytes, responseBytes }) => {
      const isWhole = Math.max(requestBytes, responseBytes) <= bodyLimit;
      const bodies = isWhole ? 'its bodies' : 'what the journal keeps of its bodies';
      return `${quote(shown)} is not in its path, its query or ${bodies}`;
    },
  );
}

function hasBody(given: unknown, { readBody, redact }: Tools): Condition {
  const text = JSON.stringify(given);
  // What JSON makes of it, as over HTTP: a `Date` is text. Later changes make no difference.
  const wanted = JSON.parse(text) as unknown;
  const entriesOf = rememberLast((fields: object) => Object.entries(fields));
  return {
    words: `body ${shorten(redact(text), 200)}`,
    count({ requestBody, requestBytes }, most) {
      const sent = requestBody === undefined ? undefined : readBody(requestBody);
      const lacks = (value: unknown) => {
        const found = bodyDifferences(value, wanted, entriesOf);
        let count = 0;
        while (count < Math.min(most, mostCounted) && found.next().done !== true) count++;
        return count;
      };
      if (sent) return lacks(sent.value);
      // One that is not there lacks all fields, and itself; one that is truncated may have them.
      return requestBytes > bodyLimit ? 1 : 1 + lacks({});
    },
    explain(record) {
      const sent = record.requestBody === undefined ? undefined : readBody(record.requestBody);
      if (!sent) return [whyNoJson(record, redact)];
      const differing = [...bodyDifferences(sent.value, wanted)];
      const rest = differing.length - mostShown;
      const words = differing
        .slice(0, mostShown)
        .map((part) => differs(shorten(redact(part.path()), 200), part.sent, part.wanted, redact));
      return rest > 0 ? [...words, `and ${rest.toLocaleString('en')} more of its body`] : words;
    },
  };
}

function whyNoJson(record: RequestRecord, redact: Redact): string {
  const { method, requestBody, requestBytes, received } = record;
  if (requestBytes > bodyLimit) {
    const [length, kept] = [requestBytes, bodyLimit].map((count) => count.toLocaleString('en'));
    return `its body is ${length} bytes, of which the journal keeps ${kept}, so it cannot be compared`;
  }
  if (requestBody === '') return 'its body is empty';
  if (requestBody !== undefined) return `its body is no JSON: ${onOneLine(redact(requestBody))}`;
  if (!received) return 'its body is not known yet';
  return method === 'GET' || method === 'HEAD' ? 'it has no body' : 'its body was not read';
}

function differs(what: string, sent: unknown, wanted: unknown, redact: Redact): string {
  const [is, not] = shortenPair(sent, wanted, redact);
  return `${what} is ${sent === undefined ? 'missing' : is}, not ${not}`;
}
