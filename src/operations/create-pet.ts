import type { Catalog } from '../catalog/catalog.ts';
import { check } from '../contract/check.ts';
import { newPetSchema, type NewPet } from '../contract/pet.ts';
import { problem, type Answer } from './replies.ts';
import type { ServiceRequest } from './request.ts';

/** The essence of a media type, without its parameters (RFC 9110, section 8.3.1). */
const json = /^application\/json[\t ]*(?:;|$)/i;

/** A body as it came: its bytes, and its text unless they are not UTF-8. */
export interface Body {
  readonly text: string | undefined;
  readonly raw: Uint8Array;
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** Reads the body of a create: its type, then its size. */
export async function readPetBody(
  request: ServiceRequest,
  maxBytes: number,
): Promise<Body | Answer> {
  const type = request.headers['content-type'];
  if (type === undefined || !json.test(type)) {
    return problem(415, 'The header Content-Type must be application/json');
  }
  const declared = Number(request.headers['content-length'] ?? 0);
  const raw = declared > maxBytes ? undefined : await request.readBody(maxBytes);
  if (raw === undefined) {
    return problem(413, `The request body must be at most ${maxBytes} bytes`);
  }
  try {
    return { raw, text: strict.decode(raw) };
  } catch {
    return { raw, text: undefined };
  }
}

export function isAnswer(value: Body | Answer): value is Answer {
  return 'status' in value;
}

/**
 * Creates a pet (service document, section 4.1).
 *
 * @param dry Answers as it would, and stores nothing.
 */
export function createPet(
  catalog: Catalog,
  request: ServiceRequest,
  { text }: Body,
  maxPets: number,
  dry = false,
): Answer {
  const newPet = parse(text);
  if (typeof newPet === 'string') return problem(400, newPet);
  const pet = dry ? catalog.draft(newPet) : catalog.add(newPet);
  if (!pet) {
    return problem(507, `The catalog is full: it holds ${maxPets} pets and takes no more`);
  }
  const { name, tag, id } = pet;
  const collection = (request.mount ?? '') + request.path.replace(/\/$/, '');
  return {
    status: 201,
    body: JSON.stringify({ name, tag, id }),
    headers: { location: `${collection}/${id}` },
  };
}

/** The new pet that a text holds, or a sentence that says what is wrong. */
function parse(text: string | undefined): NewPet | string {
  if (text === undefined) return 'The request body is not valid UTF-8';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return text === ''
      ? 'The request body is empty; it must be a JSON object with "name" and, if you like, "tag"'
      : `The request body is not valid JSON: ${(error as Error).message}`;
  }
  const checked = check(newPetSchema, value, 'The request body');
  return checked.ok ? (checked.value as NewPet) : checked.message;
}
