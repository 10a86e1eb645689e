import { errorMessages } from '../contract/error-messages.ts';
import type { Context } from './request.ts';
import { errorResult, type Result } from './response.ts';
import { decodeId } from './route.ts';

/** Gets one pet by its id (service document, section 4.2). */
export function getPet({ route, catalog }: Context): Result {
  const id = decodeId(route.rawId);
  if (id === undefined) return errorResult(400, errorMessages.malformedId);
  const pet = catalog.store.get(id);
  return pet ? { status: 200, body: pet.json } : errorResult(404, errorMessages.notFound);
}
