import { isWrite, toSegment, type ServiceCase, type Values } from './cases/case.ts';
import type { LeftBehind } from './report.ts';
import type { ServiceClient, ServicePet } from './service-client.ts';

/** What a run knows about the service that it asks. */
export interface Ground extends Pick<ServiceClient, 'basePath' | 'headers' | 'redact'> {
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
  /** The pets that were created, by their ids. */
  readonly leftBehind: Map<string, LeftBehind>;
}

/** The beginning of the name of each pet that a run creates. */
export const mark = 'pet-catalog-mock verify';

/** Says why a service cannot be asked a case; `undefined` if it can. */
export function whyNotAsked(one: ServiceCase, ground: Ground): string | undefined {
  const { pets, write, apiKey, hasKeyList, basePath } = ground;
  const { pets: count = 0, options, empty, keyList, basePath: hasPath } = one.needs;
  if (options) return `needs a service with its own "${Object.keys(options).join()}"`;
  if (isWrite(one) && !write) return 'might create or change a pet: --write';
  if (empty && pets.size > 0) return 'needs a service that has no pets';
  if (hasPath && basePath === '') return 'is about the root of a host, where a page may be';
  if (keyList && apiKey === undefined) return 'needs a key that the service knows: --api-key';
  if (keyList && !hasKeyList) return 'needs a service that refuses a key that it cannot know';
  if (pets.size < count) {
    return `needs ${count === 1 ? 'a pet' : `${count} pets`}: the service lists ${pets.size}`;
  }
  return undefined;
}

/** Returns the data of a service for the cases. */
export function valuesIn({ pets, unknownId, newName, headers }: Ground): Values {
  const [first = ''] = pets.keys();
  const pet = toSegment(first);
  const bytes = [...new TextEncoder().encode(decodeURIComponent(pet))];
  return {
    pet,
    escaped: bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    unknown: unknownId,
    name: newName,
    key: headers['X-API-Key']!,
  };
}
