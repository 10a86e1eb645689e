import { check } from '../contract/check.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { newPetSchema, type NewPet } from '../contract/pet.ts';
import type { Context } from './request.ts';
import { jsonOf } from './read-body.ts';
import { errorResult, type Result } from './response.ts';

/** Creates a pet (service document, section 4.1). */
export function createPet(context: Context): Result {
  const { request, settings, catalog, isDryRun } = context;
  const newPet = parse(context);
  if (typeof newPet === 'string') return errorResult(400, newPet);
  const pet = isDryRun ? catalog.draft(newPet) : catalog.add(newPet);
  if (!pet) return errorResult(507, errorMessages.full({ pets: settings.maxPets }));
  const collection = (request.mount ?? '') + request.path.replace(/\/$/, '');
  return {
    status: 201,
    body: pet.json,
    headers: { location: `${collection}/${pet.id}` },
  };
}

/** The new pet that a body holds, or a sentence that says what is wrong. */
function parse(context: Context): NewPet | string {
  const parsed = jsonOf(context)!;
  if (!parsed.ok) return parsed.message;
  const checked = check(newPetSchema, parsed.value, 'The request body');
  return checked.ok ? (checked.value as NewPet) : checked.message;
}
