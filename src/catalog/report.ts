import type { JournalEntry } from '../controls/requests.ts';
import { shorten } from '../contract/text.ts';
import type { Matcher } from './filter.ts';
import type { Journal } from './journal.ts';
import type { RequestRecord } from './record.ts';
import { onOneLine } from './shorten.ts';
import { whyFailed, type Failure } from './explain.ts';

type RequestLine = Pick<JournalEntry, 'method' | 'path' | 'query'> & Failure;

const mostShown = 5;

/** Reports what a test expected, what came, and how the closest requests differ. */
export function reportTooFew(expected: string, matcher: Matcher, journal: Journal): string {
  const differing = [...journal.records()]
    .toReversed()
    .map((record) => ({ record, differences: matcher.differences(record) }))
    .filter(({ differences }) => differences > 0);
  const matching = journal.length - differing.length;
  const head = `Expected ${expected}, but saw ${matching}.`;
  if (journal.length === 0) return `${head} No request at all has been seen.`;
  if (differing.length === 0) return head;
  // Of requests that differ equally, the newest comes first. Only the shown ones are described, because
  // many waits may run out of time at once.
  const lines = differing
    .toSorted((one, other) => one.differences - other.differences)
    .slice(0, mostShown)
    .map(
      ({ record }) => `${line(record)}${whyFailed(record) ? ';' : ':'} ${matcher.explain(record)}`,
    );
  return list(`${head} The closest that did not match:`, lines, differing.length - lines.length);
}

/** @param found The matching requests, oldest first. */
export function reportTooMany(
  expected: string,
  found: readonly RequestRecord[],
  most: number,
): string {
  const head = `Expected ${expected}, but saw ${found.length}.`;
  const extra = found.slice(most);
  const lines = extra.slice(0, mostShown).map((record) => {
    const { requestBody } = record;
    return line(record, requestBody === undefined ? '' : ` ${onOneLine(requestBody)}`);
  });
  const first = most === 1 ? 'After the first came:' : `After the first ${most} came:`;
  return list(`${head} ${most === 0 ? 'These came:' : first}`, lines, extra.length - lines.length);
}

/** The words for how many are expected: `exactly 2 requests (status 201)`. */
export function expectedWords(atLeast: number, atMost: number, { words }: Matcher): string {
  const requests = (count: number) => `request${count === 1 ? '' : 's'} (${words})`;
  if (atMost === 0) return `no ${requests(1)}`;
  if (atMost === Infinity) return `at least ${atLeast} ${requests(atLeast)}`;
  if (atLeast === atMost) return `exactly ${atMost} ${requests(atMost)}`;
  if (atLeast === 0) return `at most ${atMost} ${requests(atMost)}`;
  return `${atLeast} to ${atMost} ${requests(atMost)}`;
}

/** The last requests that came, oldest first, for a test that has failed. */
export function reportLast(who: string, entries: readonly JournalEntry[], total: number): string {
  if (total === 0) return `${who} has seen no request at all.`;
  const shown =
    total > entries.length ? `${entries.length} of ${total.toLocaleString('en')}` : total;
  const head = total === 1 ? 'only request' : `last ${shown} requests, newest last`;
  const lines = entries.map((entry) => `  ${line(entry)}${circumstancesOf(entry)}`);
  return [`${who}'s ${head}:`, ...lines].join('\n');
}

function circumstancesOf({ durationMs, fault }: JournalEntry): string {
  const time = durationMs === null ? [] : [`${Math.round(durationMs)} ms`];
  const cause = fault === undefined ? [] : [`by ${fault === 'prefer' ? 'Prefer' : fault}`];
  const words = [...time, ...cause].join(', ');
  return words === '' ? '' : ` (${words})`;
}

function list(head: string, lines: readonly string[], rest: number): string {
  const more = rest > 0 ? [`and ${rest.toLocaleString('en')} more`] : [];
  return [head, ...lines, ...more].join('\n  ');
}

/** `POST /v2/pets -> 400: the body lacks the field "name"` */
function line(request: RequestLine, body = ''): string {
  const { method, path, query, status } = request;
  const target = query === '' ? path : `${path}?${query}`;
  const why = whyFailed(request);
  const answer = `${status ?? 'no answer'}${why === undefined ? '' : `: ${why}`}`;
  return `${shorten(method, 20)} ${shorten(target, 200)}${body} -> ${answer}`;
}
