import { bodyLimit } from '../controls/sent-bodies.ts';
import type { JournalEntry } from '../controls/requests.ts';
import { byteLength, truncateText } from '../contract/text.ts';
import { createListeners } from './lifetime.ts';
import {
  createRecord,
  lengthOf,
  recordSize,
  toEntry,
  type Arrival,
  type RequestRecord,
} from './record.ts';
import { asIs, type Redact } from './redact.ts';

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
    toEntry: (record) => toEntry(record, hide),
  };
}

/** The limit for all journals of a mock together, in characters. An empty record counts as 300. */
export const journalBudget = 64 * 1024 * 1024;

/** The memory that the journals of a mock share. */
export interface JournalBudget {
  /**
   * Adds a journal. Returns a function that removes it.
   *
   * @param trim Drops the oldest requests of the journal until it holds at most `most` characters.
   */
  join(trim: (most: number) => void): () => void;
  /** Takes characters from the budget. A negative amount gives them back. */
  take(amount: number): void;
}

/**
 * When the budget is used up, each journal is cut down to an equal part of it, so that a key with many
 * requests does not push out the requests of other keys.
 */
export function createJournalBudget(most = journalBudget): JournalBudget {
  const trims = new Set<(most: number) => void>();
  let held = 0;
  return {
    join(trim) {
      trims.add(trim);
      return () => trims.delete(trim);
    },
    take(amount) {
      held += amount;
      if (amount > 0 && held > most) for (const trim of trims) trim(most / trims.size);
    },
  };
}
