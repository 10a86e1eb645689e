import type { Catalog } from '../../catalog/catalog.ts';
import { toHar, toHarEntry } from '../../catalog/har.ts';
import type { StoredPet } from '../../catalog/store.ts';
import type { ActiveFault } from '../../contract/faults.ts';
import type { JournalEntry } from '../../contract/requests.ts';
import type { ChunkedBody } from '../../operations/response.ts';
import { streamArray } from '../../operations/stream-list.ts';

/** Streamed, as a journal of a thousand requests with long bodies is 100 MB of JSON. */
export function streamRequests(
  requests: readonly JournalEntry[],
  total?: number,
): Promise<ChunkedBody> {
  const end = total === undefined ? ']}' : `],"total":${total}}`;
  return streamArray('{"requests":[', requests, end, JSON.stringify);
}

/** The same requests as an HTTP Archive. */
export function streamHar(requests: readonly JournalEntry[], origin: string): Promise<ChunkedBody> {
  const [start, end] = JSON.stringify(toHar([], origin)).split('"entries":[]');
  return streamArray(`${start}"entries":[`, requests, `]${end}`, (entry) =>
    JSON.stringify(toHarEntry(entry, origin)),
  );
}

/** Pets as JSON: a page of a thousand may be longer than a text can be. */
export function streamPets(pets: readonly StoredPet[], total: number): Promise<ChunkedBody> {
  return streamArray('{"pets":[', pets, `],"total":${total}}`, JSON.stringify);
}

export function streamFaults(faults: readonly ActiveFault[]): Promise<ChunkedBody> {
  return streamArray('{"faults":[', faults, ']}', JSON.stringify);
}

/** The JSON of a catalog's snapshot, streamed: the state of this moment, however long it takes to send. */
export function streamSnapshot({ frame, store }: Catalog): Promise<ChunkedBody> {
  const start = `${JSON.stringify(frame()).slice(0, -1)},"pets":[`;
  return streamArray(start, store.first(Infinity), ']}', JSON.stringify);
}
