import type { Catalog } from '../catalog/catalog.ts';
import { readLimit } from './limit.ts';
import { atOnce, streamList } from './stream-list.ts';
import { errorResult, type Result } from './response.ts';

/** Lists the pets, oldest first (service document, section 4.3). */
export function listPets(catalog: Catalog, query: string): Result | Promise<Result> {
  const limit = readLimit(query);
  if (!limit.ok) return errorResult(400, limit.message);
  const { store } = catalog;
  const body = store.list(limit.value, atOnce);
  if (body !== undefined) return { status: 200, body };
  return streamList(store, limit.value).then((chunks) => ({ status: 200, body: chunks }));
}
