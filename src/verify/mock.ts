import * as v from 'valibot';
import type { Dialect } from '../contract/dialect.ts';
import { fields, type FixturePet } from '../contract/pet.ts';
import { pairsOf } from '../service/headers.ts';
import { createService } from '../service/service.ts';
import type { SentRequest } from './cases/case.ts';
import type { Ground, ServicePet } from './place-case.ts';
import { toReceived } from './send.ts';

const notFound = {
  status: 404,
  headers: ['content-type', 'application/json; charset=utf-8'],
  body: '{"error":"Not found"}',
};

/** The mock beside a service: it holds the same pets, and knows the same key. */
export function createMock({ basePath, pets, apiKey, takesAnyKey }: Ground, dialect?: Dialect) {
  const fixtures = Array.from(pets.values(), (pet) => toFixture(pet, dialect));
  const service = createService({
    baseUrl: basePath === '' ? '/' : basePath,
    // As they are created, so that it lists them as the service does.
    fixtures: dialect?.order === 'newest' ? fixtures.toReversed() : fixtures,
    journalSize: 0,
    dialect,
    ...(apiKey !== undefined && !takesAnyKey && { apiKeys: [apiKey] }),
  });
  return {
    async ask({ method, path: target, headers, body = '' }: SentRequest) {
      const [path = '', query = ''] = target.split(/\?(.*)/s);
      const route = service.matchRoute(path);
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const readBody = async (limit: number) => (bytes.byteLength > limit ? undefined : bytes);
      const request = { method, path, query, headers: Object.fromEntries(lower), rawHeaders: [] };
      const response = route ? await service.handle({ ...request, readBody }, route) : notFound;
      const text = [...(response.body ?? '')].join('');
      const received = Object.fromEntries(pairsOf(response.headers));
      return toReceived(response.status, received, Buffer.from(text));
    },
    /** So many pets that no case knows come behind the others. */
    fill(count: number): void {
      const { pets: all } = service.catalogs.common;
      for (let made = 0; made < count; made++) all.create({ name: 'another' });
    },
    /** What was created is gone. */
    reset: () => service.catalogs.common.reset(),
  };
}

/** A pet of a service for the mock: what it can hold of it. */
function toFixture(pet: ServicePet, dialect?: Dialect): FixturePet {
  const own = fields.map(([name, { schema, isOptional }]) => {
    const value = pet[name] ?? undefined;
    const isText = schema.type === 'string' && !(isOptional && value === undefined);
    return [name, isText ? String(value ?? '') : v.is(schema, value) ? value : undefined];
  });
  const others = dialect?.unknownFields === 'keep' ? pet : {};
  return { ...others, ...Object.fromEntries(own), id: String(pet['id']) } as FixturePet;
}
