import createClient from 'openapi-fetch';
import { expect } from 'vitest';
import { test } from 'pet-catalog-mock/vitest';

interface paths {
  '/pets': {
    get: { responses: { 200: { content: { 'application/json': { name: string }[] } } } };
  };
}

// It keeps the fetch that it finds now.
const pets = createClient<paths>({
  baseUrl: 'https://pets.example/v2',
  headers: { 'X-API-Key': 'test' },
});

test('a client that keeps fetch is mocked', async ({ catalog }) => {
  const { data } = await pets.GET('/pets');
  expect(data).toHaveLength(25);
  catalog.requests.verify({ operation: 'listPets' }, { count: 1 });
});
