import type { Har } from '../controls/har.ts';
import {
  filterInput,
  verifyInput,
  waitInput,
  waitTime,
  type JournalEntry,
  type RequestFilter,
  type VerifyOptions,
  type WaitOptions,
} from '../controls/requests.ts';
import { byteLength } from '../contract/text.ts';
import { InvalidInputError, OptionError } from '../contract/errors.ts';
import { refuseMisfit } from '../contract/operation.ts';
import { bodiesOf } from '../controls/sent-bodies.ts';
import { explain, type Facts } from './explain.ts';
import { createMatchers, type Matcher } from './filter.ts';
import { originOf, toHar } from './har.ts';
import type { RequestRecord } from './record.ts';
import { createLifetime } from './lifetime.ts';
import { parseHeaders } from './match.ts';
import { realTimers } from './real-timers.ts';
import { expectedWords, reportTooFew, reportTooMany } from './report.ts';
import { waitFor as wait } from './wait.ts';

/** The journal as a test reads it. */
export interface Requests {
  /**
   * Returns the matching entries, newest last.
   *
   * @throws InvalidInputError when the filter is not well-formed; OptionError when the journal is off.
   */
  list(filter?: RequestFilter): JournalEntry[];
  /** Returns how many entries match. It ignores the filter's `limit`. */
  count(filter?: RequestFilter): number;
  /**
   * Returns the matching entries as soon as there are `count` (default: 1). Earlier requests count too. A
   * request counts once its body has come. It need not have been answered, unless the filter names a
   * status. The time is real, also with fake timers.
   *
   * @throws OptionError if the journal is off; InvalidInputError for a bad filter, and for a `count`
   *   above the size of the journal; WaitTimeoutError after `timeout` milliseconds (default: 2000). Its
   *   message shows what was expected, and the closest requests with why they did not match.
   */
  waitFor(
    filter?: RequestFilter,
    options?: WaitOptions & { signal?: AbortSignal },
  ): Promise<JournalEntry[]>;
  /**
   * Verifies how many requests match: at least one, or as many as the options say. It ignores the filter's
   * `limit`. A request counts once its body has come. It does not wait.
   *
   * @returns How many match.
   * @throws VerificationError if there are too few or too many. Its message shows what was expected, how
   *   many were seen, and the closest requests with why they did not match, or the surplus ones.
   * @throws InvalidInputError for a bad filter or options, and for a number above the size of the journal;
   *   OptionError if the journal is off.
   */
  verify(filter?: RequestFilter, options?: VerifyOptions): number;
  /**
   * Returns the bodies of the matching requests, parsed, oldest first. Requests without a body, or with
   * one that is not JSON, are left out.
   *
   * @throws Error that names the request, when the journal keeps only a part of a body (16 KiB).
   */
  bodies(filter?: RequestFilter): unknown[];
  /**
   * Returns the matching entries as an HTTP Archive (HAR 1.2), which browsers' developer tools import.
   * Keys, `Authorization` and cookies are redacted; bodies are truncated as in `list`.
   */
  toHar(filter?: RequestFilter): Har;
  /**
   * Returns an entry with `why`, which explains its answer: a fault, the key, a rule that the request
   * broke, or what became of the pet in its path.
   *
   * @returns `undefined` if the journal has no entry with that id.
   * @throws OptionError if the journal is off.
   */
  get(id: number): JournalEntry | undefined;
  /**
   * Sends a call to its operation again, with the headers, the key and the body that it had. Faults apply
   * to it, and it waits as long as they hold it.
   *
   * @returns The new entry; `undefined` if the journal has no entry with that id.
   * @throws ReplayError if it was not a call of an operation, or the journal does not have its whole body.
   * @throws OptionError if the journal is off.
   */
  replay(id: number, options?: { signal?: AbortSignal }): Promise<JournalEntry | undefined>;
  /** Forgets all entries. */
  clear(): void;
}

/** `waitFor` has run out of time. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
}

/** `verify` has found too few requests, or too many. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}

/** `replay` cannot send the call as it was. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
}

/** Sends a recorded call again. Returns `undefined` if the service no longer has its operation. */
export type Replay = (
  sent: RequestRecord,
  signal: AbortSignal | undefined,
) => Promise<RequestRecord | undefined>;

/** The journal of one catalog, as the mock itself uses it. */
export interface CatalogRequests extends Requests {
  /** Whether a wait has not ended. */
  readonly isAwaited: boolean;
  /** Returns whether a verification that failed with this message would succeed now. */
  isMetNow(message: string): boolean;
}

/** @internal */
export function createRequests(
  facts: Facts & { readonly origin: string; readonly replay: Replay },
  onClear: () => void,
): CatalogRequests {
  const { journal, knownOperations, origin } = facts;
  let waits = 0;
  /** The last verification that found too few requests, for `isMetNow`. */
  let missed: { report: string; wanted: Matcher; atLeast: number } | undefined;
  const createMatcher = createMatchers();
  const find = (wanted: Matcher) =>
    [...journal.records()].filter((record) => wanted.matches(record));
  const findReceived = (wanted: Matcher) => find(wanted).filter(({ received }) => received);
  const toEntries = (found: readonly RequestRecord[], filter: RequestFilter) =>
    newest(found, filter).map(journal.toEntry);

  const toMatcher = (filter: RequestFilter): Matcher => {
    const checked = filterInput.check(filter);
    refuseMisfit(checked, knownOperations, 'A request filter');
    refuseOff();
    return createMatcher(checked);
  };

  const refuseOff = () => {
    if (journal.size > 0) return;
    throw new OptionError({
      option: 'journalSize',
      value: 0,
      expected: 'at least 1',
      explain: () =>
        'The journal is off: "journalSize" is 0, so there are no requests to read or wait for',
    });
  };

  const refuseMoreThanKept = (name: string, count = 0) => {
    if (count <= journal.size) return;
    throw new InvalidInputError(
      `"${name}" must be at most ${journal.size}, which is all that the journal keeps, not ${count}`,
    );
  };
  const list = (filter: RequestFilter = {}) => {
    const wanted = toMatcher(filter);
    return toEntries(find(wanted), wanted.filter);
  };

  return {
    get isAwaited() {
      return waits > 0;
    },
    isMetNow: (message: string) =>
      missed !== undefined &&
      message.includes(missed.report) &&
      findReceived(missed.wanted).length >= missed.atLeast,
    list,
    count: (filter = {}) => find(toMatcher(filter)).length,
    bodies: (filter) => bodiesOf(list(filter)),
    toHar(filter = {}) {
      const wanted = toMatcher(filter);
      const asked = newest(find(wanted), wanted.filter).map((record) => ({
        entry: journal.toEntry(record),
        origin: originOf(record, origin),
      }));
      return toHar(asked);
    },
    get(id) {
      refuseOff();
      const record = journal.get(id);
      return record && { ...journal.toEntry(record), why: explain(record, facts) };
    },
    async replay(id, { signal } = {}) {
      refuseOff();
      const sent = journal.get(id);
      if (!sent) return undefined;
      checkReplayable(sent);
      const record = await facts.replay(sent, signal);
      if (!record) throw new ReplayError(`Cannot replay request ${id}: its operation is gone`);
      return journal.toEntry(record);
    },
    clear() {
      journal.clear();
      onClear();
    },
    verify(filter = {}, options = {}) {
      const wanted = toMatcher(filter);
      const { count, atMost = count ?? Infinity, ...rest } = verifyInput.check(options);
      const { atLeast = count ?? (atMost === Infinity ? 1 : 0) } = rest;
      refuseMoreThanKept('count', count);
      refuseMoreThanKept('atLeast', rest.atLeast);
      const found = findReceived(wanted);
      if (found.length >= atLeast && found.length <= atMost) return found.length;
      const expected = expectedWords(atLeast, atMost, wanted);
      if (found.length > atMost) {
        throw new VerificationError(reportTooMany(expected, found, atMost));
      }
      const report = reportTooFew(expected, wanted, journal);
      missed = { report, wanted, atLeast };
      throw new VerificationError(report);
    },
    async waitFor(filter = {}, { signal, ...options } = {}) {
      const wanted = toMatcher(filter);
      const { count = 1, timeout = waitTime } = waitInput.check(options);
      refuseMoreThanKept('count', count);
      signal?.throwIfAborted();
      const enough = createLifetime();
      let entries: JournalEntry[] = [];
      // How many requests are missing. The journal is read when they have come.
      let missing = count;
      const look = () => {
        const found = findReceived(wanted);
        missing = count - found.length;
        if (missing > 0) return;
        entries = toEntries(found, wanted.filter);
        enough.end();
      };
      look();
      const forget = journal.listen((event, record) => {
        if (enough.over || !record.received) return;
        // Only when it waits or ends is it known whether a fault hits it.
        if (wanted.filter.fault !== undefined && (event === 'arrival' || event === 'received'))
          return;
        // One request may match more than once, and others may have been dropped meanwhile.
        if (wanted.matches(record) && --missing <= 0) look();
      });
      waits++;
      const end = await wait(timeout, [enough], signal, realTimers).finally(() => {
        waits--;
        forget();
      });
      if (end === 'woken') return entries;
      signal?.throwIfAborted();
      const expected = `${count} request${count === 1 ? '' : 's'} (${wanted.words}) within ${timeout} ms`;
      throw new WaitTimeoutError(reportTooFew(expected, wanted, journal));
    },
  } satisfies Requests & Record<string, unknown>;
}

function newest(found: readonly RequestRecord[], { limit = found.length }: RequestFilter) {
  return found.slice(Math.max(0, found.length - limit));
}

function checkReplayable({ id, method, operation, received, ...sent }: RequestRecord): void {
  const refuseReplay = (reason: string) => {
    throw new ReplayError(`Cannot replay request ${id}: ${reason}`);
  };
  if (operation === null) refuseReplay('it was not a call of an operation');
  if (!received) refuseReplay('its body has not arrived completely');
  const { requestHeaders = [], requestBody, requestBytes } = sent;
  if (requestBody !== undefined) {
    // A byte that is not UTF-8 becomes a character of three bytes.
    if (byteLength(requestBody) === requestBytes) return;
    refuseReplay('the journal does not have its whole body as it was sent');
  }
  const headers = parseHeaders(requestHeaders);
  const hasBody =
    headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  if (hasBody && isWrite) refuseReplay('its body was refused before it was read');
}
