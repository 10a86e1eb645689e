import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
// #region dialect
import { createPetCatalog } from 'pet-catalog-mock';

const catalog = createPetCatalog({
  dialect: { createStatus: 200, idForm: 'integer', missingTag: 'absent' },
  fixtures: [],
});
// #endregion

const server = setupServer(...catalog.handlers);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

test('the mock answers as the service does', async () => {
  const response = await fetch('https://pets.example/v2/pets', {
    method: 'POST',
    headers: { 'X-API-Key': 'test', 'Content-Type': 'application/json' },
    body: '{"name":"Rex"}',
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ name: 'Rex', id: '1' });
});
