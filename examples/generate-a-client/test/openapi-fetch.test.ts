import { expect, expectTypeOf, test } from 'vitest';
import type { components } from '../src/generated/pets.ts';
import { pets } from '../src/openapi-fetch.ts';

type Pet = components['schemas']['Pet'];

// #region calls
test('a pet is created, found and listed', async () => {
  const { data: bella } = await pets.POST('/pets', { body: { name: 'Bella' } });
  expectTypeOf(bella).toEqualTypeOf<Pet | undefined>();
  const petId = bella!.id;
  expect(await pets.GET('/pets/{petId}', { params: { path: { petId } } })).toMatchObject({
    data: { name: 'Bella', tag: '', id: petId },
  });
  const { data: first } = await pets.GET('/pets', { params: { query: { limit: 1 } } });
  expect(first).toEqual([{ name: 'Rex', tag: 'dog', id: 'rex' }]);
});
// #endregion

test('an error has its type', async () => {
  const { error, response } = await pets.GET('/pets/{petId}', {
    params: { path: { petId: 'no/body' } },
  });
  expectTypeOf(error).toEqualTypeOf<{ error: string } | undefined>();
  expect([response.status, error]).toEqual([404, { error: 'Pet not found' }]);
});

test('what the service refuses does not compile', async () => {
  // @ts-expect-error A name is required.
  const { response } = await pets.POST('/pets', { body: { tag: 'dog' } });
  expect(response.status).toBe(400);
});
