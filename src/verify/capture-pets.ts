import { check } from '../contract/check.ts';
import { show } from '../contract/errors.ts';
import { fields, fixturePetSchema, type FixturePet } from '../contract/pet.ts';
import { countOf } from '../contract/words.ts';
import { hasId, openService, type ServiceAccess, type ServicePet } from './open-service.ts';

/** What `capturePets` is told. */
export interface CaptureOptions extends ServiceAccess {
  /** How many pets at most. Default: all that the service lists. */
  readonly limit?: number | undefined;
  /** Gives a pet another name, by its id and the name that it has. Default: each keeps its own. */
  readonly rename?: ((id: string, name: string) => string) | undefined;
}

/**
 * Reads the pets of a service, as fixtures.
 *
 * @throws OptionError that names the option.
 * @throws UnreachableError when there is no list of pets.
 */
export async function capturePets({ limit, rename, ...access }: CaptureOptions) {
  const { client, readPets, redirectWords } = openService(access);
  try {
    const { pets, problems } = toFixtures(await readPets(limit), rename);
    return { pets, problems: [...redirectWords(), ...problems] };
  } finally {
    client.close();
  }
}

const own = new Set<string>([...fields.map(([name]) => name), 'id']);

function toFixtures(given: readonly ServicePet[], rename: CaptureOptions['rename']) {
  /** What is left out or changed, and why, a sentence each. */
  const problems: string[] = [];
  const pets = new Map<string, FixturePet>();
  const others = new Map<string, number>();
  for (const [index, pet] of given.entries()) {
    const leaveOut = (why: string) => void problems.push(`${why}: this pet is left out`);
    if (!hasId(pet)) {
      leaveOut(`pets[${index}] has no "id"`);
      continue;
    }
    const id = String(pet['id']);
    const fixture: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(pet)) {
      if (!own.has(name)) others.set(name, (others.get(name) ?? 0) + 1);
      else if (value !== null) fixture[name] = value;
    }
    Object.assign(fixture, { id }, rename && { name: rename(id, String(fixture['name'])) });
    const checked = check(fixturePetSchema, fixture, `pets[${index}]`);
    if (pets.has(id)) leaveOut(`pets[${index}]: "id" is already that of another pet`);
    else if (!checked.ok) leaveOut(checked.message);
    else pets.set(id, fixture as unknown as FixturePet);
  }
  for (const [name, count] of others) {
    const field = `the field ${show(name)}, which a pet of the mock does not have,`;
    problems.push(`${field} is left out of ${countOf(count, 'pet')}`);
  }
  return { pets: [...pets.values()], problems };
}
