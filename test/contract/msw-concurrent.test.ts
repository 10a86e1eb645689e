import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPetCatalog, type Pet } from '../../src/index.ts';

const server = setupServer();
const url = 'https://pets.example/v2/pets';
const headers = { 'X-API-Key': 'k', 'Content-Type': 'application/json' };

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

describe.concurrent('suites that run at once', () => {
  const suites = Array.from({ length: 8 }, (_, index) => `suite-${index}`);

  test.each(suites)('%s sees only its own pets, within its boundary', async (name) => {
    const catalog = createPetCatalog({ fixtures: [] });
    const names = Array.from({ length: 5 }, (_, index) => `${name}-${index}`);
    const seen = server.boundary(async () => {
      server.use(...catalog.handlers);
      for (const one of names) {
        await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name: one }) });
      }
      return (await (await fetch(url, { headers })).json()) as Pet[];
    });
    expect((await seen()).map((pet) => pet.name)).toEqual(names);
    expect(catalog.requests.count()).toBe(6);
  });
});
