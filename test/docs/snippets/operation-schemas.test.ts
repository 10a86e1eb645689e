import { createPetCatalog, defineOperation } from 'pet-catalog-mock';
import { expect, test } from 'vitest';
import * as z from 'zod';

test('an operation has schemas for its query and its body', async () => {
  // #region schemas
  const renamePets = defineOperation({
    name: 'renamePets',
    method: 'PATCH',
    path: '/pets',
    query: z.object({ limit: z.coerce.number().int().min(1).default(10) }),
    body: z.object({ prefix: z.string().min(1) }),
    responses: { 200: 'The pets, renamed' },
    run: ({ query, body, pets }) => ({
      status: 200,
      body: pets
        .list({ limit: query.limit })
        .map(({ id, name }) => pets.update(id, { name: body.prefix + name })),
    }),
  });
  // #endregion

  const { fetch, pets } = createPetCatalog({
    operations: [renamePets],
    fixtures: [{ name: 'Rex' }, { name: 'Tom' }],
  });
  const rename = (query: string, body: unknown) =>
    fetch(`http://localhost/v2/pets${query}`, {
      method: 'PATCH',
      headers: { 'X-API-Key': 'test', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await rename('?limit=1', { prefix: 'Old ' }))!.status).toBe(200);
  expect(pets.list().map(({ name }) => name)).toEqual(['Old Rex', 'Tom']);
  expect((await rename('?limit=many', { prefix: 'Old ' }))!.status).toBe(400);
  expect((await rename('', { prefix: '' }))!.status).toBe(400);
});
