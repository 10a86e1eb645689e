import { bodyLimit } from '../controls/sent-bodies.ts';
import type { JournalEntry } from '../controls/requests.ts';
import { truncateText } from '../contract/text.ts';
import { withoutUndefined } from '../contract/values.ts';
import { parseHeaders } from './match.ts';
import type { Redact } from './redact.ts';

/** A request, as a host reports its arrival to the journal. */
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

/** @param hide Redacts secrets in the path and the query. */
export function createRecord(
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

/** Returns a record as an entry of the journal. @param hide Redacts secrets in headers. */
export function toEntry(record: RequestRecord, hide: Redact): JournalEntry {
  const headersOf = (raw: readonly string[]) => Object.fromEntries(parseHeaders(raw.map(hide)));
  const lengthIn = (bytes: number) => (bytes < 0 ? undefined : bytes);
  const { id, operation, method, path, query, status, responseHeaders, apiKey = null } = record;
  return withoutUndefined({
    id,
    at: new Date(record.at).toISOString(),
    operation,
    method,
    path,
    query,
    status,
    durationMs: record.ended === 0 ? null : Math.round(record.durationMs * 1000) / 1000,
    requestHeaders: headersOf(record.requestHeaders ?? []),
    responseHeaders: responseHeaders && headersOf(responseHeaders),
    requestBody: record.requestBody,
    requestBytes: lengthIn(record.requestBytes),
    responseBody: record.responseBody,
    responseBytes: lengthIn(record.responseBytes),
    fault: record.fault,
    faultText: record.faultText,
    happened: record.happened,
    apiKey,
  });
}

/** The size of a record without its texts: about 250 bytes of the heap, more if a text is a slice. */
export const recordSize = 300;

/** The size of a name or a value of a header besides its characters. */
const textSize = 24;

/** Returns the size of the headers of a record. */
export function lengthOf(texts: readonly string[] = []): number {
  let length = texts.length * textSize;
  for (const text of texts) length += text.length;
  return length;
}
