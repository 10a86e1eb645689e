import type { Catalog } from '../catalog/catalog.ts';
import { check } from '../contract/check.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { newPetSchema, type NewPet } from '../contract/pet.ts';
import { errorResult, type Result } from './response.ts';
import type { ServiceRequest } from './request.ts';

/** The essence of a media type, without its parameters (RFC 9110, section 8.3.1). */
const json = /^application\/json[\t ]*(?:;|$)/i;

/** The text of a body; what is not UTF-8 is replaced in it. */
export interface Body {
  readonly text: string;
  readonly isUtf8: boolean;
}

const strict = new TextDecoder('utf-8', { fatal: true });

export function readText(bytes: Uint8Array): Body {
  try {
    return { text: strict.decode(bytes), isUtf8: true };
  } catch {
    return { text: new TextDecoder().decode(bytes), isUtf8: false };
  }
}

/** What can be said against a body before it is read: its type, its coding (RFC 9110,
 * section 8.4), then its declared length. */
export function refuseBody(
  {
    'content-type': type,
    'content-encoding': coding = 'identity',
    'content-length': length,
  }: ServiceRequest['headers'],
  maxBytes: number,
): Result | undefined {
  if (type === undefined || !json.test(type)) {
    return errorResult(415, errorMessages.notJson);
  }
  if (coding.trim().toLowerCase() !== 'identity') {
    const name = onOneLine(coding.slice(0, 100));
    return errorResult(
      415,
      `The content coding ${name} is not supported: send the body without one`,
    );
  }
  return length !== undefined && Number(length) > maxBytes ? tooLarge(maxBytes) : undefined;
}

export function tooLarge(maxBytes: number): Result {
  return errorResult(413, errorMessages.tooLarge({ maxBodyBytes: maxBytes }));
}

/**
 * Creates a pet (service document, section 4.1).
 *
 * @param dry Answers as it would, and stores nothing.
 */
export function createPet(
  catalog: Catalog,
  request: ServiceRequest,
  body: Body,
  maxPets: number,
  dry = false,
): Result {
  const newPet = parse(body);
  if (typeof newPet === 'string') return errorResult(400, newPet);
  const pet = dry ? catalog.draft(newPet) : catalog.add(newPet);
  if (!pet) {
    return errorResult(507, errorMessages.full({ maxPets }));
  }
  const collection = (request.mount ?? '') + request.path.replace(/\/$/, '');
  return {
    status: 201,
    body: pet.json,
    pet,
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
      ? 'The request body is empty; it must be a JSON object with "name" and, if you like, "tag"'
      : `The request body is not valid JSON: ${onOneLine((error as Error).message)}`;
  }
  const checked = check(newPetSchema, value, 'The request body');
  return checked.ok ? (checked.value as NewPet) : checked.message;
}

/** The engine quotes what it could not read, control characters and all. */
function onOneLine(message: string): string {
  return message.replaceAll(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
