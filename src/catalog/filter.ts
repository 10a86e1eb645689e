import { copyPattern, showPattern } from '../controls/body-matcher.ts';
import { parseJson } from '../contract/values.ts';
import type { RequestFilter } from '../controls/requests.ts';
import { bodyLimit } from '../controls/sent-bodies.ts';
import { count, shorten } from '../contract/text.ts';
import type { RequestRecord } from './record.ts';
import { bodyDifferences, parseHeaders, parseQuery, rememberLast } from './match.ts';
import { onOneLine, quote, shortenPair } from './shorten.ts';

/** A filter that is ready to be compared with many requests. */
export type Matcher = ReturnType<ReturnType<typeof createMatchers>>;

type Of<T> = (record: RequestRecord) => T;

/** One condition of a filter. */
interface Condition {
  /** `status 404` */
  readonly words: string;
  /** Returns the number of parts in which a request differs. */
  readonly count: Of<number>;
  /** Describes the differences of a request that differs. */
  readonly explain: Of<string>;
}

/** The most fields of a body that are compared one by one, because a filter is compared with a whole journal. */
const mostCounted = 20;
const mostShown = 5;

/** Returns a function that makes a matcher of a checked filter. All its matchers share what they parse. */
export function createMatchers() {
  const readHeaders = rememberLast(parseHeaders);
  /** The parsed body; `undefined` if it is not JSON, or if only a part is kept. */
  const readBody = rememberLast(parseJson);

  /** The cheap conditions come first, because most requests differ there. */
  function* conditionsOf(filter: RequestFilter): Generator<Condition> {
    const { operation, method, path, status, query, fault, header, body, text } = filter;
    if (operation !== undefined) yield has('operation', operation, (sent) => sent.operation);
    if (method !== undefined) {
      yield has('method', method.toUpperCase(), (sent) => sent.method.toUpperCase());
    }
    if (path !== undefined) yield has('path', path, (sent) => sent.path);
    if (status !== undefined) yield has('status', status, (sent) => sent.status, whyNoStatus);
    if (fault !== undefined) yield isHit(fault);
    if (query === '') yield hasNoQuery;
    else if (query !== undefined) yield* hasQuery(query);
    if (header !== undefined) yield* hasHeaders(header);
    if (text !== undefined) yield hasText(text);
    if (body !== undefined) yield hasBody(body);
  }

  function hasQuery(wanted: NonNullable<RequestFilter['query']>): Condition[] {
    const parse = rememberLast(parseQuery);
    const pairs = Array.from(new URLSearchParams(wanted), ([name, value]) =>
      hasPair('query', name, value, ({ query }) => parse(query).getAll(name)),
    );
    return pairs.length === 0 && typeof wanted === 'string' ? [anyQuery] : pairs;
  }

  function hasHeaders(wanted: NonNullable<RequestFilter['header']>): Condition[] {
    return Object.entries(wanted).map(([name, value]) => {
      const key = name.toLowerCase();
      return hasPair('header', name, value.trim(), ({ requestHeaders = [] }) =>
        [readHeaders(requestHeaders).get(key)].filter((sent) => sent !== undefined),
      );
    });
  }

  function hasBody(given: unknown): Condition {
    const wanted = copyPattern(given);
    const entriesOf = rememberLast((fields: object) => Object.entries(fields));
    return {
      words: `body ${shorten(showPattern(wanted), 200)}`,
      count({ requestBody = '', requestBytes }) {
        const sent = readBody(requestBody);
        // A missing body lacks all fields. A truncated one may have them.
        if (sent === undefined && requestBytes > bodyLimit) return 1;
        const found = bodyDifferences(sent === undefined ? {} : sent, wanted, entriesOf);
        let differing = 0;
        while (differing < mostCounted && found.next().done !== true) differing++;
        return sent === undefined ? 1 + differing : differing;
      },
      explain(record) {
        const sent = readBody(record.requestBody ?? '');
        if (sent === undefined) return whyNoJson(record);
        const differing = [...bodyDifferences(sent, wanted)];
        const rest = differing.length - mostShown;
        const words = differing
          .slice(0, mostShown)
          .map((part) => differs(shorten(part.path(), 200), part.sent, part.wanted));
        if (rest > 0) words.push(`and ${count(rest)} more of its body`);
        return words.join('; ');
      },
    };
  }

  return (filter: RequestFilter) => {
    const conditions = [...conditionsOf(filter)];
    return {
      filter,
      /** `operation getPet, status 404`; `any request` if all match. */
      words: conditions.map(({ words }) => words).join(', ') || 'any request',
      matches: (record: RequestRecord) => conditions.every((one) => one.count(record) === 0),
      /** Returns how much of a request differs; 0 if it matches and has arrived completely. */
      differences: (record: RequestRecord) =>
        conditions.reduce((sum, one) => sum + one.count(record), record.received ? 0 : 1),
      /** Why a request is not what is wanted: `status is 404, not 201`. */
      explain(record: RequestRecord): string {
        const differing = conditions.filter((one) => one.count(record) > 0);
        const words = differing.map((one) => one.explain(record));
        if (!record.received) words.push('its body has not fully arrived');
        return words.join('; ');
      },
    };
  };
}

function whyNoJson({ method, requestBody, requestBytes, received }: RequestRecord): string {
  if (requestBytes > bodyLimit) {
    return `its body is ${count(requestBytes)} bytes, of which the journal keeps ${count(bodyLimit)}, so it cannot be compared`;
  }
  if (requestBody === '') return 'its body is empty';
  if (requestBody !== undefined) return `its body is not JSON: ${onOneLine(requestBody)}`;
  if (!received) return 'its body is not known yet';
  return method === 'GET' || method === 'HEAD' ? 'it has no body' : 'its body was not read';
}

function differs(what: string, sent: unknown, wanted: unknown): string {
  const [is, not] = shortenPair(sent, wanted);
  return `${what} is ${sent === undefined ? 'missing' : is}, not ${not}`;
}

function hasPair(kind: string, name: string, wanted: string, sentOf: Of<string[]>): Condition {
  const subject = `${kind} ${shorten(name, 60)}`;
  return single(
    `${subject} ${quote(wanted)}`,
    (record) => sentOf(record).includes(wanted),
    (record) => {
      const sent = sentOf(record);
      return differs(subject, sent.length > 1 ? sent : sent[0], wanted);
    },
  );
}

function hasText(wanted: string): Condition {
  const lower = wanted.toLowerCase();
  return single(
    `text ${quote(wanted)}`,
    ({ path, query, requestBody = '', responseBody = '' }) =>
      [path, query, requestBody, responseBody].some((part) => part.toLowerCase().includes(lower)),
    ({ requestBytes, responseBytes }) => {
      const isWhole = Math.max(requestBytes, responseBytes) <= bodyLimit;
      const bodies = isWhole ? 'its bodies' : 'what the journal keeps of its bodies';
      return `${quote(wanted)} is not in its path, its query or ${bodies}`;
    },
  );
}

const single = (words: string, matches: Of<boolean>, explain: Of<string>): Condition => ({
  words,
  count: (record) => (matches(record) ? 0 : 1),
  explain,
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
const anyQuery: Condition = { words: 'any query', count: () => 0, explain: () => '' };
