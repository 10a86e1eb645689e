import { create, wrongKey } from './cases/case.ts';
import { mark, type Ground } from './ground.ts';
import { isSuccess, play } from './play.ts';
import { UnreachableError } from './report.ts';
import { hasId, type ServiceClient, type ServicePet } from './service-client.ts';

/** What a run creates if the service has fewer pets. */
const tagsOfFirstPets = [undefined, 'cat', 'dog'];

/**
 * Reads the pets of a service. With `write`, creates the pets that cases need and the service lacks.
 *
 * @throws UnreachableError if the service answers no list of pets.
 */
export async function prepareGround(
  service: ServiceClient,
  { write = false, apiKey }: { write?: boolean | undefined; apiKey?: string | undefined },
): Promise<Ground> {
  const { basePath, headers, redact } = service;
  // Two runs in one second have different names.
  const run = `${new Date().toISOString().slice(0, 19)} ${crypto.randomUUID().slice(0, 4)}`;
  const pets = byId(await readPets(service));
  const wrong = apiKey !== undefined && (await service.ask('', wrongKey));
  const ground: Ground = {
    basePath,
    headers,
    redact,
    pets,
    apiKey,
    hasKeyList: wrong !== false && (typeof wrong === 'string' || wrong.status >= 400),
    write,
    newName: `${mark} ${run}`,
    unknownId: `nobody-${crypto.randomUUID()}`,
    leftBehind: new Map(),
  };
  if (!write || pets.size >= tagsOfFirstPets.length) return ground;
  const known = [...pets.values()];
  for (const tag of tagsOfFirstPets.slice(pets.size)) {
    const request = create({ name: ground.newName, tag });
    const answer = await play(service.send, { before: [], request }, ground);
    if (typeof answer === 'object' && isSuccess(answer))
      known.push(Object(answer.json) as ServicePet);
  }
  const listed = await readPets(service).catch(unlessUnreachable);
  // A list with a limit may leave out pets that exist.
  return { ...ground, pets: new Map([...byId(listed), ...byId(known), ...byId(listed)]) };
}

/** How many pets a service is asked for when all are wanted. @internal */
export const mostPets = 1_000_000;

/** Reads all pets; a service with a default limit lists more if it is asked for more. */
export async function readPets(service: ServiceClient): Promise<readonly ServicePet[]> {
  const pets = await service.list();
  const more = await service.list(`?limit=${mostPets}`).catch(unlessUnreachable);
  return more.length > pets.length ? more : pets;
}

/** Replaces a list that cannot be read by an empty one. @internal */
export function unlessUnreachable(error: unknown): [] {
  if (error instanceof UnreachableError) return [];
  throw error;
}

function byId(pets: readonly ServicePet[]): Map<string, ServicePet> {
  return new Map(pets.filter(hasId).map((pet) => [String(pet['id']), pet]));
}
