import { create, type ServiceCase } from './cases/case.ts';
import { mark, untaggedIn, type Ground } from './ground.ts';
import { isSuccess, play, type LeftBehindPets } from './play.ts';
import { UnreachableError } from './report.ts';
import { hasId, type ServiceClient, type ServicePet } from './service-client.ts';

const tagsOfFirstPets = [undefined, 'cat', 'dog'];

/**
 * Reads the pets of a service. With `write`, creates the pets that the cases need and the service lacks.
 *
 * @throws UnreachableError if the service answers no list of pets.
 */
export async function prepareGround(
  service: ServiceClient,
  { write = false, apiKey }: { write?: boolean | undefined; apiKey?: string | undefined },
  cases: readonly ServiceCase[],
  leftBehind: LeftBehindPets,
): Promise<Ground> {
  const { basePath, headers } = service;
  // Two runs in one second have different names.
  const run = `${new Date().toISOString().slice(0, 19)} ${crypto.randomUUID().slice(0, 4)}`;
  const ground: Ground = {
    basePath,
    headers,
    pets: byId(await readPets(service)),
    apiKey,
    hasKeyList: apiKey !== undefined && (await service.refusesWrongKey()),
    write,
    newName: `${mark} ${run}`,
    unknownId: `nobody-${crypto.randomUUID()}`,
  };
  const lacking = write ? countLacking(ground, cases) : 0;
  if (lacking === 0) return ground;
  const known = [...ground.pets.values()];
  for (const tag of tagsOfFirstPets.slice(0, lacking)) {
    const request = create({ name: ground.newName, tag });
    const answer = await play(service.send, { request }, ground, leftBehind);
    if (typeof answer === 'object' && isSuccess(answer))
      known.push(Object(answer.json) as ServicePet);
  }
  const listed = await readPets(service).catch(unlessUnreachable);
  // A list with a limit may leave out pets that exist.
  return { ...ground, pets: new Map([...byId(listed), ...byId(known), ...byId(listed)]) };
}

/** Reads all pets; a service with a default limit lists more if it is asked for more. */
export async function readPets(service: ServiceClient): Promise<readonly ServicePet[]> {
  const pets = await service.list();
  const more = await service.list('?limit=1000000').catch(unlessUnreachable);
  return more.length > pets.length ? more : pets;
}

/** Replaces a list that cannot be read by an empty one. @internal */
export function unlessUnreachable(error: unknown): [] {
  if (error instanceof UnreachableError) return [];
  throw error;
}

function countLacking(ground: Ground, cases: readonly ServiceCase[]): number {
  const lacking = cases.map(({ needs }) => (needs.pets ?? 0) - ground.pets.size);
  const untagged = cases.some(({ needs }) => needs.untagged) && !untaggedIn(ground);
  return Math.max(untagged ? 1 : 0, ...lacking);
}

function byId(pets: readonly ServicePet[]): Map<string, ServicePet> {
  return new Map(pets.filter(hasId).map((pet) => [String(pet['id']), pet]));
}
