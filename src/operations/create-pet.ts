import { check } from '../contract/check.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { newPetSchema, type NewPet } from '../contract/pet.ts';
import type { Body, Context } from './request.ts';
import { onOneLine } from './read-body.ts';
import { errorResult, type Result } from './response.ts';

/** Creates a pet (service document, section 4.1). */
export function createPet({ request, settings, catalog, body, isDryRun }: Context): Result {
  const newPet = parse(body!);
  if (typeof newPet === 'string') return errorResult(400, newPet);
  const pet = isDryRun ? catalog.draft(newPet) : catalog.add(newPet);
  if (!pet) return errorResult(507, errorMessages.full(settings));
  const collection = (request.mount ?? '') + request.path.replace(/\/$/, '');
  return {
    status: 201,
    body: pet.json,
    headers: { location: `${collection}/${pet.id}` },
  };
}

/** The new pet that a body holds, or a sentence that says what is wrong. */
function parse({ text, isUtf8 }: Body): NewPet | string {
  if (!isUtf8) return 'The request body is not valid UTF-8';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return text === ''
      ? 'The request body is empty; it must be a JSON object with "name" and optionally "tag"'
      : `The request body is not valid JSON: ${onOneLine((error as Error).message)}`;
  }
  const checked = check(newPetSchema, value, 'The request body');
  return checked.ok ? (checked.value as NewPet) : checked.message;
}
