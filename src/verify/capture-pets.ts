import { check } from '../contract/check.ts';
import { decisionsIn, type Dialect } from '../contract/dialect.ts';
import { show } from '../contract/errors.ts';
import { fields, petShapesIn, type FixturePet } from '../contract/pet.ts';
import { countOf } from '../contract/words.ts';
import { hasId, openService, type ServiceAccess } from './open-service.ts';
import type { ServicePet } from './place-case.ts';

const own = new Set<string>([...fields.map(([name]) => name), 'id']);

export interface CaptureOptions {
  /** How many pets at most. Default: all that the service lists. */
  limit?: number | undefined;
  /** Gives a pet another name, by its id and the name that it has. */
  rename?: ((id: string, name: string) => string) | undefined;
  /** The dialect that the mock then has: the newest may come first, and other fields may stay. */
  dialect?: Dialect | undefined;
}

/**
 * Reads the pets of a service, as fixtures.
 *
 * @throws OptionError that names the option.
 * @throws UnreachableError when there is no list of pets.
 */
export async function capturePets(
  access: ServiceAccess,
  { limit, rename, dialect }: CaptureOptions = {},
) {
  const { order, unknownFields } = decisionsIn(dialect);
  const { fixture: shape } = petShapesIn({ unknownFields });
  const service = openService(access);
  const given = await service.readPets(limit).finally(service.close);
  const pets = new Map<string, FixturePet>();
  const others = new Map<string, number>();

  /** Gives the reason why a pet is left out. */
  function take(pet: ServicePet, at: string): string | undefined {
    if (!hasId(pet)) return `${at} has no "id"`;
    const id = String(pet['id']);
    const fixture: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(pet)) {
      const isOther = !own.has(name);
      // No pet of the mock has it: it would be the prototype.
      const isKept = unknownFields === 'keep' && name !== '__proto__';
      if (isOther && !isKept) others.set(name, (others.get(name) ?? 0) + 1);
      else if (isOther || value !== null) fixture[name] = value;
    }
    fixture['id'] = id;
    if (pets.has(id)) return `${at}: "id" is already that of another pet`;
    const checked = check(shape, fixture, at);
    if (!checked.ok) return checked.message;
    const taken = fixture as unknown as FixturePet;
    pets.set(id, rename ? { ...taken, name: rename(id, taken.name) } : taken);
    return undefined;
  }

  /** What is left out or changed, and why, a sentence each. */
  const problems = service.redirectWords();
  for (const [index, pet] of given.entries()) {
    const why = take(pet, `pets[${index}]`);
    if (why !== undefined) problems.push(`${why}: this pet is left out`);
  }
  for (const [name, count] of others) {
    const field = `the field ${show(name)}, which a pet of the mock does not have,`;
    problems.push(`${field} is left out of ${countOf(count, 'pet')}`);
  }
  const all = [...pets.values()];
  // Fixtures are in the order in which pets were created.
  return { pets: order === 'newest' ? all.toReversed() : all, problems };
}
