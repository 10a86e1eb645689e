import type { Dialect } from '../contract/dialect.ts';
import { plainModel, type FixturePet } from '../contract/pet.ts';
import { createPetCatalog } from '../index.ts';
import type { SentRequest } from './cases/case.ts';
import type { Ground } from './ground.ts';
import { toReceived, type Received } from './send.ts';
import type { ServicePet } from './service-client.ts';

/** The mock that a service is compared with. */
export interface Mock {
  /** Answers a request as the mock does. */
  ask(request: SentRequest): Promise<Received>;
  /** Adds pets that no case knows behind the others. */
  fill(count: number): void;
  /** Removes the pets that were created. */
  reset(): void;
}

/** Creates a mock with the pets and the key of a service. */
export function createMock(ground: Ground, dialect?: Dialect): Mock {
  const { basePath, pets, apiKey, hasKeyList } = ground;
  const fixtures = Array.from(pets.values(), (pet) => toFixture(pet, dialect));
  const catalog = createPetCatalog({
    baseUrl: basePath === '' ? '/' : basePath,
    // Fixtures are in the order in which pets were created.
    fixtures: dialect?.order === 'newest' ? fixtures.toReversed() : fixtures,
    journalSize: 0,
    dialect,
    ...(hasKeyList && apiKey !== undefined && { apiKeys: [apiKey] }),
  });
  return {
    async ask({ method, path, headers, body }) {
      const own = Object.entries(headers).filter(([name]) => /^(?:x-api|content)-/i.test(name));
      const init = { method, headers: own, ...(body !== undefined && { body: body as BodyInit }) };
      const response = await catalog.fetch(new Request(`http://mock${path}`, init));
      if (!response) return toReceived(404, notFound.headers, notFound.body);
      const received = new Uint8Array(await response.arrayBuffer());
      return toReceived(response.status, Object.fromEntries(response.headers), received);
    },
    fill(count) {
      for (let made = 0; made < count; made++) catalog.pets.create({ name: 'another' });
    },
    reset: () => void catalog.reset(),
  };
}

/** The answer of the mock's server at a path that is not the service's. */
const notFound = {
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: new TextEncoder().encode('{"error":"Not found"}'),
};

/** Makes a pet of a service one that the mock can hold. */
function toFixture(pet: ServicePet, dialect?: Dialect): FixturePet {
  const own = plainModel.fields.map(({ name }) => [name, String(pet[name] ?? '')]);
  const others = dialect?.unknownFields === 'keep' ? pet : {};
  return { ...others, ...Object.fromEntries(own), id: String(pet['id']) } as FixturePet;
}
