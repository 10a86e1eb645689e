import type { JournalEntry } from '../contract/control.ts';
import type { OperationName } from '../contract/operations.ts';
import { truncateText, isShort } from './truncate.ts';
import { byteLength } from './truncate.ts';
import { createJournalBudget } from './journal-budget.ts';
import { areSame, keepHeaders, lengthOf, showHeaders, type KeptHeaders } from './kept-headers.ts';
import { redactSecret } from './redact.ts';
import type { PetRecord } from './store.ts';

/**
 * A request as the mock keeps it: cheap to make, and turned into an entry (redacted, formatted) only
 * when somebody reads it.
 */
export interface RequestRecord {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** As it was sent: never shown. */
  readonly apiKey: string | undefined;
  operation: OperationName | null;
  /** Whether all of it has come: its body was read or refused, or there is none. */
  received: boolean;
  status: number | null;
  /** `NaN` until it ends. */
  durationMs: number;
  /** As they came: never shown as they are. */
  requestHeaders: KeptHeaders | undefined;
  /** Names and values in turn. */
  responseHeaders: readonly string[] | undefined;
  requestBody: string | undefined;
  /** How long the whole body is, in bytes; -1 without one. */
  requestBytes: number;
  responseBody: KeptBody | undefined;
  responseBytes: number;
  fault: string | undefined;
  /** `performance.now()` at arrival. */
  readonly started: number;
  /** The how-manieth it was to end in its journal; 0 until then. */
  ended: number;
  /** What it takes of the budget of the journals. */
  bytes: number;
}

/**
 * The text of a body, or the stored pet that it is the JSON of: that costs nothing to keep. Both have
 * a length.
 */
export type KeptBody = string | Pick<PetRecord, 'json' | 'length'>;

/**
 * What happened to a request: it arrived, its body was received, it began to wait (a delay, a hang),
 * it ended.
 */
export type JournalEvent = 'arrival' | 'received' | 'waiting' | 'end';
export type JournalListener = (event: JournalEvent, record: RequestRecord) => void;

/**
 * The requests that a catalog has seen, the newest `size` of them, and never more than its budget
 * allows.
 */
export interface Journal {
  /**
   * Notes an arrival. The record is made even when none are kept: hosts log from it.
   *
   * @param received Whether no body is awaited.
   */
  begin(
    method: string,
    path: string,
    query: string,
    apiKey: string | undefined,
    operation?: OperationName | null,
    received?: boolean,
    headers?: readonly string[],
  ): RequestRecord;
  /** Notes which operation a request turned out to be, that began without one. */
  claim(record: RequestRecord, operation: OperationName | null, received: boolean): void;
  /** Notes the body that came with a request: its beginning is kept, and counts, from now on. */
  receive(record: RequestRecord, body: string, bytes?: number): void;
  /** Tells the listeners that a request waits. */
  waiting(record: RequestRecord): void;
  /** Notes the end: the answer, or `null` when there was none. */
  end(record: RequestRecord, status: number | null): void;
  /** How many it keeps at most; 0 when it is off. */
  readonly size: number;
  /** How many it keeps now. */
  readonly length: number;
  /** How many requests have ended. */
  readonly ends: number;
  /** The records, oldest first. They are for reading at once: the next request may fill them anew. */
  records(): IterableIterator<RequestRecord>;
  clear(): void;
  /** Calls back whenever it was cleared, until the function that it gives is called. */
  onClear(callback: () => void): () => void;
  /** `clear` without a word: a reset says so itself. */
  forget(): void;
  /** Forgets all, for good: what happens from now on is not kept. */
  close(): void;
  /** Calls back on every event until the function that it gives is called. */
  listen(listener: JournalListener): () => void;
}

/**
 * Where a record is kept once it has ended. A journal has one of these for each place, and fills it
 * over and over: records that outlived a garbage collection would all be moved to the old
 * generation, which costs more than everything else about the journal. With a number in each such
 * field from the start, V8 writes the next one in its place and makes no object of it.
 */
class KeptRecord implements RequestRecord {
  id = 0;
  at = Number.NaN;
  method = '';
  path = '';
  query = '';
  apiKey: string | undefined = undefined;
  operation: OperationName | null = null;
  received = false;
  status: number | null = null;
  durationMs = Number.NaN;
  requestHeaders: KeptHeaders | undefined = undefined;
  responseHeaders: readonly string[] | undefined = undefined;
  requestBody: string | undefined = undefined;
  requestBytes = -1;
  responseBody: KeptBody | undefined = undefined;
  responseBytes = -1;
  fault: string | undefined = undefined;
  started = Number.NaN;
  ended = 0;
  bytes = 0;

  take(record: RequestRecord): this {
    this.id = record.id;
    this.at = record.at;
    this.method = record.method;
    this.path = record.path;
    this.query = record.query;
    this.apiKey = record.apiKey;
    this.operation = record.operation;
    this.received = record.received;
    this.status = record.status;
    this.durationMs = record.durationMs;
    this.requestHeaders = record.requestHeaders;
    this.responseHeaders = record.responseHeaders;
    this.requestBody = record.requestBody;
    this.requestBytes = record.requestBytes;
    this.responseBody = record.responseBody;
    this.responseBytes = record.responseBytes;
    this.fault = record.fault;
    this.started = record.started;
    this.ended = record.ended;
    this.bytes = record.bytes;
    return this;
  }

  /** Lets go of its texts: what is dropped to make room must not stay until the place is filled. */
  forget(): void {
    this.path = '';
    this.query = '';
    this.requestHeaders = undefined;
    this.responseHeaders = undefined;
    this.requestBody = undefined;
    this.responseBody = undefined;
  }
}

const none: readonly string[] = [];

/** What a record takes besides its texts: about 250 bytes of the heap, and more where a text is a slice. */
export const recordSize = 300;

/**
 * @param size How many requests are kept; 0 keeps none.
 * @param budget What it may hold, alone or with other journals.
 * @param redact Redacts keys where they turn up in a path or a query.
 */
export function createJournal(
  size: number,
  budget = createJournalBudget(),
  redact: (text: string) => string = (text) => text,
): Journal {
  // A ring: the record of an id lies at id % size, and ids from `oldest` to `last` are kept.
  let ring: (RequestRecord | undefined)[] = [];
  let places: (KeptRecord | undefined)[] = [];
  // Clients send the same key again and again: it is kept once.
  let lastKey: string | undefined;
  let lastHeaders: KeptHeaders | undefined;
  let last = 0;
  let oldest = 1;
  let ends = 0;
  let isOpen = size > 0;
  const listeners = new Set<JournalListener>();
  const clearCallbacks = new Set<() => void>();
  const share = budget.join(() => {
    if (oldest >= last) return false;
    places[drop()] = undefined;
    return true;
  });

  const isKept = (record: RequestRecord) => isOpen && record.id >= oldest;

  /** Lets go of the oldest, and gives its place. */
  function drop(): number {
    const index = oldest++ % size;
    const record = ring[index];
    ring[index] = undefined;
    places[index]?.forget();
    if (record) {
      // Whoever waits with it goes on holding it.
      record.requestBody = undefined;
      record.requestHeaders = undefined;
      share.giveBack(record.bytes);
    }
    return index;
  }

  function charge(record: RequestRecord, amount: number): void {
    record.bytes += amount;
    share.take(amount);
  }

  function forget(): void {
    for (const record of ring) {
      if (!record) continue;
      record.requestBody = undefined;
      record.requestHeaders = undefined;
      share.giveBack(record.bytes);
    }
    lastHeaders = undefined;
    ring = [];
    places = [];
    oldest = last + 1;
  }

  function keep(record: RequestRecord): void {
    const index = record.id % size;
    ring[index] = (places[index] ??= new KeptRecord()).take(record);
  }

  function tell(event: JournalEvent, record: RequestRecord): void {
    for (const listener of listeners) listener(event, record);
  }

  return {
    begin(method, path, query, apiKey, operation = null, received = false, headers = none) {
      if (apiKey !== lastKey) lastKey = apiKey;
      const record: RequestRecord = {
        id: ++last,
        at: Date.now(),
        method: truncateText(method),
        path: truncateText(redact(path)),
        query: truncateText(redact(query)),
        apiKey: lastKey,
        operation,
        received,
        status: null,
        durationMs: Number.NaN,
        requestHeaders: undefined,
        responseHeaders: undefined,
        requestBody: undefined,
        requestBytes: -1,
        responseBody: undefined,
        responseBytes: -1,
        fault: undefined,
        started: performance.now(),
        ended: 0,
        bytes: 0,
      };
      if (!isOpen) {
        oldest = last + 1;
        return record;
      }
      if (last - oldest >= size) drop();
      if (!lastHeaders || !areSame(lastHeaders, headers))
        lastHeaders = keepHeaders(headers, redact);
      record.requestHeaders = lastHeaders;
      ring[last % size] = record;
      charge(
        record,
        recordSize +
          record.method.length +
          record.path.length +
          record.query.length +
          lastHeaders.length +
          (apiKey?.length ?? 0),
      );
      if (listeners.size > 0) tell('arrival', record);
      return record;
    },
    claim(record, operation, received) {
      record.operation = operation;
      record.received = received;
      if (isKept(record) && listeners.size > 0) tell('arrival', record);
    },
    receive(record, body, bytes = byteLength(body)) {
      record.received = true;
      if (!isKept(record)) return;
      record.requestBody = truncateText(body);
      record.requestBytes = bytes;
      charge(record, record.requestBody.length);
      if (listeners.size > 0) tell('received', record);
    },
    waiting(record) {
      if (isKept(record) && listeners.size > 0) tell('waiting', record);
    },
    end(record, status) {
      record.status = status;
      // What has been answered has been read, or refused.
      if (status !== null) record.received = true;
      record.durationMs = performance.now() - record.started;
      record.ended = ++ends;
      if (!isKept(record)) return;
      if (record.responseHeaders !== undefined) {
        charge(record, lengthOf(record.responseHeaders));
      }
      if (record.responseBody !== undefined) {
        record.responseBody = cutBody(record.responseBody);
        charge(record, record.responseBody.length);
      }
      // What is charged last may itself be the oldest, and have been dropped.
      if (isKept(record)) keep(record);
      if (listeners.size > 0) tell('end', record);
    },
    size,
    get length() {
      return last - oldest + 1;
    },
    get ends() {
      return ends;
    },
    *records() {
      for (let id = oldest; id <= last; id++) {
        const record = ring[id % size];
        if (record) yield record;
      }
    },
    clear() {
      forget();
      for (const callback of clearCallbacks) callback();
    },
    onClear(callback) {
      clearCallbacks.add(callback);
      return () => clearCallbacks.delete(callback);
    },
    forget,
    close() {
      forget();
      isOpen = false;
      share.leave();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function textOf(body: KeptBody): string {
  return typeof body === 'string' ? body : body.json;
}

function cutBody(body: KeptBody): KeptBody {
  return isShort(body) ? body : truncateText(textOf(body));
}

/** A record as it is shown: the key redacted, the time in ISO 8601 UTC. */
export function toEntry(record: RequestRecord): JournalEntry {
  const { requestHeaders, responseHeaders } = record;
  return {
    id: record.id,
    at: new Date(record.at).toISOString(),
    operation: record.operation,
    method: record.method,
    path: record.path,
    query: record.query,
    status: record.status,
    durationMs: record.ended === 0 ? null : Math.round(record.durationMs * 1000) / 1000,
    requestHeaders: requestHeaders === undefined ? {} : showHeaders(requestHeaders),
    ...(responseHeaders !== undefined && {
      responseHeaders: showHeaders({ raw: responseHeaders, redact: (text) => text }),
    }),
    ...(record.requestBody !== undefined && { requestBody: record.requestBody }),
    ...(record.requestBytes >= 0 && { requestBytes: record.requestBytes }),
    ...(record.responseBody !== undefined && { responseBody: textOf(record.responseBody) }),
    ...(record.responseBytes >= 0 && { responseBytes: record.responseBytes }),
    ...(record.fault !== undefined && { fault: record.fault }),
    apiKey: record.apiKey === undefined ? null : redactSecret(record.apiKey),
  };
}
