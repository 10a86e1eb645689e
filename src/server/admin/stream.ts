import type { Catalog } from '../../catalog/catalog.ts';
import { toHar, toHarEntry } from '../../catalog/har.ts';
import { byteLength } from '../../contract/byte-length.ts';
import type { ActiveFault } from '../../contract/faults.ts';
import type { JournalEntry } from '../../contract/requests.ts';
import type { ChunkedBody } from '../../operations/response.ts';
import { pause, streamList } from '../../operations/stream-list.ts';

/** How long a chunk is at least, and what is measured before others have their turn. */
const chunk = 64 * 1024;

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
export function streamPets(pets: readonly string[], total: number): Promise<ChunkedBody> {
  return streamArray('{"pets":[', pets, `],"total":${total}}`, (json) => json);
}

export function streamFaults(faults: readonly ActiveFault[]): Promise<ChunkedBody> {
  return streamArray('{"faults":[', faults, ']}', JSON.stringify);
}

async function streamArray<T>(
  start: string,
  items: readonly T[],
  end: string,
  toJson: (item: T) => string,
): Promise<ChunkedBody> {
  let length = byteLength(start) + byteLength(end) + Math.max(0, items.length - 1);
  let sincePause = 0;
  for (const item of items) {
    const bytes = byteLength(toJson(item));
    length += bytes;
    sincePause += bytes;
    if (sincePause < chunk) continue;
    sincePause = 0;
    await pause();
  }
  return {
    length,
    *[Symbol.iterator]() {
      // Many short ones make one chunk.
      let part = start;
      for (const [index, item] of items.entries()) {
        part += (index === 0 ? '' : ',') + toJson(item);
        if (part.length < chunk) continue;
        yield part;
        part = '';
      }
      yield part + end;
    },
  };
}

/** The JSON of a catalog's snapshot, streamed: the state of this moment, however long it takes to send. */
export async function streamSnapshot({ frame, store }: Catalog): Promise<ChunkedBody> {
  const start = `${JSON.stringify(frame()).slice(0, -1)},"pets":`;
  // A string iterates, too.
  const pets: ChunkedBody = store.size === 0 ? '[]' : await streamList(store, store.size);
  return {
    length: byteLength(start) + pets.length + 1,
    *[Symbol.iterator]() {
      yield start;
      yield* pets;
      yield '}';
    },
  };
}
