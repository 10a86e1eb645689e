import {
  complete,
  create,
  type CaseParts,
  type CasePet,
  type CaseRequest,
  type SentRequest,
} from './cases/case.ts';
import { mark, type Ground } from './ground.ts';
import type { LeftBehind } from './report.ts';
import type { Received } from './send.ts';

/** The answer to the request of a case. */
export interface Answer extends Received {
  readonly request: SentRequest;
  /** The ids of the pets that were created before it. */
  readonly created: readonly string[];
  /** How many pets a list has. Of a long list, `json` has the first 10,000. */
  readonly count: number;
}

/** Whether an answer is a success. */
export const isSuccess = ({ status }: Received) => status >= 200 && status < 300;

/** The pets that were created and not removed again, by their ids. */
export type LeftBehindPets = Map<string, LeftBehind>;

/** A case needs a new pet, and the service did not create one. */
export class NotCreatedError extends Error {}

type Send = (request: SentRequest) => Promise<Received | string>;

const keptPets = 10_000;

/**
 * Creates the pets of a case and sends its request.
 *
 * @returns The answer, or a message if there was none.
 * @throws NotCreatedError, and what `send` throws.
 */
export async function play(
  send: Send,
  { before = [], request }: Pick<CaseParts, 'before' | 'request'>,
  ground: Ground,
  leftBehind: LeftBehindPets = new Map(),
): Promise<Answer | string> {
  const created: string[] = [];
  for (const pet of before) created.push(await createPet(send, pet, ground, leftBehind));
  const sent = place(request, ground);
  const response = await send(sent);
  if (typeof response === 'string') return response;
  noteCreated(sent, response, ground, leftBehind);
  const all: unknown = response.json;
  const isList = Array.isArray(all);
  return {
    ...response,
    request: sent,
    created,
    json: isList ? all.slice(0, keptPets) : all,
    count: isList ? all.length : 0,
  };
}

/**
 * Creates a pet that a case may list, change or delete.
 *
 * @returns Its id, which no pet had before.
 * @throws NotCreatedError
 */
export async function createPet(
  send: Send,
  pet: CasePet,
  ground: Ground,
  leftBehind: LeftBehindPets,
): Promise<string> {
  const request = place(create(pet), ground);
  const response = await send(request);
  if (typeof response === 'string') throw new NotCreatedError(`needs a new pet: ${response}`);
  const made = noteCreated(request, response, ground, leftBehind);
  if (made) return made.id;
  throw new NotCreatedError(
    `needs a new pet of its own, which the answer ${response.status} does not give`,
  );
}

/** Turns the request of a case into one of the service. */
function place(request: CaseRequest, { basePath, headers }: Ground): SentRequest {
  const sent = complete({ ...request, headers: { ...headers, ...request.headers } });
  return { ...sent, path: basePath + sent.path.slice('/v2'.length) || '/' };
}

/**
 * Notes the pet that a request created as left behind.
 *
 * @returns The pet, if it is new and has our name: another one belongs to someone else.
 */
function noteCreated(
  { method }: SentRequest,
  response: Received,
  { pets }: Ground,
  leftBehind: LeftBehindPets,
): LeftBehind | undefined {
  if (method !== 'POST' || !isSuccess(response)) return undefined;
  const { id: given, name: givenName } = (response.json ?? {}) as Partial<Record<string, unknown>>;
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  const id = String(given);
  if (pets.has(id) || leftBehind.has(id)) return undefined;
  const pet = { id, name: typeof givenName === 'string' ? givenName : '' };
  leftBehind.set(id, pet);
  const isOurs = pet.name === '' || pet.name.includes(mark);
  return isOurs && !/^\.{0,2}$/.test(id) ? pet : undefined;
}
