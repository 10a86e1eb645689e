import type { SentRequest } from './cases/case.ts';
import { mark, ownPet, toSegment, type Ground } from './place-case.ts';
import type { LeftBehind } from './report.ts';
import type { ReceivedResponse, Send } from './send.ts';

/** What comes before a request could not be made. */
export class NoPet extends Error {}
/** Nothing came back, or nothing that can be read; the message says what, in words. */
export class NoResponse extends Error {}

/** The response to the last request of a case, with that request. */
export type PlayedCase = Awaited<ReturnType<typeof play>>;

/** All pets that were created, by their ids; `undefined` for one that was removed again. */
export type OwnPets = Map<string, LeftBehind | undefined>;

/**
 * Sends the requests of a case one after the other. All but the last create a pet.
 *
 * @throws NoPet, NoResponse, and what `send` throws.
 */
export async function play(
  send: Send,
  requests: readonly SentRequest[],
  { places, collection }: Pick<Ground, 'places' | 'collection'>,
  ownPets: OwnPets = new Map(),
) {
  const created: string[] = [];
  /** A pet that was there before is nobody's to change, and none that is left behind. */
  const note = (pet: LeftBehind | undefined): pet is LeftBehind => {
    if (!pet || places.has(pet.id) || ownPets.has(pet.id)) return false;
    ownPets.set(pet.id, pet);
    // One of another name is somebody's beyond the list that was read.
    const isOurs = pet.name === '' || pet.name.includes(mark);
    return isOurs && !/^(?:\.{0,2}|unknown, .*)$/s.test(pet.id);
  };
  const ask = async (request: SentRequest) => {
    const response = await send(request);
    if (typeof response === 'string') throw new NoResponse(response);
    return response;
  };
  for (const first of requests.slice(0, -1)) {
    const response = await ask(first);
    const pet = createdBy(first, response, collection);
    if (!note(pet)) {
      throw new NoPet(
        `needs a new pet of its own, which the answer ${response.status} does not give`,
      );
    }
    created.push(pet.id);
  }
  const own = created.at(-1);
  const last = requests.at(-1)!;
  const path = own === undefined ? last.path : last.path.replace(ownPet, toSegment(own));
  const request = { ...last, path };
  const response = await ask(request);
  note(createdBy(request, response, collection));
  if (own !== undefined && request.method === 'DELETE' && response.status < 300) {
    ownPets.set(own, undefined);
  }
  const list = placesIn(response.json, places, created);
  return {
    ...response,
    // A list of many pets is kept as their places and one of each form: there are fifty of them.
    json: list ? ofEachForm(response.json as unknown[]) : response.json,
    list,
    request,
    /** The ids of the pets that the requests before it created. */
    created,
    places,
    collection,
  };
}

/** Which pets a list has: their places, after those that were there the new ones; -1 for others. */
function placesIn(
  json: unknown,
  places: ReadonlyMap<string, number>,
  created: readonly string[],
): Int32Array | undefined {
  if (!Array.isArray(json)) return undefined;
  return Int32Array.from(json, (pet: { id?: unknown } | null) => {
    const id = String(pet?.id);
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
  const { location = '' } = headers;
  return location.includes(`${collection}/`)
    ? { id: location.replace(/\/+$/, '').split('/').at(-1)!, name }
    : { id: `unknown, of POST ${path}`, name };
}
