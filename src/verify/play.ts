import {
  complete,
  create,
  type CasePet,
  type CaseRequest,
  type SentRequest,
} from './cases/case.ts';
import { mark, type Ground } from './ground.ts';
import type { Received } from './send.ts';
import { hasId } from './service-client.ts';

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
  { before, request }: { before: readonly CasePet[]; request: CaseRequest },
  ground: Ground,
): Promise<Answer | string> {
  const created: string[] = [];
  for (const pet of before) {
    const sent = place(create(pet), ground);
    const response = await send(sent);
    if (typeof response === 'string') throw new NotCreatedError(`needs a new pet: ${response}`);
    const id = noteCreated(sent, response, ground);
    const words = `needs a new pet, which the answer ${response.status} does not give`;
    if (id === undefined) throw new NotCreatedError(words);
    created.push(id);
  }
  const sent = place(request, ground);
  const response = await send(sent);
  if (typeof response === 'string') return response;
  noteCreated(sent, response, ground);
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

/** Turns the request of a case into one of the service. */
function place(request: CaseRequest, { basePath, headers }: Ground): SentRequest {
  const sent = complete({ ...request, headers: { ...headers, ...request.headers } });
  return { ...sent, path: basePath + sent.path.slice('/v2'.length) || '/' };
}

/**
 * Notes the pet that a request created as left behind.
 *
 * @returns Its id, if the pet is new and has our name: another one belongs to someone else.
 */
function noteCreated(
  { method }: SentRequest,
  response: Received,
  { pets, leftBehind }: Ground,
): string | undefined {
  if (method !== 'POST' || !isSuccess(response) || !hasId(response.json)) return undefined;
  const { id: given, name: givenName = '' } = response.json;
  const [id, name] = [String(given), String(givenName)];
  if (pets.has(id) || leftBehind.has(id)) return undefined;
  leftBehind.set(id, { id, name });
  return name === '' || name.includes(mark) ? id : undefined;
}
