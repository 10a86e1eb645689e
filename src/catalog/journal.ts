import { bodyLimit } from '../controls/sent-bodies.ts';
import type { JournalEntry } from '../controls/requests.ts';
import { createJournalBudget } from './journal-budget.ts';
import { createListeners } from './lifetime.ts';
import { parseHeaders } from './match.ts';
import { asIs, type Redact } from './redact.ts';
import { byteLength, truncateText } from '../contract/text.ts';

export interface Arrival {
  readonly method: string;
  readonly path: string;
  /** The path below which the host is mounted: the beginning of `path`. */
  readonly mount?: string | undefined;
  /** `https://pets.example`, if the host knows the URL. Otherwise the `Host` header says it. */
  readonly origin?: string | undefined;
  readonly query: string;
  readonly apiKey: string | undefined;
  readonly operation: string | null;
  /** Whether it has arrived completely: its body was read or refused, or there is none. */
  readonly received: boolean;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
}

/** A request as the mock keeps it. It becomes an entry when it is read. */
export interface RequestRecord {
  readonly id: number;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** The path below which the host is mounted: the beginning of `path`. */
  readonly mount: string | undefined;
  /** `https://pets.example`, if the host knows the URL. */
  readonly origin: string | undefined;
  readonly query: string;
  readonly apiKey: string | undefined;
  /** The name of the operation; `null` for an unknown path. */
  operation: string | null;
  /** Whether the request has arrived completely. */
  received: boolean;
  /** The status of the response; `null` without one. */
  status: number | null;
  /** `NaN` until it ends. */
  durationMs: number;
  /** Names and values in turn, as they came. */
  requestHeaders: readonly string[] | undefined;
  /** Names and values in turn, as they were sent. */
  responseHeaders: readonly string[] | undefined;
  /** The beginning of the body. */
  requestBody: string | undefined;
  /** The length of the whole body in bytes; -1 without one. */
  requestBytes: number;
  /** The beginning of the response's body. */
  responseBody: string | undefined;
  /** The length of the response's whole body in bytes; -1 without one. */
  responseBytes: number;
  /** The id of the fault that hit the request. */
  fault: string | undefined;
  /** That fault in words, as it was at the time. */
  faultText: string | undefined;
  /** What the operation did, if a fault replaced its answer: `createPet created "rex"`. */
  happened: string | undefined;
  /** Whether that fault replaced the response or the connection. */
  isReplaced: boolean;
  /** `performance.now()` at arrival. */
  readonly started: number;
  /** The position among the ended requests of its journal; 0 until it ends. */
  ended: number;
  /** Its share of the budget of all journals. */
  bytes: number;
}

function createRecord(
  id: number,
  { method, path, mount, origin, query, apiKey, operation, received }: Arrival,
  hide: Redact,
): RequestRecord {
  return {
    id,
    at: Date.now(),
    method: truncateText(method, bodyLimit),
    path: truncateText(hide(path), bodyLimit),
    mount,
    origin,
    query: truncateText(hide(query), bodyLimit),
    apiKey,
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
    faultText: undefined,
    happened: undefined,
    isReplaced: false,
    started: performance.now(),
    ended: 0,
    bytes: 0,
  };
}

/** `waiting`: a delay or a hang began. */
export type JournalEvent = 'arrival' | 'received' | 'waiting' | 'end';

/** The newest requests that a catalog has seen, never more than its budget allows. */
export interface Journal {
  /** Records an arrival. The record is made even if the journal is off: hosts log from it. */
  begin(arrival: Arrival): RequestRecord;
  /** Records the operation of a request that began without one. */
  claim(record: RequestRecord, arrival: Pick<Arrival, 'operation' | 'received'>): void;
  /** Records the body of a request. The journal keeps and counts its beginning. */
  receive(record: RequestRecord, body: string, bytes?: number): void;
  /** Records that a delay or a hang began. */
  waiting(record: RequestRecord): void;
  /** Records the end: the status of the response, or `null` without one. */
  end(record: RequestRecord, status: number | null): void;
  /** The most records that it keeps; 0 if it is off. */
  readonly size: number;
  /** The number of records now. */
  readonly length: number;
  /** The number of requests that have ended. */
  readonly ends: number;
  /** The id of the newest record; 0 before the first. */
  readonly last: number;
  /** Returns the record with that id, or `undefined`. */
  get(id: number): RequestRecord | undefined;
  /** Returns the records, oldest first. */
  records(): IterableIterator<RequestRecord>;
  /** Removes all records. */
  clear(): void;
  /** Clears it and records nothing from then on. */
  close(): void;
  /** Calls back at each event, until the returned function is called. */
  listen(listener: (event: JournalEvent, record: RequestRecord) => void): () => void;
  /** Returns a record as it is shown. */
  toEntry(record: RequestRecord): JournalEntry;
}

/** The size of a record without its texts: about 250 bytes of the heap, more if a text is a slice. */
export const recordSize = 300;

/** The size of a name or a value of a header besides its characters. */
const textSize = 24;

export function createJournal(
  size: number,
  budget = createJournalBudget(),
  hide: Redact = asIs,
): Journal {
  // A ring: the record of an id lies at id % size, and ids from `oldest` to `last` are kept.
  let ring: (RequestRecord | undefined)[] = [];
  let last = 0;
  let oldest = 1;
  let ends = 0;
  let isOpen = size > 0;
  const { tell, add: listen } = createListeners<[event: JournalEvent, record: RequestRecord]>();
  let held = 0;
  const isOver = (most: number) => held > most && oldest < last;
  const leave = budget.join((most) => {
    while (isOver(most)) drop();
  });

  const isKept = (record: RequestRecord) => record.id >= oldest;

  function drop(): void {
    const index = oldest++ % size;
    letGo(ring[index]!);
    ring[index] = undefined;
  }

  function letGo(record: RequestRecord): void {
    // A call that waits still holds its record.
    record.requestBody = undefined;
    record.requestHeaders = undefined;
    charge(record, -record.bytes);
  }

  function charge(record: RequestRecord, amount: number): void {
    record.bytes += amount;
    held += amount;
    budget.take(amount);
  }

  function clear(): void {
    for (const record of ring) if (record) letGo(record);
    ring = [];
    oldest = last + 1;
  }

  const headersOf = (raw: readonly string[]) => Object.fromEntries(parseHeaders(raw.map(hide)));

  return {
    begin(arrival) {
      const { rawHeaders, apiKey } = arrival;
      const record = createRecord(++last, arrival, hide);
      if (!isOpen) {
        oldest = last + 1;
        return record;
      }
      if (last - oldest >= size) drop();
      record.requestHeaders = rawHeaders;
      ring[last % size] = record;
      const texts = record.method.length + record.path.length + record.query.length;
      charge(record, recordSize + texts + lengthOf(rawHeaders) + (apiKey?.length ?? 0));
      tell('arrival', record);
      return record;
    },
    claim(record, arrival) {
      record.operation = arrival.operation;
      record.received = arrival.received;
      if (isKept(record)) tell('arrival', record);
    },
    receive(record, body, bytes = byteLength(body)) {
      record.received = true;
      if (!isKept(record)) return;
      record.requestBody = truncateText(body, bodyLimit);
      record.requestBytes = bytes;
      charge(record, record.requestBody.length);
      tell('received', record);
    },
    waiting(record) {
      if (isKept(record)) tell('waiting', record);
    },
    end(record, status) {
      record.status = status;
      // A request that was answered has been read, or refused.
      if (status !== null) record.received = true;
      record.durationMs = performance.now() - record.started;
      record.ended = ++ends;
      if (!isKept(record)) return;
      let amount = lengthOf(record.responseHeaders);
      if (record.responseBody !== undefined) {
        record.responseBody = truncateText(record.responseBody, bodyLimit);
        amount += record.responseBody.length;
      }
      charge(record, amount);
      tell('end', record);
    },
    size,
    get length() {
      return last - oldest + 1;
    },
    get ends() {
      return ends;
    },
    get last() {
      return last;
    },
    get: (id) => (id >= oldest && id <= last ? ring[id % size] : undefined),
    *records() {
      for (let id = oldest; id <= last; id++) {
        const record = ring[id % size];
        if (record) yield record;
      }
    },
    clear,
    close() {
      clear();
      isOpen = false;
      leave();
    },
    listen,
    toEntry(record) {
      const { requestHeaders = [], responseHeaders } = record;
      return {
        id: record.id,
        at: new Date(record.at).toISOString(),
        operation: record.operation,
        method: record.method,
        path: record.path,
        query: record.query,
        status: record.status,
        durationMs: record.ended === 0 ? null : Math.round(record.durationMs * 1000) / 1000,
        requestHeaders: headersOf(requestHeaders),
        ...(responseHeaders && { responseHeaders: headersOf(responseHeaders) }),
        ...(record.requestBody !== undefined && { requestBody: record.requestBody }),
        ...(record.requestBytes >= 0 && { requestBytes: record.requestBytes }),
        ...(record.responseBody !== undefined && { responseBody: record.responseBody }),
        ...(record.responseBytes >= 0 && { responseBytes: record.responseBytes }),
        ...(record.fault !== undefined && { fault: record.fault }),
        ...(record.faultText !== undefined && { faultText: record.faultText }),
        ...(record.happened !== undefined && { happened: record.happened }),
        apiKey: record.apiKey ?? null,
      };
    },
  };
}

function lengthOf(texts: readonly string[] = []): number {
  let length = texts.length * textSize;
  for (const text of texts) length += text.length;
  return length;
}
