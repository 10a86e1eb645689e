import type { Catalog } from '../catalog/catalog.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { decodeId } from './place.ts';
import { problem, type Answer } from './replies.ts';

/** Gets one pet by its id (service document, section 4.2). */
export function getPet(catalog: Catalog, rawId: string): Answer {
  const id = decodeId(rawId);
  if (id === undefined) {
    return problem(400, errorMessages.malformedId);
  }
  const pet = catalog.store.get(id);
  return pet ? { status: 200, body: pet.json, pet } : problem(404, errorMessages.notFound);
}
