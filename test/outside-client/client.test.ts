import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type PetCatalogServer } from '../../src/server.ts';
import { createPetClient, misuse, type PetClient } from './client.ts';

let server: PetCatalogServer;
let client: PetClient;
beforeAll(async () => {
  server = await startServer({ port: 0, pets: 3, apiKeys: ['outside'], maxPets: 5 });
  client = createPetClient(server.url, 'outside');
});
beforeEach(() => server.catalog.reset());
afterAll(() => server.close());

describe('a client made from the OpenAPI document alone', () => {
  test('creates a pet, gets it and lists it', async () => {
    const rex = await client.create({ name: 'Rex', tag: 'dog' });
    const biscuit = await client.create({ name: 'Biscuit' });
    expect(rex).toEqual({ name: 'Rex', tag: 'dog', id: rex.id });
    expect(biscuit.tag).toBe('');
    expect(await client.get(rex.id)).toEqual(rex);
    const all = await client.list();
    expect(all.slice(3)).toEqual([rex, biscuit]);
    expect(await client.list(2)).toEqual(all.slice(0, 2));
    expect(await client.list(0)).toEqual([]);
  });

  test('is told of each misuse that its types refuse', async () => {
    const count = server.catalog.pets.count();
    const outcomes = await Promise.allSettled(misuse(client));
    const statuses = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as { status: number }).status : 200,
    );
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    expect(server.catalog.pets.count()).toBe(count);
  });
});
