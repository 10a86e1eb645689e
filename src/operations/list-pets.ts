import type { Catalog } from '../catalog/catalog.ts';
import { readLimit } from './limit.ts';
import { atOnce, listInPieces } from './pieces.ts';
import { problem, type Answer } from './replies.ts';

/** Lists the pets, oldest first (service document, section 4.3). */
export function listPets(catalog: Catalog, query: string): Answer | Promise<Answer> {
  const limit = readLimit(query);
  if (!limit.ok) return problem(400, limit.message);
  const { store } = catalog;
  const body = store.list(limit.value, atOnce);
  if (body !== undefined) return { status: 200, body };
  return listInPieces(store, limit.value).then((pieces) => ({ status: 200, body: pieces }));
}
