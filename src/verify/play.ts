import { decodeSegment } from '../contract/operation-path.ts';
import type { SentRequest } from './cases/case.ts';
import { mark, ownPet, toSegment, type Ground, type ServicePet } from './place-case.ts';
import type { LeftBehind } from './report.ts';
import type { ReceivedResponse } from './send.ts';

/** What comes before a request could not be made. */
export class NoPet extends Error {}

/** The response to the last request of a case, with that request. */
export type PlayedCase = Exclude<Awaited<ReturnType<typeof play>>, string>;

/** The pets that were created and not removed again, by their ids. */
export type OwnPets = Map<string, LeftBehind>;

/**
 * Sends the requests of a case one after the other. All but the last create a pet.
 *
 * @returns Words where no response came.
 * @throws NoPet, and what `send` throws.
 */
export async function play(
  send: (request: SentRequest) => Promise<ReceivedResponse | string>,
  requests: readonly SentRequest[],
  { pets, places, collection }: Pick<Ground, 'pets' | 'places' | 'collection'>,
  ownPets: OwnPets = new Map(),
) {
  /** The id of a pet that was created, where it is this run's to change. */
  const note = (request: SentRequest, response: ReceivedResponse): string | undefined => {
    const pet = createdBy(request, response, collection);
    // A pet that was there before is nobody's to change, and none that is left behind.
    if (!pet || pets.has(pet.id) || ownPets.has(pet.id)) return undefined;
    ownPets.set(pet.id, pet);
    // One of another name is somebody's beyond the list that was read.
    const isOurs = pet.name === '' || pet.name.includes(mark);
    return isOurs && isAskable(pet.id) ? pet.id : undefined;
  };
  const created: string[] = [];
  for (const first of requests.slice(0, -1)) {
    const response = await send(first);
    if (typeof response === 'string') return response;
    const id = note(first, response);
    const why = `needs a new pet of its own, which the answer ${response.status} does not give`;
    if (id === undefined) throw new NoPet(why);
    created.push(id);
  }
  const own = created.at(-1);
  const last = requests.at(-1)!;
  const path = own === undefined ? last.path : last.path.replace(ownPet, toSegment(own));
  const request = { ...last, path };
  const response = await send(request);
  if (typeof response === 'string') return response;
  note(request, response);
  if (own !== undefined && request.method === 'DELETE' && response.status < 300) {
    ownPets.delete(own);
  }
  const all = Array.isArray(response.json) ? (response.json as unknown[]) : undefined;
  return {
    ...response,
    // A list of many pets is kept as their places and one of each form: there are fifty of them.
    json: all ? ofEachForm(all) : response.json,
    list: all && placesOf(all, places, created),
    request,
    /** The ids of the pets that the requests before it created. */
    created,
    pets,
    collection,
  };
}

/** Whether a path can have an id that a response gave. */
export const isAskable = (id: string) => !/^(?:\.{0,2}|unknown, .*)$/s.test(id);

/** Which pets a list has: their places among those that are known, those created last; -1 for others. */
function placesOf(
  list: readonly unknown[],
  places: Ground['places'],
  created: readonly string[],
): Int32Array {
  return Int32Array.from(list, (pet) => {
    const id = String((pet as ServicePet | null)?.['id']);
    const made = created.indexOf(id);
    return places.get(id) ?? (made === -1 ? -1 : places.size + made);
  });
}

/** Of pets that have the same fields with values of the same types, the first: the OpenAPI document is about no more. */
function ofEachForm(pets: readonly unknown[]): unknown[] {
  const forms = new Map<string, unknown>();
  for (const pet of pets) {
    const fields = Object.entries(pet ?? {}).map(
      // Of null and an empty tag, each may be no tag.
      ([name, value]) => `${name} ${value === '' ? value : value === null || typeof value}`,
    );
    const form = fields.join();
    if (!forms.has(form)) forms.set(form, pet);
  }
  return [...forms.values()];
}

/** The pet that a request created, as far as its response says. */
function createdBy(
  { method, path }: SentRequest,
  { status, json, headers }: ReceivedResponse,
  collection: string,
): LeftBehind | undefined {
  if (method !== 'POST' || status < 200 || status >= 300) return undefined;
  const { id, name: given } = (json ?? {}) as { id?: unknown; name?: unknown };
  const name = typeof given === 'string' ? given : '';
  if (typeof id === 'string' || typeof id === 'number') return { id: String(id), name };
  const location = (headers['location'] ?? '').replace(/\/*(?:[?#].*)?$/s, '');
  const last = location.split('/').at(-1)!;
  return location.includes(`${collection}/`)
    ? { id: decodeSegment(last) ?? last, name }
    : { id: `unknown, of POST ${path}`, name };
}
