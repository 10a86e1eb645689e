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

test('a body without a library of schemas', async () => {
  const anyJson = {
    '~standard': {
      version: 1,
      vendor: 'own',
      // Or `{ issues: [{ message: 'must be an object' }] }`, for a 400 that says so.
      validate: (value: unknown) => ({ value }),
    },
  } as const;
  const echo = defineOperation({
    name: 'echo',
    method: 'POST',
    path: '/echo',
    body: anyJson,
    run: ({ body }) => ({ status: 200, body }),
  });

  const { fetch } = createPetCatalog({ operations: [echo] });
  const send = (body: string) =>
    fetch('http://localhost/v2/echo', {
      method: 'POST',
      headers: { 'X-API-Key': 'test', 'Content-Type': 'application/json' },
      body,
    });
  expect(await (await send('{"a":[1]}'))!.json()).toEqual({ a: [1] });
  expect((await send('{"a":'))!.status).toBe(400);
});

test('what the page says of a context', async () => {
  const seen: unknown[] = [];
  const look = defineOperation({
    name: 'look',
    method: 'GET',
    path: '/look',
    isOpen: true,
    query: z.object({ tag: z.array(z.string()) }),
    run(context) {
      const { headers, apiKey, query } = context;
      seen.push(headers.get('x-a'), apiKey, query.tag);
      return { status: 204 };
    },
  });
  const { fetch } = createPetCatalog({ operations: [look] });
  const url = 'http://localhost/v2/look?tag=a&tag=b';
  expect((await fetch(url, { headers: { 'X-A': '1' } }))!.status).toBe(204);
  expect(seen).toEqual(['1', undefined, ['a', 'b']]);
});
