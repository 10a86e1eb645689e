import { byteLength } from '../../catalog/bytes.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { listInPieces } from '../../operations/pieces.ts';
import type { BodyPieces } from '../../operations/request.ts';

/** The JSON of a catalog's snapshot in pieces: of the moment, however long it takes to send. */
export async function snapshotInPieces({ frame, store }: Catalog): Promise<BodyPieces> {
  const start = `${JSON.stringify(frame()).slice(0, -1)},"pets":`;
  // A text is in pieces, too.
  const pets: BodyPieces = store.size === 0 ? '[]' : await listInPieces(store, store.size);
  return {
    length: byteLength(start) + pets.length + 1,
    *[Symbol.iterator]() {
      yield start;
      yield* pets;
      yield '}';
    },
  };
}
