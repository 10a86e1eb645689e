import type { Pet } from '../contract/pet.ts';
import type { Needs, Provided } from './cases/case.ts';
import type { ServicePet } from './service-client.ts';

/** What a run knows about the service that it asks. */
export interface Ground {
  /** The path of the base URL, without a slash at its end. */
  readonly basePath: string;
  /** The headers of each request of the service, with its key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The pets of the service by their ids, in the order of its list. */
  readonly pets: ReadonlyMap<string, ServicePet>;
  /** The key of the service, if the user gave one. */
  readonly apiKey: string | undefined;
  /** Whether the service refuses unknown keys. */
  readonly hasKeyList: boolean;
  /** Whether pets may be created. */
  readonly write: boolean;
  /** The name of new pets, by which a person finds them. */
  readonly newName: string;
  /** An id that no pet has. */
  readonly unknownId: string;
}

/** The beginning of the name of each pet that a run creates. */
export const mark = 'pet-catalog-mock verify';

/** Says why a service cannot be asked a case; `undefined` if it can. */
export function whyNotAsked(needs: Needs, ground: Ground): string | undefined {
  const { pets, write, apiKey, hasKeyList, basePath } = ground;
  const { pets: count = 0, options } = needs;
  if (options) return `needs a service with its own "${Object.keys(options).join()}"`;
  if (needs.write && !write) return 'might create or change a pet: --write';
  if (needs.empty && pets.size > 0) return 'needs a service that has no pets';
  if (needs.basePath && basePath === '') {
    return 'is about the root of a host, where a page may be';
  }
  if (needs.keyList && apiKey === undefined) return 'needs a key that the service knows: --api-key';
  if (needs.keyList && !hasKeyList) return 'needs a service that refuses a key that it cannot know';
  if (needs.untagged && !untaggedIn(ground)) return 'needs a pet without a tag';
  if (pets.size < count) {
    return `needs ${count === 1 ? 'a pet' : `${count} pets`}: the service lists ${pets.size}`;
  }
  return undefined;
}

/** Provides the cases with the data of a service. */
export function provide(ground: Ground, ownId: string): Provided {
  const pets = [...ground.pets.values()].slice(0, 3).map(toPet);
  return {
    pets,
    untagged: toPet(untaggedIn(ground) ?? {}),
    ownPet: toPet({ id: ownId }),
    newName: ground.newName,
    unknownId: ground.unknownId,
    key: ground.headers['X-API-Key']!,
  };
}

/** Finds a pet without a tag. */
export function untaggedIn({ pets }: Ground): ServicePet | undefined {
  return [...pets.values()].find(({ tag }) => (tag ?? '') === '');
}

const toPet = ({ id, name, tag }: ServicePet): Pet => ({
  name: String(name ?? ''),
  tag: String(tag ?? ''),
  id: String(id),
});
