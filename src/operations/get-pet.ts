import type { Catalog } from '../catalog/catalog.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { decodeId } from './route.ts';
import { errorResult, type Result } from './response.ts';

/** Gets one pet by its id (service document, section 4.2). */
export function getPet(catalog: Catalog, rawId: string): Result {
  const id = decodeId(rawId);
  if (id === undefined) {
    return errorResult(400, errorMessages.malformedId);
  }
  const pet = catalog.store.get(id);
  return pet ? { status: 200, body: pet.json, pet } : errorResult(404, errorMessages.notFound);
}
