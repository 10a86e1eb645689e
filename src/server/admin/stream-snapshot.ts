import { byteLength } from '../../catalog/truncate.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { streamList } from '../../operations/stream-list.ts';
import type { ChunkedBody } from '../../operations/response.ts';

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
