import { check } from '../contract/check.ts';
import { decisionsIn, type Dialect } from '../contract/dialect.ts';
import { show } from '../contract/errors.ts';
import { createPetModel, plainModel } from '../contract/pet-model.ts';
import type { FixturePet } from '../contract/pet.ts';
import { count, countOf } from '../contract/text.ts';
import { mostPets, readPets } from './prepare.ts';
import {
  createServiceClient,
  hasId,
  type ServiceAccess,
  type ServicePet,
} from './service-client.ts';

export interface CaptureOptions {
  /** How many pets at most. Default: all that the service lists. */
  limit?: number | undefined;
  /** Gives a pet another name, by its id and its name. */
  rename?: ((id: string, name: string) => string) | undefined;
  /** The dialect of the mock that gets the pets: it may list the newest first, or keep other fields. */
  dialect?: Dialect | undefined;
}

/** The pets of a service as fixtures, and what the user should know of them. */
export interface CapturedPets {
  readonly pets: readonly FixturePet[];
  /** A sentence for each pet or field that is left out, and for a list that may be capped. */
  readonly problems: readonly string[];
}

/**
 * Reads the pets of a service, as fixtures.
 *
 * @throws OptionError that names the option.
 * @throws UnreachableError if the service answers no list of pets.
 */
export async function capturePets(
  access: ServiceAccess,
  { limit, rename = (_id, name) => name, dialect }: CaptureOptions = {},
): Promise<CapturedPets> {
  const service = createServiceClient(access);
  const asked = limit ?? mostPets;
  const reading = limit === undefined ? readPets(service) : service.list(`?limit=${limit}`);
  const listed = (await reading.finally(service.close)).slice(0, asked);
  const decisions = decisionsIn(dialect);
  const { fixture: shape } = createPetModel(decisions);
  const pets = new Map<string, FixturePet>();
  const leftOut = new Map<string, number>();
  const problems = service.notes();
  // A service that has exactly this many pets answers the same.
  if (listed.length > 0 && listed.length < asked) {
    const words = `The service lists ${countOf(listed.length, 'pet')}, and no more if it is asked for ${count(asked)}`;
    problems.push(`${words}: if it has more, they are missing`);
  }
  for (const [index, pet] of listed.entries()) {
    const { fixture, others } = toFixture(pet, decisions.unknownFields === 'keep');
    for (const name of others) leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
    const at = `pets[${index}]`;
    const checked = check(shape, fixture, at);
    const { id } = fixture;
    const problem = !hasId(pet)
      ? `${at} has no "id"`
      : pets.has(id)
        ? `${at}: "id" is already that of another pet`
        : !checked.ok && checked.message;
    if (problem) problems.push(`${problem}: this pet is left out`);
    else if (checked.ok) {
      pets.set(id, { ...checked.value, name: rename(id, checked.value.name) });
    }
  }
  for (const [name, times] of leftOut) {
    const field = `the field ${show(name)}, which a pet of the mock does not have,`;
    problems.push(`${field} is left out of ${countOf(times, 'pet')}`);
  }
  const all = [...pets.values()];
  // Fixtures are in the order in which pets were created.
  return { pets: decisions.order === 'newest' ? all.toReversed() : all, problems };
}

const own = new Set<string>([...plainModel.fields.map(({ name }) => name), 'id']);

/** Splits a pet in its fixture and the names of the fields that the mock does not have. */
function toFixture(pet: ServicePet, keepsOthers: boolean) {
  const fixture: Record<string, unknown> = {};
  const others: string[] = [];
  for (const [name, value] of Object.entries(pet)) {
    const isOther = !own.has(name);
    // `__proto__` would become the prototype.
    if (isOther && (!keepsOthers || name === '__proto__')) others.push(name);
    else if (isOther || value !== null) fixture[name] = value;
  }
  return { fixture: { ...fixture, id: String(pet['id']) }, others };
}
