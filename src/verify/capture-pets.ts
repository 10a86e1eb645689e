import { fields, type FixturePet } from '../contract/pet.ts';
import { show } from '../contract/errors.ts';
import { countOf } from '../contract/words.ts';
import { readFixtures } from '../fixtures/read.ts';
import { parseTarget } from './parse-target.ts';
import { listPets, readPets } from './read-pets.ts';
import { createClient, type SentRequest } from './send.ts';
import { unknownKey } from './place-case.ts';

/** What `capturePets` is told. */
export interface CaptureOptions {
  /** The base URL of the service, `/v2` or whatever it is included. */
  readonly url: string;
  /** The key that it knows. Default: one that it does not know. */
  readonly apiKey?: string | undefined;
  /** Headers that are sent with each request. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How many pets at most. Default: all that the service lists. */
  readonly limit?: number | undefined;
  /** Gives a pet another name, by its id. Default: each keeps its own. */
  readonly rename?: ((id: string) => string) | undefined;
  /** Of each request, in milliseconds. Default: 10,000. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What was captured. */
export interface Captured {
  /** Pets for a fixture file, in the order of the service's list. */
  readonly pets: readonly FixturePet[];
  /** What was left out or changed, and why, a sentence each. */
  readonly problems: readonly string[];
}

/**
 * Reads the pets of a service, as fixtures.
 *
 * @throws OptionError that names the option.
 * @throws UnreachableError when there is no list of pets.
 */
export async function capturePets(options: CaptureOptions): Promise<Captured> {
  const { url, apiKey, headers = {}, limit, rename, timeout = 10_000, signal } = options;
  const { origin, path } = parseTarget(url);
  const client = createClient(origin, timeout, signal);
  const request: SentRequest = {
    method: 'GET',
    path: `${path}/pets`,
    headers: { ...headers, 'X-API-Key': apiKey ?? unknownKey },
  };
  try {
    const against = origin + path;
    const limited = { ...request, path: `${request.path}?limit=${limit}` };
    const given =
      limit === undefined
        ? await readPets(client, against, request)
        : (await listPets(client, against, limited)).slice(0, limit);
    return toFixtures(given, rename);
  } finally {
    client.close();
  }
}

const own = new Set<string>([...fields.map(([name]) => name), 'id']);

function toFixtures(
  given: readonly Readonly<Record<string, unknown>>[],
  rename: CaptureOptions['rename'],
): Captured {
  const problems: string[] = [];
  const pets: FixturePet[] = [];
  const taken = new Set<string>();
  const others = new Map<string, number>();
  for (const [index, pet] of given.entries()) {
    const id = String(pet['id']);
    const fixture: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(pet)) {
      if (!own.has(name)) others.set(name, (others.get(name) ?? 0) + 1);
      else if (value !== null && value !== undefined) fixture[name] = value;
    }
    fixture['id'] = id;
    if (rename) fixture['name'] = rename(id);
    const problem = taken.has(id)
      ? `pets[${index}]: "id" is already that of another pet`
      : check(fixture, index);
    if (problem !== undefined) {
      problems.push(`${problem}: this pet is left out`);
      continue;
    }
    taken.add(id);
    pets.push(fixture as unknown as FixturePet);
  }
  for (const [name, count] of others) {
    problems.push(
      `the field ${show(name)}, which a pet of the mock does not have, is left out of ${countOf(count, 'pet')}`,
    );
  }
  return { pets, problems };
}

/** What a fixture file would be refused for. */
function check(fixture: object, index: number): string | undefined {
  try {
    readFixtures([fixture], 'pets');
    return undefined;
  } catch (error) {
    return (error as Error).message.replace('pets[0]', `pets[${index}]`);
  }
}
